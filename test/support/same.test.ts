/** The comparisons that the laws rest on: they are quick where values agree, and they find what does not. */
import { describe, expect, test } from 'vitest'
import { demand, expectJson, expectSame, expectSameText, freeze, readAgain } from './same.js'

const state = () => ({ hands: [['a', 'b'], []], turn: 0, over: null })

describe('equal values', () => {
  test.each([
    ['the same parts', state(), state()],
    ['another order of fields', { a: 1, b: 2 }, { b: 2, a: 1 }],
    ['frozen parts, asked twice', freeze(state()), freeze(state())],
  ])('%s', (_, found, wanted) => {
    expectSame(found, wanted)
    expectSame(found, wanted)
  })

  test('stay equal to what holds the same parts, and become different with any other', () => {
    const [one, other] = [freeze(state()), freeze(state())]
    expectSame(one, other)
    expectSame({ ...one, turn: 1 }, { ...other, turn: 1 })
    expect(() => expectSame({ ...one, turn: 1 }, other)).toThrow()
    expect(() => expectSame(one, { ...other, hands: [...other.hands, []] })).toThrow()
  })
})

test.each([
  ['a number', { a: 1 }, { a: 2 }],
  ['a missing field', { a: 1 }, { a: 1, b: 2 }],
  ['another field', { a: 1, b: null }, { a: 1, c: null }],
  ['a number below fields in another order', { a: 1, b: { c: 1, d: 2 } }, { b: { d: 3, c: 1 }, a: 1 }],
  ['another field below fields in another order', { a: 1, b: { c: 1 } }, { b: { d: 1 }, a: 1 }],
  ['a list for an object', { a: [] }, { a: {} }],
  ['a shorter list', [1], [1, 2]],
  ['the order of a list', [1, 2], [2, 1]],
  ['null for an object', { a: null }, { a: {} }],
  ['the content of a map', new Map([[1, 2]]), new Map([[1, 3]])],
])('different: %s', (_, found, wanted) => {
  expect(() => expectSame(found, wanted)).toThrow()
  expect(() => expectSame(freeze(found), freeze(wanted))).toThrow()
})

describe('the same text', () => {
  test('is that of equal values with fields in the same order', () => {
    expectSameText(state(), state())
    expectSameText(freeze(state()), freeze(state()))
  })

  test.each([
    ['another order of fields', { in: { a: 1, b: 2 } }, { in: { b: 2, a: 1 } }],
    ['another value', [{ a: 1 }], [{ a: 2 }]],
    ['an undefined item', [undefined], [null]],
  ])('is not: %s', (_, found, wanted) => {
    expect(() => expectSameText(found, wanted)).toThrow()
    expect(() => expectSameText(freeze(found), freeze(wanted))).toThrow()
  })
})

test('what is read again is equal and shares no part with what was written', () => {
  const written = freeze(state())
  const read = readAgain(written)
  expect(read).toStrictEqual(written)
  expect(read).toMatchObject({ hands: expect.not.toSatisfy((hands) => hands === written.hands) })
  expect(readAgain({ at: new Date(0), none: undefined })).toStrictEqual({ at: '1970-01-01T00:00:00.000Z' })
})

test('JSON is found to be JSON', () => {
  expectJson(freeze({ text: 'a', list: [1, null, true, { deep: [] }] }))
})

test.each([
  ['not a number', { a: Number.NaN }],
  ['minus zero', [-0]],
  ['a date', { a: new Date(0) }],
  ['a map', { a: new Map() }],
  ['an undefined item', [undefined]],
])('no JSON: %s', (_, value) => {
  expect(() => expectJson(value)).toThrow()
})

test('what is frozen cannot be changed, however deep', () => {
  const frozen = freeze(state())
  expect(() => frozen.hands[0]?.push('c')).toThrow(TypeError)
})

test('a demand that does not hold says what was expected', () => {
  demand(true, () => 'nothing')
  expect(() => demand(false, () => 'a crown')).toThrow('expected: a crown')
})
