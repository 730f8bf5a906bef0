import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Block } from '../../src/tournaments/designs/block.js'
import { circle } from '../../src/tournaments/designs/circle.js'
import { covering } from '../../src/tournaments/designs/covering.js'
import { exactDesign } from '../../src/tournaments/designs/exact.js'
import { type Design, designOf, MOST_POINTS } from '../../src/tournaments/designs.js'

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index)
const times = (values: readonly number[]): number[] =>
  upTo(Math.max(...values) + 1).map((one) => values.filter((value) => value === one).length)
const within = (values: readonly number[]): number => Math.max(...values) - Math.min(...values)

/** Counted in another way than the code does: pair by pair. */
const meeting = (blocks: readonly Block[], one: number, other: number): number =>
  blocks.filter((block) => block.includes(one) && block.includes(other)).length

const pairs = (points: number): [number, number][] =>
  upTo(points).flatMap((one) => upTo(one).map((other): [number, number] => [other, one]))

const sorted = (rounds: readonly (readonly Block[])[]): string[][] =>
  rounds.map((round) => round.map((block) => block.toSorted((a, b) => a - b).join('-')).toSorted())

const SIZES = [2, 3, 4, 5].flatMap((seats) =>
  upTo(25)
    .filter((points) => points >= seats)
    .map((points) => ({ points, seats })),
)

/** Each is made once: they are more than `designOf` keeps. */
const made = new Map<string, Design>()
function design(points: number, seats: number): Design {
  const name = `${points}/${seats}`
  const one = made.get(name) ?? designOf(points, seats)
  made.set(name, one)
  return one
}

describe.each(SIZES)('$points points at tables of $seats', ({ points, seats }) => {
  test('everybody meets everybody, as often as is told', () => {
    const { blocks, lambda, exact } = design(points, seats)
    const met = pairs(points).map(([one, other]) => meeting(blocks, one, other))
    expect({ min: Math.min(...met), max: Math.max(...met) }).toEqual(lambda)
    expect(lambda.min).toBeGreaterThan(0)
    expect(exact).toBe(lambda.min === lambda.max)
  })

  test('blocks are as large as tables, and nobody is twice in one', () => {
    for (const block of design(points, seats).blocks)
      expect(new Set(block.filter((point) => point >= 0 && point < points)).size).toBe(seats)
  })

  test('everybody is in equally many blocks and has every seat equally often, but for one', () => {
    const { blocks } = design(points, seats)
    expect(within(times([...upTo(points), ...blocks.flat()]))).toBeLessThanOrEqual(1)
    for (const point of upTo(points)) {
      const places = blocks.map((block) => block.indexOf(point)).filter((seat) => seat >= 0)
      expect(within(times([...upTo(seats), ...places]))).toBeLessThanOrEqual(1)
    }
  })

  test('in a round nobody plays twice, and all blocks are in rounds', () => {
    const { blocks, rounds } = design(points, seats)
    for (const round of rounds) expect(new Set(round.flat()).size).toBe(round.length * seats)
    expect(rounds.flat()).toEqual(blocks)
  })
})

describe('the circle method', () => {
  test('of four', () => {
    expect(sorted(circle(4))).toEqual([
      ['0-1', '2-3'],
      ['0-3', '1-2'],
      ['0-2', '1-3'],
    ])
  })

  test('of six', () => {
    expect(sorted(circle(6))).toEqual([
      ['0-3', '1-2', '4-5'],
      ['0-5', '1-4', '2-3'],
      ['0-2', '1-5', '3-4'],
      ['0-4', '1-3', '2-5'],
      ['0-1', '2-4', '3-5'],
    ])
  })

  test.each(upTo(20).map((points) => points + 2))('of %i: everybody plays once in a round, or has one bye in all', (points) => {
    const rounds = circle(points)
    expect(rounds).toHaveLength(points % 2 === 0 ? points - 1 : points)
    for (const round of rounds) expect(round).toHaveLength(Math.floor(points / 2))
  })
})

