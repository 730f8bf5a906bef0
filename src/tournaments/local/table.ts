/** One table, played without a server. */
import { type Player, playMatch } from '../../match/offline/playing.js'
import { endOf } from '../../match/offline/result.js'
import type { TableResult } from '../record.js'
import { gameOf, optionsOf, type TableOrder } from '../table-order.js'

export interface PlayedTable {
  readonly result: TableResult
  /** JSON on one line. */
  readonly transcript: string
}

/** One player for each seat. */
export async function playTable(order: TableOrder, players: readonly Player[]): Promise<PlayedTable> {
  const { table, seats, match: id } = order
  const setting = { seats, options: optionsOf(order), match: table, id, secret: Buffer.from(order.secret, 'hex') }
  const { transcript, places } = await playMatch(gameOf(order), setting, players)
  const { left, head } = endOf(transcript.entries)
  return {
    result: { table, outcome: 'played', places: [...places], left: [...left], head },
    transcript: JSON.stringify(transcript),
  }
}
