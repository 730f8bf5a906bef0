/** How often points meet in the blocks of a design. */
import type { Block } from './block.js'

/** For each point a row, in which each point has a column. */
export function meetings(points: number, blocks: readonly Block[]): Int32Array {
  const counts = new Int32Array(points * points)
  for (const block of blocks)
    for (const one of block)
      for (const other of block) if (one !== other) counts[one * points + other] = (counts[one * points + other] ?? 0) + 1
  return counts
}

export function lambdaOf(points: number, blocks: readonly Block[]): { readonly min: number; readonly max: number } {
  const counts = meetings(points, blocks).filter((_, index) => index % points !== Math.floor(index / points))
  return { min: counts.reduce((a, b) => Math.min(a, b)), max: counts.reduce((a, b) => Math.max(a, b)) }
}
