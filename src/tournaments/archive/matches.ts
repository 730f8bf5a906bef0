/** The matches in the file of a tournament, each held to its table. */
import { z } from 'zod'
import { inTurns } from '../../platform/turns.js'
import { tournamentOf } from '../state.js'
import { orderOf } from '../table-order.js'
import type { ArchiveHead } from './archive.js'
import type { ExpectedMatch, MatchVerdict } from './match-check.js'
import type { Archive } from './reading.js'

export interface MatchesCheck {
  /** Those that are right. */
  readonly matches: number
  readonly entries: number
  /** Entries that older rules decided. */
  readonly unjudged: number
  /** In the order of the tables. */
  readonly problems: readonly string[]
}

interface Checking {
  /** Judges one match. */
  readonly check: (expected: ExpectedMatch, text: string) => Promise<MatchVerdict>
  /** How many are judged at once. */
  readonly atOnce: number
  readonly onChecked: (matches: number, of: number) => void
}

/** Every match must be that of a table, and every table that was played must have one. */
export async function checkMatches({ head, matches }: Archive, { check, atOnce, onChecked }: Checking): Promise<MatchesCheck> {
  const expected = expectedMatches(head)
  const all = expected.size
  let done = 0
  const judged = await inTurns(matches?.() ?? [], atOnce, async (text, index): Promise<Judged> => {
    const awaited = expected.get(idIn(text) ?? '')
    if (!awaited)
      return { table: 0, verdict: { ok: false, problem: `match ${index + 1} of the file is of no table, or stands there twice` } }
    expected.delete(awaited.order.match)
    const verdict = await check(awaited, text)
    onChecked(++done, all)
    return { table: awaited.order.table, verdict }
  })
  return summed([...judged, ...missing(expected)])
}

interface Judged {
  /** 0 if it is of none. */
  readonly table: number
  readonly verdict: MatchVerdict
}

const missing = (expected: ReadonlyMap<string, ExpectedMatch>): Judged[] =>
  [...expected.values()].flatMap(({ order: { table }, result: { outcome } }) =>
    outcome === 'played' ? [{ table, verdict: { ok: false, problem: 'its match is missing' } }] : [],
  )

function summed(judged: readonly Judged[]): MatchesCheck {
  const right = judged.flatMap(({ verdict }) => (verdict.ok ? [verdict] : []))
  const wrong = judged.flatMap(({ table, verdict }) => (verdict.ok ? [] : [{ table, problem: verdict.problem }]))
  return {
    matches: right.length,
    entries: right.reduce((sum, { entries }) => sum + entries, 0),
    unjudged: right.reduce((sum, { unjudged }) => sum + unjudged, 0),
    problems: wrong
      .sort((one, other) => one.table - other.table)
      .map(({ table, problem }) => (table === 0 ? problem : `table ${table}: ${problem}`)),
  }
}

/** By the id of the match. */
function expectedMatches(head: ArchiveHead): Map<string, ExpectedMatch> {
  const tournament = tournamentOf(head.setting, head.records)
  const chances = { setting: head.setting, id: head.id, secret: Buffer.from(head.secret, 'hex') }
  return new Map(
    tournament.tables.flatMap((table): [string, ExpectedMatch][] => {
      const result = tournament.results.get(table.number)
      if (!result || result.outcome === 'forfeit') return []
      const order = orderOf(chances, table)
      return [[order.match, { order, result }]]
    }),
  )
}

function idIn(text: string): string | undefined {
  try {
    return z.object({ match: z.string() }).safeParse(JSON.parse(text)).data?.match
  } catch {
    return undefined
  }
}
