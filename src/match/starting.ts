/** Matches that have not begun: what the engine needs to begin them. */
import type { Pool } from 'pg'
import { type Fixed, fixedPart, type MatchRow } from './live.js'
import type { Secrets } from './secrets.js'

const OPEN = `
select m.id, m.game, m.options, m.seats, m.visibility, m.commitment, m.created_by, s.sealed,
  (select json_agg(json_build_object('seat', seat, 'player', player_id)) from seat where match_id = m.id) as holders
from match m join secret s on s.match_id = m.id
where m.id = $1 and m.status = 'open'`

/** Undefined if there is no such match or it has begun. */
export async function loadOpen(pool: Pool, secrets: Secrets, match: string): Promise<Fixed | undefined> {
  const { rows } = await pool.query<MatchRow>({ name: 'load-open', text: OPEN, values: [match] })
  return rows[0] && fixedPart(rows[0], secrets)
}

export async function unstarted(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select m.id from match m where m.status = 'open' and (select count(*) from seat where match_id = m.id) = m.seats`,
  )
  return rows.map(({ id }) => id)
}
