/**
 * Fast repeatable dice for search, benchmarks and tests (sfc32): a stream, so the label is ignored. Never for a real match.
 */
import type { Dice } from '../games/contract.js'
import { itemAt, numberAt } from '../games/lists.js'

/** Uniform numbers from 0 up to 1. */
export type Stream = () => number

export function seededStream(seed: number): Stream {
  let a = 0x9e3779b9 ^ seed
  let b = 0x243f6a88
  let c = 0xb7e15162 ^ Math.imul(seed, 0x85ebca6b)
  let counter = 1
  const next = (): number => {
    const t = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + t) | 0
    return (t >>> 0) / 4294967296
  }
  for (let warm = 0; warm < 12; warm++) next()
  return next
}

export const seededDice = (seed: number): Dice => streamDice(seededStream(seed))

export function streamDice(next: Stream): Dice {
  const roll = (_label: string, sides: number): number => Math.floor(next() * sides)
  return {
    roll,
    draw: (pile, ids, count = 1) => {
      if (count > ids.length) throw new RangeError(`${pile}: ${count} of ${ids.length}`)
      if (count === 1) return [itemAt(ids, roll(pile, ids.length))]
      const taken: number[] = []
      const drawn: string[] = []
      for (let size = ids.length; drawn.length < count; size--) drawn.push(itemAt(ids, takeFrom(taken, roll(pile, size))))
      return drawn
    },
  }
}

/** The place of the item with this number among those not taken, which is then taken too. Places are in rising order: few are taken of many. */
function takeFrom(taken: number[], number: number): number {
  let place = number
  let before = 0
  while (before < taken.length && numberAt(taken, before) <= place) {
    place++
    before++
  }
  taken.push(place)
  for (let at = taken.length - 1; at > before; at--) taken[at] = numberAt(taken, at - 1)
  taken[before] = place
  return place
}
