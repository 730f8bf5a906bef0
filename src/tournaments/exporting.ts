/** A tournament as a file, in parts, so that a large one is never in memory as a whole. */

import type { Caller } from '../accounts/caller.js'
import { Problem } from '../platform/problem.js'
import { archiveText, FINAL_TABLES, finalTables } from './archive/archive.js'
import { type Cell, csvLine } from './csv.js'
import type { TournamentExport } from './export-shapes.js'
import type { Reading } from './reading.js'
import type { TournamentRecord } from './record.js'
import type { TournamentCard } from './shapes.js'
import type { Kept, TournamentLog } from './store/log.js'
import { told } from './told.js'
import type { Tournaments } from './tournaments.js'

/** A match as JSON on one line, as far as everybody may have all of it; null if they may not. */
export type ExportedMatch = (match: string) => Promise<string | null>

interface ExportingDeps
  extends Pick<Reading, 'found' | 'card' | 'recordCards' | 'standings' | 'crosstable' | 'strengths' | 'entrants' | 'tables'> {
  readonly log: TournamentLog
  readonly exported: ExportedMatch
}

/** Records that are read at a time. */
const AT_ONCE = 1000

export function exporting(deps: ExportingDeps): Pick<Tournaments, 'export'> {
  return {
    async export(caller, id, { format, table, matches }) {
      const kept = await deps.found(caller, id)
      const card = await deps.card(caller, id)
      switch (format) {
        case 'json':
          return archive(deps, kept, card, matches)
        case 'ndjson':
          return lines(deps, kept, card, matches)
        case 'csv':
          return csv(deps, caller, id, table)
      }
    },
  }
}

async function* recordsOf({ log, recordCards }: ExportingDeps, kept: Kept) {
  for (let after = 0; after < kept.newest; ) {
    const stored = (await log.page(kept.id, after, AT_ONCE)).filter(({ number }) => number <= kept.newest)
    yield* await recordCards(kept, stored)
    after = stored.at(-1)?.number ?? kept.newest
  }
}

async function* matchesOf({ exported }: ExportingDeps, { tournament }: Kept): AsyncGenerator<string> {
  for (const { number } of tournament.tables) {
    const match = tournament.matches.get(number)
    const text = match === undefined ? null : await exported(match)
    if (text !== null) yield text
  }
}

/** The file that `chancery tournament replay` works out again: it holds the secret, so there is none before the end. */
async function archive(deps: ExportingDeps, kept: Kept, card: TournamentCard, matches: boolean): Promise<AsyncIterable<string>> {
  const { id, setting, commitment, secret } = card
  if (secret === null)
    throw new Problem(
      409,
      'TOURNAMENT_NOT_OVER',
      'There is no such file before the tournament is over: ask for `ndjson` or `csv`.',
    )
  const records: TournamentRecord[] = []
  // A card of a record holds the record itself, with the name that its account has now.
  for await (const { record } of recordsOf(deps, kept)) records.push(record as TournamentRecord)
  return archiveText({ id, setting, commitment, secret, records }, matches ? matchesOf(deps, kept) : null)
}

async function* lines(deps: ExportingDeps, kept: Kept, card: TournamentCard, matches: boolean): AsyncGenerator<string> {
  yield line({ type: 'tournament', tournament: card })
  for await (const { number, at, record } of recordsOf(deps, kept)) yield line({ type: 'record', number, at, record })
  const tables = finalTables(told(kept.tournament))
  for (const name of FINAL_TABLES) for (const row of tables[name]) yield line({ type: name, row })
  if (matches) for await (const match of matchesOf(deps, kept)) yield `{"type":"match","match":${match}}\n`
}

const line = (value: object): string => `${JSON.stringify(value)}\n`

async function csv(
  deps: ExportingDeps,
  caller: Caller,
  id: string,
  table: TournamentExport['table'],
): Promise<AsyncIterable<string>> {
  const [heading, rows] = await csvRows(deps, caller, id, table)
  return parts([heading, ...rows])
}

async function* parts(rows: readonly (readonly Cell[])[]): AsyncGenerator<string> {
  for (const row of rows) yield csvLine(row)
}

type CsvRows = readonly [heading: readonly string[], rows: readonly (readonly Cell[])[]]

const EVERYTHING = { first: Number.MAX_SAFE_INTEGER }

async function csvRows(deps: ExportingDeps, caller: Caller, id: string, table: TournamentExport['table']): Promise<CsvRows> {
  switch (table) {
    case 'standings': {
      const { items } = await deps.standings(caller, id)
      const criteria = items[0]?.criteria.map(({ name }) => `by ${name}`) ?? []
      const heading = ['place', 'entrant', 'name', 'version', 'points', 'played', 'wins', ...criteria, 'withdrawn']
      return [
        heading,
        items.map(({ place, entrant, name, version, points, played, wins, criteria: values, withdrawn }) => [
          ...[place, entrant, name, version, points, played, wins],
          ...values.map(({ value }) => value),
          withdrawn,
        ]),
      ]
    }
    case 'crosstable': {
      const { rows } = await deps.crosstable(caller, id)
      return [
        ['entrant', 'name', 'version', 'against', 'met', 'points'],
        rows.flatMap(({ entrant, name, version, cells }) =>
          cells.map(({ against, met, points }) => [entrant, name, version, against, met, points]),
        ),
      ]
    }
    case 'tables': {
      const { items } = await deps.tables(caller, id, {}, EVERYTHING)
      return [
        ['table', 'round', 'game', 'deal', 'status', 'match', 'seat', 'entrant', 'name', 'place', 'score', 'left'],
        items.flatMap(({ number, round, game, deal, status, match, seats }) =>
          seats.map(({ seat, entrant, name, place, score, left }) => [
            ...[number, round, game, deal, status, match],
            ...[seat, entrant, name, place, score, left],
          ]),
        ),
      ]
    }
    case 'strengths': {
      const { items } = await deps.strengths(caller, id)
      return [
        ['entrant', 'name', 'version', 'strength', 'low', 'high', 'elo', 'tables'],
        items.map((one) => [one.entrant, one.name, one.version, one.strength, one.low, one.high, one.elo, one.tables]),
      ]
    }
    case 'entrants': {
      const { items } = await deps.entrants(caller, id, EVERYTHING)
      return [
        ['entrant', 'name', 'player', 'version', 'rating', 'from', 'withdrawn'],
        items.map((one) => [one.number, one.name, one.player.id, one.version, one.rating, one.from, one.withdrawn]),
      ]
    }
  }
}
