/** Designs in which every pair meets equally often, as small as can be found. */
import type { Block } from './block.js'
import { differenceFamily } from './difference-family.js'
import { lambdaOf } from './meetings.js'
import { spread } from './spreading.js'
import { choose, subsets } from './subsets.js'

/** A larger one makes too long a tournament, unless pairs meet only a few times in it. */
const MOST_BLOCKS = 200
const FEW_TIMES = 4

/** Undefined if there is none so small, or none was found. */
export function exactDesign(points: number, seats: number): readonly Block[] | undefined {
  for (const size of sizes(points, seats)) {
    const found = differenceFamily(points, seats, size.lambda) ?? bySpreading(points, seats, size)
    if (found) return found
  }
  return choose(points, seats) <= MOST_BLOCKS ? subsets(points, seats) : undefined
}

interface Size {
  readonly lambda: number
  readonly count: number
}

/** Those that counting does not rule out: everybody is in a whole number of blocks, and there is a whole number of them. */
function sizes(points: number, seats: number): readonly Size[] {
  const pairsPerBlock = (points * (points - 1)) / (seats * (seats - 1))
  const most = Math.max(FEW_TIMES, Math.floor(MOST_BLOCKS / pairsPerBlock))
  return Array.from({ length: most }, (_, index) => ({ lambda: index + 1, count: pairsPerBlock * (index + 1) })).filter(
    ({ lambda, count }) => Number.isInteger(count) && Number.isInteger((lambda * (points - 1)) / (seats - 1)),
  )
}

/** What chance may find too, if it is small. */
function bySpreading(points: number, seats: number, { lambda, count }: Size): readonly Block[] | undefined {
  if (count > MOST_BLOCKS) return undefined
  const blocks = spread(points, seats, count, lambda, STEPS)
  const { min, max } = lambdaOf(points, blocks)
  return min === max ? blocks : undefined
}
const STEPS = 400_000
