/** Blocks in rounds, so that nobody is twice in one: as few rounds as a few tries give. */
import { seededStream } from '../../dice/seeded.js'
import { itemAt, numberAt } from '../../games/lists.js'
import type { Block } from './block.js'

const TRIES = 30

export function inRounds(blocks: readonly Block[]): readonly (readonly Block[])[] {
  const tries = Array.from({ length: TRIES }, (_, number) => firstFit(shuffled(blocks, number)))
  return [firstFit(blocks), ...tries].reduce((best, rounds) => (rounds.length < best.length ? rounds : best))
}

/** Each into the first round in which all its points are free. */
function firstFit(blocks: readonly Block[]): readonly (readonly Block[])[] {
  const rounds: { readonly blocks: Block[]; readonly busy: Set<number> }[] = []
  for (const block of blocks) {
    const free = rounds.find(({ busy }) => block.every((point) => !busy.has(point)))
    const round = free ?? { blocks: [], busy: new Set() }
    if (!free) rounds.push(round)
    round.blocks.push(block)
    for (const point of block) round.busy.add(point)
  }
  return rounds.map((round) => round.blocks)
}

function shuffled(blocks: readonly Block[], seed: number): readonly Block[] {
  const lots = Array.from(blocks, seededStream(seed))
  const order = blocks.map((_, index) => index).sort((one, other) => numberAt(lots, one) - numberAt(lots, other))
  return order.map((index) => itemAt(blocks, index))
}
