/** A whole tournament in one file, which `chancery tournament replay` works out again and `chancery verify` checks. */
import { z } from 'zod'
import { canonicalJson } from '../../platform/canonical-json.js'
import { KeptConduct } from '../conduct.js'
import { type CrosstableRow, crosstableOf } from '../crosstable.js'
import { fitOf, type Strength } from '../fit.js'
import { TournamentRecord } from '../record.js'
import { TournamentSetting } from '../setting.js'
import { type Standing, standingsOf } from '../standings.js'
import { type Tournament, tournamentOf } from '../state.js'

const hex = z.string().regex(/^[0-9a-f]{64}$/, 'expected 64 hexadecimal digits')
/** What follows from setting and records: nobody trusts it, so it is read as it is and compared. */
const worked = z.array(z.unknown())

/** All but the matches. */
export const ArchiveHead = z.strictObject({
  format: z.literal('chancery-tournament/1').describe('Kind and version of the file.'),
  id: z.string().describe('Id of the tournament.'),
  setting: TournamentSetting.describe('What the organiser chose.'),
  commitment: hex.describe('SHA-256 of secret and id.'),
  secret: hex.describe('The 32 bytes from which all deals came.'),
  records: z.array(TournamentRecord).describe('What happened, in order.'),
  standings: worked.describe('Who stands where, best first.'),
  crosstable: worked.describe('Who met whom, and who was ahead.'),
  strengths: worked.describe('How strong the entrants are, by maximum likelihood.'),
  programs: z.array(KeptConduct).optional().describe('What local programs did, and did wrong.'),
})
export type ArchiveHead = z.infer<typeof ArchiveHead>

export interface FinalTables {
  readonly standings: readonly Standing[]
  readonly crosstable: readonly CrosstableRow[]
  readonly strengths: readonly Strength[]
}

export const FINAL_TABLES = ['standings', 'crosstable', 'strengths'] as const

export const finalTables = (tournament: Tournament): FinalTables => ({
  standings: standingsOf(tournament),
  crosstable: crosstableOf(tournament),
  strengths: fitOf(tournament),
})

export interface Archived {
  readonly id: string
  readonly setting: TournamentSetting
  readonly commitment: string
  readonly secret: string
  readonly records: readonly TournamentRecord[]
  /** Of local programs. */
  readonly programs?: readonly KeptConduct[]
}

/** Ends the head. What follows, up to the last line, is one match a line. */
export const MATCHES = '"matches":['
/** In place of it, where matches are left out. */
const NO_MATCHES = '"matches":null}\n'
export const LAST_LINE = ']}'

/**
 * The text, piece by piece: one record, row or match a line, so that two files can be compared and a large one can be read without having it in memory. `matches`: JSON on one line each, in the order of their tables;
 * null leaves them out.
 */
export async function* archiveText(
  archived: Archived,
  matches: AsyncIterable<string> | Iterable<string> | null,
): AsyncGenerator<string, void, undefined> {
  const { records, programs, ...known } = archived
  const tables = finalTables(tournamentOf(archived.setting, records))
  yield `${JSON.stringify({ format: 'chancery-tournament/1', ...known } satisfies Partial<ArchiveHead>).slice(0, -1)},\n`
  yield* listText('records', records)
  for (const name of FINAL_TABLES) yield* listText(name, tables[name])
  if (programs) yield* listText('programs', programs)
  if (!matches) return yield NO_MATCHES
  yield MATCHES
  let before = '\n'
  for await (const match of matches) {
    yield `${before}${match}`
    before = ',\n'
  }
  yield `\n${LAST_LINE}\n`
}

function* listText(name: string, items: readonly unknown[]): Generator<string, void, undefined> {
  yield `${JSON.stringify(name)}:[`
  for (const [index, item] of items.entries()) yield `${index === 0 ? '\n' : ',\n'}${canonicalJson(item)}`
  yield '\n],\n'
}
