/** Follows one stream through many connections: it is cut off somewhere, and resumes after the last complete item. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Chance } from './chance.js'
import { type Cut, type Form, readStream } from './wire.js'

export interface Follower<Item> {
  readonly name: string
  readonly items: Item[]
  cuts: number
}

export interface Source<Item> {
  readonly url: string
  readonly token: string
  readonly form: Form<Item>
  cursor(item: Item): string | number
  /** Asked between two connections. */
  isComplete(items: readonly Item[]): Promise<boolean>
}

/** Long enough for any stream that has something to say. */
export const LATE: Cut = { bytes: 1_000_000, milliseconds: 5_000 }

/** Mostly small portions, so that most connections end within an item; now and then a large one, because an item may be long. */
const cutSomewhere = (random: Chance): Cut => ({
  bytes: random.once(4) ? random.between(1, 8_000) : random.between(1, 700),
  milliseconds: random.between(1, 600),
})

export async function follow<Item>(
  follower: Follower<Item>,
  { url, token, form, cursor, isComplete }: Source<Item>,
  random: Chance,
  signal: AbortSignal,
): Promise<void> {
  let ended = false
  while (!signal.aborted && !ended) {
    const last = follower.items.at(-1)
    const cut = cutSomewhere(random)
    const { items, how } = await readStream(
      last === undefined ? { url, token, form, cut: LATE } : { url, token, form, cut, after: cursor(last) },
    )
    follower.items.push(...items)
    if (how === 'cut') follower.cuts++
    if (how === 'lost' || how === 'refused') await sleep(50)
    else ended = await isComplete(follower.items)
  }
}
