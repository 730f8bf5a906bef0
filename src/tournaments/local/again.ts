/** Plays tables again: those of bots that choose the same every time, which are all of the house but those that think by the clock. */
import { thinksByTheClock } from '../../bots/roster.js'
import { inTurns } from '../../platform/turns.js'
import type { ArchiveHead } from '../archive/archive.js'
import type { Table } from '../record.js'
import type { Tournament } from '../state.js'
import { orderOf } from '../table-order.js'
import { houseBotsAt } from './seating.js'
import type { Threads } from './threads.js'

export interface PlayedAgain {
  readonly tables: number
  /** Tables that cannot be played again. */
  readonly others: number
  /** Numbers of the tables that ended otherwise than they are recorded. */
  readonly different: readonly number[]
}

interface Playing {
  readonly threads: Threads
  readonly atOnce: number
  readonly onPlayed: (tables: number, of: number) => void
}

export async function playAgain(
  head: ArchiveHead,
  tournament: Tournament,
  { threads, atOnce, onPlayed }: Playing,
): Promise<PlayedAgain> {
  const chances = { setting: head.setting, id: head.id, secret: Buffer.from(head.secret, 'hex') }
  const played = tournament.tables.filter(({ number }) => tournament.results.get(number)?.outcome === 'played')
  const tables = played.flatMap((table) => repeatable(tournament, table))
  let done = 0
  const heads = await inTurns(tables, atOnce, async ({ table, bots }) => {
    const { result } = await threads.houseTable({ order: orderOf(chances, table), bots })
    onPlayed(++done, tables.length)
    return result.head
  })
  const isDifferent = ({ table }: Repeatable, index: number): boolean =>
    heads[index] !== tournament.results.get(table.number)?.head
  return {
    tables: tables.length,
    others: played.length - tables.length,
    different: tables.filter(isDifferent).map(({ table }) => table.number),
  }
}

interface Repeatable {
  readonly table: Table
  readonly bots: readonly string[]
}

function repeatable(tournament: Tournament, table: Table): Repeatable[] {
  const bots = houseBotsAt(tournament, table)
  return bots && !bots.some(thinksByTheClock) ? [{ table, bots }] : []
}
