import { describe, expect, test } from 'vitest'
import { labelledDice } from '../../src/dice/labelled.js'
import { firstFalseRoll, RecordingDice } from '../../src/dice/rolls.js'

const secret = (text: string): Uint8Array => Buffer.alloc(32, text)
const CARDS = Array.from({ length: 23 }, (_, i) => `card/${i}`)

/** Sum of squared deviations over the expectation; with 5 degrees of freedom above 30 less than once in 80,000 runs. */
const chiSquare = (values: readonly number[]): number => {
  const counts = [0, 1, 2, 3, 4, 5].map((side) => values.filter((value) => value === side).length)
  const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length
  return counts.reduce((sum, count) => sum + (count - mean) ** 2 / mean, 0)
}

describe('rolls', () => {
  const dice = labelledDice(secret('rolls'))

  test('asking again gives the same answer, from other dice of the same secret too', () => {
    const again = labelledDice(secret('rolls'))
    for (let i = 0; i < 50; i++) expect(again.roll(`r:${i}`, 1000)).toBe(dice.roll(`r:${i}`, 1000))
    expect(labelledDice(secret('other')).roll('r:0', 2 ** 32)).not.toBe(dice.roll('r:0', 2 ** 32))
  })

  test('six sides come up equally often', () => {
    const values = Array.from({ length: 6000 }, (_, i) => dice.roll(`u:${i}`, 6))
    expect(chiSquare(values)).toBeLessThan(30)
  })

  test('one side always gives 0; no side, half a side and too many sides are mistakes', () => {
    expect(dice.roll('one', 1)).toBe(0)
    for (const sides of [0, -1, 1.5, 2 ** 32 + 1, Number.NaN]) expect(() => dice.roll('x', sides)).toThrow(RangeError)
  })

  test('a label is one line, so that no two of them can be taken for each other', () => {
    expect(() => dice.roll('a\n0', 6)).toThrow(RangeError)
    expect(() => dice.draw('a\nb', ['c'])).toThrow(RangeError)
    expect(() => dice.draw('a', ['b\nc'])).toThrow(RangeError)
  })
})

describe('draws', () => {
  test('the same secret deals the same cards, in whatever order the pile is named', () => {
    const first = labelledDice(secret('deal')).draw('tiles:1', CARDS, 23)
    expect(labelledDice(secret('deal')).draw('tiles:1', CARDS.toReversed(), 23)).toEqual(first)
    expect(labelledDice(secret('deal')).draw('tiles:2', CARDS, 23)).not.toEqual(first)
    expect([...first].sort()).toEqual([...CARDS].sort())
  })

  test('drawing from what is left continues the shuffle, card by card, with or without memory', () => {
    const whole = labelledDice(secret('deal')).draw('tiles:1', CARDS, 23)
    const remembering = labelledDice(secret('deal'))
    let left = CARDS
    for (const card of whole) {
      expect(remembering.draw('tiles:1', left)).toEqual([card])
      expect(labelledDice(secret('deal')).draw('tiles:1', left)).toEqual([card])
      left = left.filter((other) => other !== card)
    }
  })

  test('a card taken out of the pile changes nothing for the others', () => {
    const whole = labelledDice(secret('deal')).draw('tiles:1', CARDS, 23)
    const without = whole.filter((card) => card !== whole[3])
    expect(labelledDice(secret('deal')).draw('tiles:1', without.toSorted(), 22)).toEqual(without)
  })

  test('cards that join a pile later find their place in the same shuffle', () => {
    const dice = labelledDice(secret('deal'))
    dice.draw('tiles:1', CARDS.slice(0, 5))
    expect(dice.draw('tiles:1', CARDS, 23)).toEqual(labelledDice(secret('deal')).draw('tiles:1', CARDS, 23))
  })

  test('every card lies on top equally often', () => {
    const dice = labelledDice(secret('tops'))
    const tops = Array.from({ length: 3000 }, (_, i) => dice.draw(`pile:${i}`, CARDS.slice(0, 6))[0] as string)
    expect(chiSquare(tops.map((card) => Number(card.slice(5))))).toBeLessThan(30)
  })

  test('too many cards, or one card twice, are mistakes', () => {
    expect(() => labelledDice(secret('x')).draw('p', ['a'], 2)).toThrow(RangeError)
    expect(() => labelledDice(secret('x')).draw('p', ['a', 'a'])).toThrow(RangeError)
  })
})

describe('records', () => {
  const played = () => {
    const dice = new RecordingDice(labelledDice(secret('record')))
    const { rolls } = dice
    dice.roll('starter', 4)
    dice.draw('tiles:1', CARDS)
    dice.draw('hands:1', CARDS, 5)
    return rolls
  }

  test('what was asked and answered is kept, a draw with what was left of its pile', () => {
    const [roll, one, five] = played()
    expect(roll).toEqual({ label: 'starter', sides: 4, value: expect.any(Number) })
    expect(one).toEqual({ pile: 'tiles:1', from: CARDS, took: [expect.any(String)] })
    expect(five && 'took' in five && five.took).toHaveLength(5)
  })

  test('true records pass, a changed one is named', () => {
    expect(firstFalseRoll(secret('record'), played())).toBeUndefined()
    const [roll, ...rest] = played()
    expect(
      firstFalseRoll(secret('record'), [{ ...(roll as { label: string; sides: number; value: number }), value: 9 }, ...rest]),
    ).toMatch(/^starter: the secret gives \d, the entry says 9$/)
    expect(firstFalseRoll(secret('other'), played())).toBeDefined()
  })
})
