/** The circle method: everybody meets everybody at tables of two, in rounds in which everybody plays once. */
import type { Block } from './block.js'

/** One point stays, the others turn about it. If their number is odd, nobody stays, and whoever would meet that point has a bye. */
export function circle(points: number): readonly (readonly Block[])[] {
  const turning = points % 2 === 0 ? points - 1 : points
  return Array.from({ length: turning }, (_, round) => {
    const at = (place: number): number => (place === 0 ? turning : (round + place - 1) % turning)
    const pairs = Array.from({ length: (turning + 1) / 2 }, (_, place) => [at(place), at(turning - place)])
    return pairs.filter((pair) => pair.every((point) => point < points))
  })
}
