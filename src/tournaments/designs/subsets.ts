/** All blocks that there are: every pair is in equally many. */
import type { Block } from './block.js'

export function subsets(points: number, seats: number, first = 0): readonly Block[] {
  if (seats === 0) return [[]]
  const starts = Array.from({ length: Math.max(0, points - seats + 1 - first) }, (_, index) => first + index)
  return starts.flatMap((point) => subsets(points, seats - 1, point + 1).map((rest) => [point, ...rest]))
}

/** How many subsets there are. */
export const choose = (points: number, seats: number): number =>
  seats === 0 ? 1 : (choose(points - 1, seats - 1) * points) / seats
