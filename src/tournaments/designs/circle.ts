/** The circle method: everybody meets everybody at tables of two, in rounds in which everybody plays once. */
import { itemAt } from '../../games/lists.js'
import type { Block } from './block.js'

/** One point stays, the others turn about it. If their number is odd, whoever would meet the one that stays has a bye. */
export function circle(points: number): readonly (readonly Block[])[] {
  const even = points + (points % 2)
  const turning = even - 1
  return Array.from({ length: turning }, (_, round) => {
    const at = (place: number): number => (place === 0 ? turning : (round + place - 1) % turning)
    return Array.from({ length: even / 2 }, (_, pair) => [at(pair), at(turning - pair)]).filter((block) =>
      block.every((point) => point < points),
    )
  })
}

export const pairsOf = (block: Block): readonly (readonly [number, number])[] =>
  block.flatMap((one, index) => block.slice(index + 1).map((other) => [one, itemAt([other], 0)] as const))
