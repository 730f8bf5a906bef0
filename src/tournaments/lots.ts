/** Chance in pairings: drawn from the seed of the setting, for each round anew, so that a round can be made again without those before it. */
import { type Stream, seededStream } from '../dice/seeded.js'
import { numberAt } from '../games/lists.js'

/** Spreads the numbers of rounds over the seeds: an odd number without a pattern. */
const SPREAD = 0x9e3779b1

export const streamOf = (seed: number, round: number): Stream => seededStream((seed ^ Math.imul(round, SPREAD)) >>> 0)

/** One lot for each of so many, from 0 up to 1. */
export function lotsOf(seed: number, round: number, count: number): readonly number[] {
  return Array.from({ length: count }, streamOf(seed, round))
}

/** In an order that is drawn by lot. */
export function byLot<T>(seed: number, round: number, items: readonly T[]): readonly T[] {
  const lots = lotsOf(seed, round, items.length)
  return items
    .map((item, index) => ({ item, lot: numberAt(lots, index) }))
    .sort((one, other) => one.lot - other.lot)
    .map(({ item }) => item)
}
