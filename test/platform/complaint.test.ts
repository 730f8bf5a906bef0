/** However wrong an input is, what is said about it stays short. */
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { clipped, complaintOf, inputErrors, readInput } from '../../src/platform/complaint.js'
import { Problem } from '../../src/platform/problem.js'

const Row = z.strictObject({ id: z.string(), copies: z.int() })
const Rows = z.strictObject({ rows: z.array(Row).max(2000) })

const errorOf = (schema: z.ZodType, input: unknown): z.ZodError => {
  const { error } = readInput(schema, input)
  if (!error) throw new Error('it fits')
  return error
}
const empty = (count: number) => ({ rows: Array.from({ length: count }, () => ({})) })

describe('what is told', () => {
  test('ten faults, and how many more there are', () => {
    const error = errorOf(Rows, empty(20))
    const told = inputErrors(error, 'options')
    expect(told).toHaveLength(11)
    expect(told[0]).toMatchObject({ path: 'options.rows.0.id' })
    expect(told.at(-1)).toEqual({ path: 'options', message: 'and 30 more' })
    expect(complaintOf(error)).toMatch(/^rows\.0\.id: .*; and 30 more$/)
  })

  test('few faults are told as they are', () => {
    expect(inputErrors(errorOf(Rows, empty(5)))).toHaveLength(10)
    expect(complaintOf(errorOf(Rows, empty(5)))).not.toMatch(/more/)
  })

  test('neither a path nor a message gets long, whatever it names', () => {
    const long = 'k'.repeat(60_000)
    const [unknown] = inputErrors(errorOf(Row, { id: 'a', copies: 1, [long]: 1 }))
    expect(unknown?.message.length).toBeLessThan(210)
    const [within] = inputErrors(errorOf(z.record(z.string(), z.int()), { [long]: 'x' }))
    expect(within?.path.length).toBeLessThan(210)
  })

  test('a problem has a last bound on what it says', () => {
    expect(new Problem(400, 'INVALID_INPUT', 'x'.repeat(100_000)).message.length).toBeLessThan(5010)
  })

  test('no character is cut in half', () => {
    expect(clipped('\u{1F451}'.repeat(3), 3)).toBe('\u{1F451}...')
  })
})

describe('what is looked for', () => {
  test('the first fault alone of a large input', () => {
    expect(errorOf(Rows, empty(1000)).issues).toHaveLength(1)
    expect(errorOf(Rows, { rows: [...Array.from({ length: 50 }, () => ({ id: 'a', copies: 1 })), {}, {}] }).issues).toHaveLength(
      1,
    )
  })

  test('a large input that fits is read whole', () => {
    const rows = Array.from({ length: 1000 }, (_, copies) => ({ id: 'a', copies }))
    expect(readInput(Rows, { rows }).data).toEqual({ rows })
  })
})
