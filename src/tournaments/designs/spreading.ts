/**
 * Blocks as even as chance and patience make them: everybody is in equally many, but for one. Points of two blocks are exchanged at random, at first in nearly any way, later only for the better.
 */
import { type Stream, seededStream } from '../../dice/seeded.js'
import { itemAt, numberAt } from '../../games/lists.js'
import type { Block } from './block.js'

/** How much worse an exchange may make things, at first and at last. */
const HEAT = { first: 0.8, last: 0.15 } as const
/** That two never meet is worse than that they meet too often. */
const NEVER_MET = 1.5

/** So many blocks in which pairs meet `target` times if it can be; the evenest that were found within so many steps. */
export function spread(points: number, seats: number, count: number, target: number, steps: number): readonly Block[] {
  const blocks = Array.from({ length: count }, (_, block) =>
    Array.from({ length: seats }, (_, seat) => (block * seats + seat) % points),
  )
  const tally = tallyOf(points, blocks, target)
  const next = seededStream(count)
  for (let step = 0; step < steps && tally.cost() > 0; step++) {
    const left = 1 - step / steps
    exchange(blocks, tally, next, HEAT.last + (HEAT.first - HEAT.last) * left * left * left)
  }
  return blocks
}

/** How often pairs meet, and what it costs that they do not meet as often as they should. */
interface Tally {
  cost(): number
  /** One point of a block less or more; what it costs. */
  without(block: Block, seat: number): number
  with(block: Block, seat: number, point: number): number
}

function tallyOf(points: number, blocks: readonly Block[], target: number): Tally {
  const counts = new Int32Array(points * points)
  const costOf = (count: number): number => (count - target) ** 2 + (count === 0 ? NEVER_MET : 0)
  let total = ((points * (points - 1)) / 2) * costOf(0)
  const change = (one: number, other: number, by: number): number => {
    const at = one < other ? one * points + other : other * points + one
    const before = counts[at] ?? 0
    counts[at] = before + by
    const difference = costOf(before + by) - costOf(before)
    total += difference
    return difference
  }
  const changeAll = (block: Block, seat: number, point: number, by: number): number => {
    let difference = 0
    for (let other = 0; other < block.length; other++) if (other !== seat) difference += change(point, numberAt(block, other), by)
    return difference
  }
  for (const block of blocks)
    block.forEach((one, seat) => {
      for (const other of block.slice(seat + 1)) change(one, other, 1)
    })
  return {
    cost: () => total,
    without: (block, seat) => changeAll(block, seat, numberAt(block, seat), -1),
    with: (block, seat, point) => changeAll(block, seat, point, 1),
  }
}

function exchange(blocks: readonly number[][], tally: Tally, next: Stream, heat: number): void {
  const any = (count: number): number => Math.floor(next() * count)
  const one = itemAt(blocks, any(blocks.length))
  const other = itemAt(blocks, any(blocks.length))
  const seat = any(one.length)
  const otherSeat = any(other.length)
  const point = numberAt(one, seat)
  const otherPoint = numberAt(other, otherSeat)
  if (one.includes(otherPoint) || other.includes(point)) return
  const worse = swap(tally, one, seat, other, otherSeat)
  if (worse > 0 && next() >= patience(worse / heat)) swap(tally, one, seat, other, otherSeat)
}

/** About e to the power of minus so much, by arithmetic that is the same to the last bit on every machine: a design must be. */
function patience(by: number): number {
  let value = Math.max(0, 1 - by / 64)
  for (let squared = 0; squared < 6; squared++) value *= value
  return value
}

function swap(tally: Tally, one: number[], seat: number, other: number[], otherSeat: number): number {
  const point = numberAt(one, seat)
  const otherPoint = numberAt(other, otherSeat)
  const left = tally.without(one, seat) + tally.without(other, otherSeat)
  one[seat] = otherPoint
  other[otherSeat] = point
  return left + tally.with(one, seat, otherPoint) + tally.with(other, otherSeat, point)
}
