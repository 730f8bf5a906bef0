import { describe, expect, test } from 'vitest'
import { interval, verdict } from '../../bench/strength/sequential.mjs'
import { seededStream } from '../../src/dice/seeded.js'

/** The verdict on a bot that wins each match with this chance, two matches a set, and after how many sets. */
function tried(chance: number, bar: number, seed: number): { held: boolean | undefined; sets: number } {
  const next = seededStream(seed)
  const sets: number[] = []
  let held: boolean | undefined
  while (held === undefined && sets.length < 2000) {
    sets.push((Number(next() < chance) + Number(next() < chance)) / 2)
    held = verdict(sets, 2, bar)
  }
  return { held, sets: sets.length }
}

const share = (seeds: number, is: (seed: number) => boolean): number =>
  Array.from({ length: seeds }, (_, seed) => is(seed)).filter(Boolean).length / seeds

describe('the sequential test of strength', () => {
  test('is wrong about a difference of its margin in few runs of a hundred', () => {
    expect(share(200, (seed) => tried(0.6, 0.65, seed).held === true)).toBeLessThanOrEqual(0.1)
    expect(share(200, (seed) => tried(0.7, 0.65, seed).held === false)).toBeLessThanOrEqual(0.1)
  })

  test('needs few sets where the difference is large', () => {
    const long = tried(0.7, 0.65, 1).sets
    expect(tried(0.95, 0.65, 1).sets).toBeLessThan(long)
    expect(tried(0.95, 0.65, 1)).toMatchObject({ held: true })
    expect(tried(0.3, 0.65, 1)).toMatchObject({ held: false })
  })

  test('says nothing before there is something to say', () => {
    expect(verdict([1, 1, 1], 2, 0.65)).toBeUndefined()
  })

  // Worked out by hand from Wilson's formula.
  test.each([
    [0.5, 100, 0.4038, 0.5962],
    [1, 20, 0.8389, 1],
  ])('the interval of %f over %i matches is %f to %f', (mean, matches, low, high) => {
    const [least, most] = interval(mean, matches)
    expect(least).toBeCloseTo(low, 3)
    expect(most).toBeCloseTo(high, 3)
  })
})