describe('exact designs', () => {
  test.each([
    { name: 'the Fano plane', points: 7, seats: 3, count: 7, lambda: 1 },
    { name: 'the affine plane of order 3', points: 9, seats: 3, count: 12, lambda: 1 },
    { name: 'the projective plane of order 3', points: 13, seats: 4, count: 13, lambda: 1 },
    { name: 'the affine plane of order 4', points: 16, seats: 4, count: 20, lambda: 1 },
    { name: 'the projective plane of order 4', points: 21, seats: 5, count: 21, lambda: 1 },
    { name: 'the affine plane of order 5', points: 25, seats: 5, count: 30, lambda: 1 },
    { name: 'the triples of fifteen', points: 15, seats: 3, count: 35, lambda: 1 },
    { name: 'all triples of eight', points: 8, seats: 3, count: 56, lambda: 6 },
    { name: 'the biplane of eleven', points: 11, seats: 5, count: 11, lambda: 2 },
    { name: 'ten in fours', points: 10, seats: 4, count: 15, lambda: 2 },
  ])('$name is found', ({ points, seats, count, lambda }) => {
    const found = design(points, seats)
    expect(found.blocks).toHaveLength(count)
    expect(found.lambda).toEqual({ min: lambda, max: lambda })
    expect(found.exact).toBe(true)
  })

  test('there are none of fifteen in fives in which pairs meet twice, so they meet four times', () => {
    expect(design(15, 5).lambda).toEqual({ min: 4, max: 4 })
  })

  test('nearly all small numbers have one', () => {
    const without = SIZES.filter(({ points, seats }) => !design(points, seats).exact)
    expect(without.map(({ points, seats }) => `${points}/${seats}`)).toEqual(['20/3', '23/4', '18/5', '22/5', '23/5', '24/5'])
  })

  test('elsewhere some pairs meet once more than others, and hardly any twice', () => {
    expect(design(20, 3).lambda).toEqual({ min: 1, max: 2 })
    expect(design(24, 5).lambda).toEqual({ min: 1, max: 2 })
    expect(design(18, 5).lambda).toEqual({ min: 1, max: 3 })
  })
})

test('the same numbers have the same design, whenever it is made', () => {
  for (const [points, seats] of [
    [10, 4],
    [15, 5],
    [16, 4],
  ] as const)
    expect(exactDesign(points, seats)).toEqual(exactDesign(points, seats))
  expect(covering(20, 3)).toEqual(covering(20, 3))
})

/** Whoever changes how designs are found, even for the better, makes exports wrong that were right: then there must be a way to tell old ones from new ones. */
test('a design never changes, because old tournaments are replayed by it', () => {
  const hash = ([points, seats]: readonly [number, number]): string =>
    createHash('sha256')
      .update(JSON.stringify(design(points, seats).rounds))
      .digest('hex')
      .slice(0, 16)
  const sizes = [
    [8, 2],
    [9, 2],
    [8, 3],
    [8, 4],
    [8, 5],
    [10, 4],
    [20, 3],
    [24, 5],
  ] as const
  expect(sizes.map((size) => `${size}: ${hash(size)}`)).toEqual([
    '8,2: 8799c30a707c0613',
    '9,2: 292e1cb281ad81d4',
    '8,3: 1be138baf72a66b8',
    '8,4: 16294d4ca135b225',
    '8,5: 7c325a97b9a870b2',
    '10,4: 43fd6c41192ddc4e',
    '20,3: 881907efe68c386a',
    '24,5: e9226191a3242e2d',
  ])
})

test('the largest that is seated has a design', () => {
  const { blocks, lambda } = designOf(MOST_POINTS, 4)
  expect(blocks).toHaveLength(336)
  expect(lambda).toEqual({ min: 1, max: 1 })
})
