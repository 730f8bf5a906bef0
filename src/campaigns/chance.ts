/** Repeatable choices of a campaign. They are not the dice of any match. */
import { type Stream, seededStream } from '../dice/seeded.js'

export interface Chance {
  /** A whole number from `from` up to and including `to`. */
  between(from: number, to: number): number
  /** True once in so many times. */
  once(inHowMany: number): boolean
  pick<T>(from: readonly T[]): T
}

export function chance(seed: number): Chance {
  const next: Stream = seededStream(seed)
  const below = (size: number): number => Math.floor(next() * size)
  return {
    between: (from, to) => from + below(to - from + 1),
    once: (inHowMany) => below(inHowMany) === 0,
    pick: (from) => {
      if (from.length === 0) throw new RangeError('nothing to pick from')
      return from[below(from.length)] as never
    },
  }
}
