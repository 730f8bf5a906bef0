/** The options of matches as they are read from their rows. */
import { LRUCache } from 'lru-cache'
import type { AnyGame } from '../../games/contract.js'

export interface StoredOptions {
  /** As stored: the hash chain begins with them. */
  readonly options: Record<string, unknown>
  /** As the game reads them. */
  readonly chosen: unknown
  /** Characters of the stored text: what else is made of it in memory grows with it. */
  readonly optionsLength: number
}

/** Characters of text whose values are remembered. Those of a live match stay for as long as it does. */
const REMEMBERED = 4 * 1024 * 1024
/** lru-cache wants a whole number above zero for the size of an item. */
const lengthOf = ({ optionsLength }: StoredOptions): number => Math.max(1, optionsLength)

const remembered = new LRUCache<string, StoredOptions>({ maxSize: REMEMBERED, sizeCalculation: lengthOf })

/** Matches whose options are the same text share one value, and with it what a game derives from it: catalogues, boards. */
export function readOptions(game: AnyGame, text: string): StoredOptions {
  const key = `${game.id} ${text}`
  const known = remembered.get(key)
  if (known) return known
  const options = JSON.parse(text)
  const read = { options, chosen: game.schema.options.parse(options), optionsLength: text.length }
  remembered.set(key, read)
  return read
}
