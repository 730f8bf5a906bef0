/** Plays a tournament to its end, on all cores. What comes out is the same however many tables are played at once, as far as programs always do the same. */
import type { Table, TableResult } from '../record.js'
import type { Tournament } from '../state.js'
import { type Chances, orderOf } from '../table-order.js'
import type { Journal } from './journal.js'
import { advance, type Log } from './log.js'
import { programsAt, type Seating } from './seating.js'

interface Running {
  readonly log: Log
  readonly chances: Chances
  readonly journal: Journal
  readonly seating: Seating
  /** How many tables of the house are worth having in hand. */
  readonly atOnce: number
  /** Whether transcripts are kept. */
  readonly logs: boolean
  /** After each table that has ended. */
  readonly onPlayed: (tournament: Tournament) => void
}

export async function runToEnd(running: Running): Promise<void> {
  const { log, chances, journal } = running
  const inPlay = new Map<number, Promise<void>>()
  const ended = (table: Table): TableResult | undefined => endedBefore(journal, table)
  for (;;) {
    const tables = advance(log, chances.id, ended)
    if (tables.length === 0) return
    for (const table of startable(log.tournament, tables, inPlay, running)) {
      const played = playOne(running, table).finally(() => inPlay.delete(table.number))
      inPlay.set(table.number, played)
    }
    await Promise.race(inPlay.values())
  }
}

/** As the journal has it. */
function endedBefore({ lines }: Journal, table: Table): TableResult | undefined {
  const line = lines.get(table.number)
  if (line && JSON.stringify(line.table) !== JSON.stringify(table))
    throw new Error(`the journal has another table ${table.number}: it was written by another version of Chancery`)
  return line?.result
}

/** A program plays its tables one after the other, in the order of their numbers: what it remembers of one is then the same in every run. */
export function startable(
  tournament: Tournament,
  tables: readonly Table[],
  inPlay: ReadonlyMap<number, unknown>,
  { journal, atOnce }: Pick<Running, 'atOnce'> & { readonly journal: Pick<Journal, 'lines'> },
): readonly Table[] {
  const busy = new Set<number>()
  let free = atOnce - inPlay.size
  return tables.filter((table) => {
    if (journal.lines.has(table.number)) return false
    const programs = programsAt(tournament, table).map(({ number }) => number)
    const waits = programs.some((number) => busy.has(number))
    for (const number of programs) busy.add(number)
    if (waits || inPlay.has(table.number)) return false
    // A table of programs mostly waits for them: it is begun in any case.
    return programs.length > 0 || free-- > 0
  })
}

async function playOne({ log, chances, journal, seating, logs, onPlayed }: Running, table: Table): Promise<void> {
  const { result, transcript, programs } = await seating.play(log.tournament, table, orderOf(chances, table))
  journal.add({ table, result, programs: [...programs] }, logs ? transcript : null)
  onPlayed(log.tournament)
}
