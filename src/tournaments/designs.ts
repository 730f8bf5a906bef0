/**
 * Who meets whom where everybody meets everybody: for so many points, blocks of those who sit at one table. At tables of two it is the circle method. For more seats it is an exact design if one of a
 * bearable size is found, else the evenest blocks that were; `lambda` tells.
 */
import { LRUCache } from 'lru-cache'
import type { Block } from './designs/block.js'
import { circle } from './designs/circle.js'
import { covering } from './designs/covering.js'
import { exactDesign } from './designs/exact.js'
import { lambdaOf } from './designs/meetings.js'
import { inRounds } from './designs/parallel.js'
import { seated } from './designs/seat-order.js'

export interface Design {
  /** Points by seat. How often a point has each seat differs by one at most, and so does the number of blocks that points are in. */
  readonly blocks: readonly Block[]
  /** The same blocks in rounds, in which nobody is twice. */
  readonly rounds: readonly (readonly Block[])[]
  /** How often two points meet: the least and the most of all pairs. */
  readonly lambda: { readonly min: number; readonly max: number }
  /** Whether every pair meets equally often. */
  readonly exact: boolean
}

/** For more, tables of three and more would take too long to find. */
export const MOST_POINTS = 64

/** Always the same for the same numbers, so those that were needed lately are kept. */
const known = new LRUCache<string, Design>({ max: 32 })

export function designOf(points: number, seats: number): Design {
  const name = `${points} ${seats}`
  const design = known.get(name) ?? newDesign(points, seats)
  known.set(name, design)
  return design
}

function newDesign(points: number, seats: number): Design {
  const rounds = seats === 2 ? circle(points) : inRounds(exactDesign(points, seats) ?? covering(points, seats))
  const blocks = seated(rounds.flat())
  const lambda = lambdaOf(points, blocks)
  return { blocks, rounds: cut(blocks, rounds), lambda, exact: lambda.min === lambda.max }
}

/** Into rounds as long as these. */
function cut(blocks: readonly Block[], rounds: readonly (readonly Block[])[]): readonly (readonly Block[])[] {
  let first = 0
  return rounds.map(({ length }) => {
    first += length
    return blocks.slice(first - length, first)
  })
}
