import { describe, expect, test } from 'vitest'
import { seededStream } from '../../src/dice/seeded.js'
import { heaviestMatching } from '../../src/tournaments/matching.js'

type Edges = ReadonlyMap<string, bigint>

const key = (a: number, b: number) => `${Math.min(a, b)} ${Math.max(a, b)}`

function randomEdges(seed: number, size: number): Edges {
  const next = seededStream(seed)
  const density = next()
  const most = [1, 3, 20, 1e6][Math.floor(next() * 4)] ?? 1
  const edges = new Map<string, bigint>()
  for (let a = 0; a < size; a++)
    for (let b = a + 1; b < size; b++) if (next() < density) edges.set(key(a, b), BigInt(1 + Math.floor(next() * most)))
  return edges
}

/** The greatest sum, by trying everything. */
function greatest(edges: Edges, left: readonly number[]): bigint {
  const [first, ...rest] = left
  if (first === undefined) return 0n
  let best = greatest(edges, rest)
  for (const other of rest) {
    const weight = edges.get(key(first, other))
    if (weight === undefined) continue
    const sum =
      weight +
      greatest(
        edges,
        rest.filter((one) => one !== other),
      )
    if (sum > best) best = sum
  }
  return best
}

function sumOf(edges: Edges, mates: readonly number[]): bigint {
  return mates.reduce((sum, mate, vertex) => {
    if (mate === -1) return sum
    expect(mates[mate]).toBe(vertex)
    const weight = edges.get(key(vertex, mate))
    expect(weight).toBeDefined()
    return mate > vertex ? sum + (weight ?? 0n) : sum
  }, 0n)
}

const match = (edges: Edges, size: number) => heaviestMatching(size, (a, b) => edges.get(key(a, b)) ?? null)

describe('the heaviest matching', () => {
  test('weighs as much as the best of all, in a thousand small graphs', () => {
    for (let seed = 1; seed <= 1000; seed++) {
      const size = seed % 10
      const edges = randomEdges(seed, size)
      expect(sumOf(edges, match(edges, size)), `seed ${seed}`).toBe(
        greatest(
          edges,
          Array.from({ length: size }, (_, index) => index),
        ),
      )
    }
  })

  test('is the one that is hidden in a large graph of many odd circles', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const next = seededStream(seed)
      const size = 60
      const order = Array.from({ length: size }, (_, index) => index).sort(() => next() - 0.5)
      const hidden = new Map(order.map((vertex, index) => [vertex, order[index ^ 1] ?? -1]))
      // Every other edge weighs less than the mean of what its two ends have: so no other matching is as heavy.
      const worth = order.map(() => 1000 + Math.floor(next() * 1000))
      const worthOf = (vertex: number) => worth[order.indexOf(vertex) >> 1] ?? 0
      const mates = heaviestMatching(size, (a, b) =>
        hidden.get(a) === b ? BigInt(2 * worthOf(a)) : next() < 0.5 ? BigInt(worthOf(a) + worthOf(b) - 1) : null,
      )
      expect(mates).toEqual(Array.from({ length: size }, (_, vertex) => hidden.get(vertex)))
    }
  })

  test('takes weights that no number of the machine holds', () => {
    const far = 1n << 300n
    expect(heaviestMatching(4, (a, b) => far + (a === 0 && b === 3 ? 1n : 0n))).toEqual([3, 2, 1, 0])
  })

  test('of nothing is nothing', () => {
    expect(heaviestMatching(0, () => 1n)).toEqual([])
    expect(heaviestMatching(3, () => null)).toEqual([-1, -1, -1])
  })
})
