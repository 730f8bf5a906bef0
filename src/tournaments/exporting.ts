/** A tournament as a file, in parts, so that a large one is never in memory as a whole. */
import { Problem } from '../platform/problem.js'
import { archiveText, FINAL_TABLES, finalTables } from './archive/archive.js'
import { sheetText } from './export/sheet-text.js'
import { sheetOf } from './export/sheets.js'
import type { TournamentExport } from './export-shapes.js'
import type { Reading } from './reading.js'
import type { TournamentRecord } from './record.js'
import type { TournamentCard } from './shapes.js'
import type { Kept, TournamentLog } from './store/log.js'
import { told } from './told.js'
import type { Tournaments } from './tournaments.js'

/** A match as JSON on one line, as far as everybody may have all of it; null if they may not. */
export type ExportedMatch = (match: string) => Promise<string | null>

interface ExportingDeps extends Pick<Reading, 'found' | 'card' | 'recordCards' | 'named'> {
  readonly log: TournamentLog
  readonly exported: ExportedMatch
}

/** Records that are read at a time. */
const AT_ONCE = 1000

export function exporting(deps: ExportingDeps): Pick<Tournaments, 'export'> {
  return {
    async export(caller, id, { format, table, matches }) {
      // In this order: with the secret come all records.
      const card = await deps.card(caller, id)
      const kept = await deps.found(caller, id)
      switch (format) {
        case 'json':
          return archive(deps, kept, card, matches)
        case 'ndjson':
          return lines(deps, kept, card, matches)
        case 'csv':
          return csv(deps, kept, table)
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

async function* csv({ named }: ExportingDeps, { tournament }: Kept, table: TournamentExport['table']): AsyncGenerator<string> {
  yield* sheetText(sheetOf(table, await named(told(tournament))), 'csv')
}
