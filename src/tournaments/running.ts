/**
 * What a server does for a tournament that runs, one step at a time: records that tables have ended, what follows from that, and begins tables. Everything is decided by what is recorded; so any number of servers may
 * do it at once, and be killed at any moment: whoever comes second finds more records, and begins anew.
 */
import type { PoolClient } from 'pg'
import { itemAt } from '../games/lists.js'
import type { TableEnd, TableMatches } from '../match/tables.js'
import { type Suspect, suspects } from './absentees.js'
import { recordsDue } from './course.js'
import { newsOf, type Tell } from './news.js'
import type { Table, TableResult, TournamentRecord } from './record.js'
import { tablesToBegin } from './scheduling.js'
import { dealSecret, matchIdOf } from './secrets.js'
import { afterAll, entrantOf, type Tournament } from './state.js'
import { accountOf, type Kept, type TournamentLog } from './store/log.js'
import { dealsOver, sharedDeals } from './told.js'

export interface RunningDeps {
  readonly log: TournamentLog
  readonly matches: Omit<TableMatches, 'tournamentsOf' | 'tellOfTournament'> & {
    /** Begins a match that is full. */
    begin(match: string): Promise<void>
  }
  /** Entrants whose accounts can no longer play. */
  readonly goneOf: (tournament: string) => Promise<number[]>
  readonly secretOf: (client: PoolClient, tournament: string) => Promise<Uint8Array>
  readonly tell: Tell
}

/** Tables that are begun in one transaction. */
const AT_ONCE = 16

/** Whether there was anything to do, so that there may be more. */
export async function takeStep(deps: RunningDeps, id: string): Promise<boolean> {
  const kept = await deps.log.read(id)
  if (!kept || kept.isSettled) return false
  if (kept.tournament.status === 'over') return finish(deps, kept)
  return (
    (await withdrawGone(deps, kept)) ||
    (await recordEnds(deps, kept)) ||
    (await recordDue(deps, kept)) ||
    (await beginTables(deps, kept))
  )
}

/** With what is shown and told because of them. Others may have come first, and then nothing is written: there is more to do in either case. */
async function record(
  { log, matches, tell }: RunningDeps,
  kept: Kept,
  records: readonly TournamentRecord[],
  besides?: (client: PoolClient) => Promise<void>,
): Promise<true> {
  await log.append(kept, records, async (client, after) => {
    await besides?.(client)
    const shown = dealsEndedBy(records, after)
    if (shown.length > 0) await matches.showDeals(client, kept.id, shown)
    await tell(client, newsOf(kept, records, after))
  })
  return true
}

function dealsEndedBy(records: readonly TournamentRecord[], after: Tournament): number[] {
  const ended = records.filter((one) => one.type === 'tableEnded').map(({ table }) => itemAt(after.tables, table - 1).deal)
  if (ended.length === 0) return []
  const over = dealsOver(after)
  return [...new Set(ended)].filter((deal) => over.has(deal))
}

async function withdrawGone(deps: RunningDeps, kept: Kept): Promise<boolean> {
  const gone = (await deps.goneOf(kept.id)).filter((number) => kept.tournament.entrants[number - 1]?.until === null)
  return (
    gone.length > 0 &&
    record(
      deps,
      kept,
      gone.map((entrant) => withdrew(entrant, 'its account can no longer play')),
    )
  )
}

const withdrew = (entrant: number, reason: string): TournamentRecord => ({ type: 'withdrew', entrant, reason })

async function recordEnds(deps: RunningDeps, kept: Kept): Promise<boolean> {
  const { tournament } = kept
  const tables = [...tournament.underWay].map((number) => ({ number, match: tournament.matches.get(number) ?? '' }))
  const ends = tables.length === 0 ? [] : await deps.matches.endsOf(tables.map(({ match }) => match))
  if (ends.length === 0) return false
  const byMatch = new Map(ends.map((end) => [end.match, end]))
  const results = tables
    .toSorted((one, other) => one.number - other.number)
    .flatMap(({ number, match }) => {
      const end = byMatch.get(match)
      return end ? [resultOf(number, end)] : []
    })
  const ended = results.map((result): TournamentRecord => ({ type: 'tableEnded', ...result }))
  const absent = await absentees(deps, afterAll(tournament, ended), results)
  return record(deps, kept, [...ended, ...absent.map((entrant) => withdrew(entrant, 'lost every table of a round by the clock'))])
}

