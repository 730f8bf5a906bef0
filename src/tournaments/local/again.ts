/** Plays tables again: those of bots that choose the same every time, which are all of the house but those that think by the clock. */
import { thinksByTheClock } from '../../bots/roster.js'
import { readTranscript } from '../../match/offline/transcript.js'
import { inTurns } from '../../platform/turns.js'
import { deedsOf, deedsOnServers } from '../archive/deeds.js'
import type { Archive } from '../archive/reading.js'
import type { Table } from '../record.js'
import type { Tournament } from '../state.js'
import { orderOf } from '../table-order.js'
import { houseBotsAt } from './seating.js'
import type { PlayedTable } from './table.js'
import type { Threads } from './threads.js'

export interface PlayedAgain {
  readonly tables: number
  /** What was compared: logs that a server kept have times in them, and so no head that comes again. */
  readonly by: 'head' | 'moves'
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
  archive: Archive,
  tournament: Tournament,
  { threads, atOnce, onPlayed }: Playing,
): Promise<PlayedAgain> {
  const { setting, id, secret } = archive.head
  const chances = { setting, id, secret: Buffer.from(secret, 'hex') }
  const onServers = await deedsOnServers(archive)
  const played = tournament.tables.filter(({ number }) => tournament.results.get(number)?.outcome === 'played')
  const tables = played.flatMap((table) => repeatable(tournament, table))
  let done = 0
  const same = await inTurns(tables, atOnce, async ({ table, bots }) => {
    const again = await threads.houseTable({ order: orderOf(chances, table), bots })
    onPlayed(++done, tables.length)
    const recorded = onServers.get(tournament.matches.get(table.number) ?? '')
    return recorded === undefined ? again.result.head === tournament.results.get(table.number)?.head : deedsIn(again) === recorded
  })
  return {
    tables: tables.length,
    by: onServers.size > 0 ? 'moves' : 'head',
    others: played.length - tables.length,
    different: tables.flatMap(({ table }, index) => (same[index] ? [] : [table.number])),
  }
}

function deedsIn({ transcript }: PlayedTable): string | undefined {
  const read = readTranscript(transcript)
  return read.ok ? deedsOf(read.transcript.entries) : undefined
}

interface Repeatable {
  readonly table: Table
  readonly bots: readonly string[]
}

function repeatable(tournament: Tournament, table: Table): Repeatable[] {
  const bots = houseBotsAt(tournament, table)
  return bots && !bots.some(thinksByTheClock) ? [{ table, bots }] : []
}
