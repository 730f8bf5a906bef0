/** Where there is no exact design: blocks in which everybody meets everybody, as evenly as was found. */
import type { Block } from './block.js'
import { meetings } from './meetings.js'
import { spread } from './spreading.js'

const STEPS = { perBlock: 6000, most: 400_000 } as const

/** As few blocks as everybody needs to meet all others; more if in those they do not, by about as many as it takes. */
export function covering(points: number, seats: number): readonly Block[] {
  let count = Math.ceil((points / seats) * Math.ceil((points - 1) / (seats - 1)))
  for (;;) {
    const blocks = spread(points, seats, count, 1, Math.min(STEPS.most, STEPS.perBlock * count))
    const strangers = strangersIn(points, blocks)
    if (strangers === 0) return blocks
    count += Math.max(Math.ceil(count / 40), Math.ceil(strangers / seats))
  }
}

/** Pairs who never meet, counted from both sides. */
const strangersIn = (points: number, blocks: readonly Block[]): number =>
  meetings(points, blocks).filter((count, index) => count === 0 && index % points !== Math.floor(index / points)).length
