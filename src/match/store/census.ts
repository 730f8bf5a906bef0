/** How many matches there are of each status, cheaply: docs/decisions/0022 tells why it is done so. */
import type { Pool } from 'pg'
import type { CountMatches } from '../../platform/metrics/database.js'
import { MATCH_STATUSES } from '../shapes.js'

/** So many are counted one by one; beyond it the planner of Postgres is asked, which knows it to a few per cent without reading a match. */
const COUNTED = 10_000
/** How old the figure may be. Prometheus asks every 15 seconds or so. */
const KEPT_MS = 30_000

interface CensusSettings {
  readonly counted?: number
  readonly keptMs?: number
}

export function matchCensus(pool: Pool, { counted = COUNTED, keptMs = KEPT_MS }: CensusSettings = {}): CountMatches {
  let kept: { figure: ReturnType<CountMatches>; until: number } | undefined
  return () => {
    if (kept && kept.until > performance.now()) return kept.figure
    const figure = census(pool, counted)
    kept = { figure, until: performance.now() + keptMs }
    // A failure is not kept: the figure is wanted as soon as the database is back.
    figure.catch(() => {
      kept = undefined
    })
    return figure
  }
}

async function census(pool: Pool, most: number): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ status: string; matches: number }>({
    name: 'match-census',
    // In the order of an index, so that no more than what is counted is read.
    text: `select status, (select count(*) from
             (select from match where match.status = asked.status order by created_at desc limit $2) found)::int as matches
           from unnest($1::text[]) as asked(status)`,
    values: [MATCH_STATUSES, most + 1],
  })
  const figures: Record<string, number> = {}
  for (const { status, matches } of rows)
    figures[status] = matches > most ? Math.max(most, await estimate(pool, status)) : matches
  return figures
}

async function estimate(pool: Pool, status: string): Promise<number> {
  const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
    'explain (format json) select from match where status = $1',
    [status],
  )
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0
}
