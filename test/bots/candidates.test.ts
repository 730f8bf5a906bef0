import { describe, expect, test } from 'vitest'
import type { Move } from '../../src/bots/bot.js'
import { candidates } from '../../src/bots/candidates.js'
import { seededStream } from '../../src/dice/seeded.js'
import { type Choices, listed } from '../../src/games/choices.js'

interface Numbered extends Move {
  readonly number: number
}

/** So many moves of each kind, one kind after the other. */
const movesOf = (sizes: Readonly<Record<string, number>>): Choices<Numbered> =>
  listed(Object.entries(sizes).flatMap(([type, size]) => Array.from({ length: size }, (_, number) => ({ type, number }))))

function chosen(sizes: Readonly<Record<string, number>>, most: number, seed = 1): Record<string, Set<number>> {
  const found: Record<string, Set<number>> = {}
  for (const { type, number } of candidates(movesOf(sizes), most, seededStream(seed)) as Numbered[]) {
    found[type] ??= new Set()
    found[type].add(number)
  }
  return found
}

const sizesOf = (found: Readonly<Record<string, Set<number>>>) =>
  Object.fromEntries(Object.entries(found).map(([type, numbers]) => [type, numbers.size]))

describe('the moves that a bot thinks about', () => {
  test('are all moves where there are few', () => {
    expect(sizesOf(chosen({ march: 5, draw: 1 }, 6))).toEqual({ march: 5, draw: 1 })
  })

  test('have some of every kind, and all of those that are rare', () => {
    for (const seed of [1, 2, 3])
      expect(sizesOf(chosen({ castle: 120, tile: 30, draw: 1 }, 60, seed))).toEqual({ castle: 30, tile: 29, draw: 1 })
    expect(sizesOf(chosen({ one: 1, two: 2, many: 63, three: 3 }, 20))).toEqual({ one: 1, two: 2, many: 14, three: 3 })
  })

  test('are spread over a long list', () => {
    const numbers = [...(chosen({ place: 600 }, 60).place ?? [])]
    expect(numbers.map((number) => Math.floor(number / 10))).toEqual(Array.from({ length: 60 }, (_, part) => part))
  })

  test('are none where there are none', () => {
    expect(candidates(listed([]), 60, seededStream(1))).toEqual([])
  })
})
