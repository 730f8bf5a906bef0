/** Designs in which every pair meets equally often, as small as can be found. */
import type { Block } from './block.js'
import { differenceFamily } from './difference-family.js'
import { lambdaOf } from './meetings.js'
import { spread } from './spreading.js'
import { choose, subsets } from './subsets.js'

/** A larger one makes too long a tournament, unless pairs meet only a few times in it. */
const MOST_BLOCKS = 200
const FEW_TIMES = 4

/** Of chance. */
const STEPS = 400_000

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
  const perBlock = seats * (seats - 1)
  const pairs = points * (points - 1)
  const most = Math.max(FEW_TIMES, Math.floor((MOST_BLOCKS * perBlock) / pairs))
  return Array.from({ length: most }, (_, index) => index + 1)
    .filter((lambda) => (lambda * pairs) % perBlock === 0 && (lambda * (points - 1)) % (seats - 1) === 0)
    .map((lambda) => ({ lambda, count: (lambda * pairs) / perBlock }))
}

/** What chance finds, if it is small. */
function bySpreading(points: number, seats: number, { lambda, count }: Size): readonly Block[] | undefined {
  if (count > MOST_BLOCKS) return undefined
  const blocks = spread(points, seats, count, lambda, STEPS)
  const { min, max } = lambdaOf(points, blocks)
  return min === max ? blocks : undefined
}
