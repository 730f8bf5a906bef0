/** The log of a tournament without a server: records that grow as tables end. */
import { strategyFor } from '../../bots/roster.js'
import { games } from '../../games/registry.js'
import { recordsDue } from '../course.js'
import { checkSetting, type Decided, end, enter, start } from '../deciding.js'
import type { Table, TableResult, TournamentRecord } from '../record.js'
import type { TournamentRefusal } from '../refusals.js'
import { matchIdOf } from '../secrets.js'
import { grown, newTournament, type Tournament } from '../state.js'
import { swissRounds } from '../swiss.js'
import type { Planned } from './file.js'

export interface Log {
  readonly records: readonly TournamentRecord[]
  readonly tournament: Tournament
  add(records: readonly TournamentRecord[]): void
}

export type Begun = { readonly ok: true; readonly log: Log } | { readonly ok: false; readonly refusal: TournamentRefusal }

/** Everybody has entered, and it has started. */
export function begin({ setting, entrants }: Planned): Begun {
  const refusal = checkSetting(setting, games)
  if (refusal) return { ok: false, refusal }
  const log = newLog(newTournament(setting))
  const entering = entrants.map(
    (one) =>
      (now: Tournament): Decided =>
        enter(now, one, isBot),
  )
  for (const step of [...entering, start]) {
    const decided = step(log.tournament)
    if (!decided.ok) return decided
    log.add(decided.records)
  }
  return { ok: true, log }
}

/** The house has more bots here than a server lends. */
const isBot = (name: string): boolean => strategyFor(name) !== undefined

function newLog(first: ReturnType<typeof newTournament>): Log {
  const records: TournamentRecord[] = []
  let tournament = first
  return {
    records,
    get tournament() {
      return tournament
    },
    add(added) {
      records.push(...added)
      tournament = added.reduce(grown, tournament)
    },
  }
}

/**
 * Records all that can be told by now. Tables are recorded one after the other, in the order of their numbers, however many were played at once: so the records are the same whichever ended first.
 * Gives the tables that may be played meanwhile; none if the tournament is over.
 */
export function advance(log: Log, id: string, ended: (table: Table) => TableResult | undefined): readonly Table[] {
  for (;;) {
    const tables = nextTables(log.tournament)
    const [next] = tables
    const result = next && ended(next)
    if (next && !result) return tables
    if (next && result) log.add(recordsOf(id, next, result))
    else if (!makeRounds(log)) return []
  }
}

/** Those that have not ended: the first so many, since they are recorded in order. Nobody withdraws here, and a program plays one table at a time in any case. */
const nextTables = ({ setting, tables, results }: Tournament): readonly Table[] =>
  tables.slice(results.size, results.size + setting.atOnce.all)

const recordsOf = (id: string, { number }: Table, result: TableResult): TournamentRecord[] => [
  { type: 'tableBegun', table: number, match: matchIdOf(id, number) },
  { type: 'tableEnded', ...result },
]

/** Whether there are new tables; else the tournament has ended. */
function makeRounds(log: Log): boolean {
  const due = recordsDue(log.tournament)
  // It waits for somebody else to enter, and nobody will.
  const last = due.length === 0 ? end(log.tournament) : undefined
  log.add(last?.ok ? last.records : due)
  return log.tournament.status !== 'over'
}

/** How many tables there will be, as far as that can be told now. */
export function tablesExpected(tournament: Tournament): number {
  const { setting, rounds, tables } = tournament
  const each = rounds.length === 0 ? 0 : tables.length / rounds.length
  switch (setting.format) {
    case 'roundRobin':
    case 'knockout':
      return tables.length
    case 'swiss':
      return Math.round(each * swissRounds(tournament))
    case 'ladder':
      return Math.max(tables.length, Math.round(each * (setting.rounds ?? 0)))
  }
}