const resultOf = (table: number, { places, left, head }: TableEnd): TableResult => ({
  table,
  outcome: places ? 'played' : 'void',
  places: (places ?? []).map(({ seat, place, score }) => ({ seat, place, score })),
  left: left.map(({ seat }) => seat),
  head,
})

async function absentees({ matches }: RunningDeps, tournament: Tournament, results: readonly TableResult[]): Promise<number[]> {
  const found: number[] = []
  for (const suspect of suspects(tournament, results))
    if (await didNotAnswer(matches, tournament, suspect)) found.push(suspect.entrant)
  return [...new Set(found)]
}

async function didNotAnswer(
  matches: RunningDeps['matches'],
  tournament: Tournament,
  { entrant, tables }: Suspect,
): Promise<boolean> {
  const played = tables.map(({ number, seats }) => ({
    match: tournament.matches.get(number) ?? '',
    seat: seats.indexOf(entrant),
  }))
  const ends = await matches.endsOf(played.map(({ match }) => match))
  const late = new Set(
    ends.flatMap(({ match, left }) => left.filter(({ reason }) => reason === 'timeout').map(({ seat }) => `${match} ${seat}`)),
  )
  return played.every(({ match, seat }) => late.has(`${match} ${seat}`))
}

async function recordDue(deps: RunningDeps, kept: Kept): Promise<boolean> {
  const due = recordsDue(kept.tournament)
  return due.length > 0 && record(deps, kept, due)
}

async function beginTables(deps: RunningDeps, kept: Kept): Promise<boolean> {
  const { id, tournament } = kept
  const tables = tablesToBegin(tournament).slice(0, AT_ONCE)
  if (tables.length === 0) return false
  const begun = tables.map(({ number: table }) => ({ type: 'tableBegun' as const, table, match: matchIdOf(id, table) }))
  const shared = sharedDeals(tournament.tables)
  await record(deps, kept, begun, async (client) => {
    const secret = await deps.secretOf(client, id)
    for (const table of tables) await deps.matches.makeTable(client, newTable(kept, table, secret, shared.has(table.deal)))
  })
  // If this server dies before, they are begun by the sweep for full matches.
  await Promise.all(begun.map(({ match }) => deps.matches.begin(match)))
  return true
}

function newTable({ id, tournament }: Kept, table: Table, secret: Uint8Array, isShared: boolean) {
  const { setting } = tournament
  const { game, options } = itemAt(setting.games, table.game)
  return {
    tournament: id,
    number: table.number,
    match: matchIdOf(id, table.number),
    game,
    options,
    clock: setting.clock,
    rated: setting.rated,
    players: table.seats.map((number) => accountOf(entrantOf(tournament, number).who)),
    deal: { number: table.deal, secret: dealSecret(secret, table.deal), isShared },
  }
}

/** Tables that the organiser has cut short are ended, and then everything is shown. */
async function finish({ log, matches }: RunningDeps, { id, tournament }: Kept): Promise<boolean> {
  const cut = [...tournament.matches]
    .filter(([table]) => tournament.results.get(table)?.outcome === 'void')
    .map(([, match]) => match)
  if (!(await allEnded(matches, cut))) {
    for (const match of cut) await matches.begin(match)
    await matches.abortTables(cut)
    if (!(await allEnded(matches, cut))) return false
  }
  const deals = [...new Set(tournament.tables.map(({ deal }) => deal))]
  await log.settle(id, (client) => matches.showDeals(client, id, deals))
  return false
}

const allEnded = async (matches: RunningDeps['matches'], cut: readonly string[]): Promise<boolean> =>
  cut.length === 0 || (await matches.endsOf(cut)).length === cut.length
