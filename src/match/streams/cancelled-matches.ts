/** Whether a match that somebody follows from its beginning will never begin. */
import type { Pool } from 'pg'
import { batched } from '../../log/log.js'

/** Asked by many at once, it costs one query. */
export const cancelledOf = (pool: Pool): ((match: string) => Promise<boolean>) =>
  batched(async (matches: string[]) => {
    const { rows } = await pool.query<{ cancelled: boolean }>({
      name: 'cancelled',
      text: `select coalesce((select status = 'cancelled' from match where match.id = asked.id), false) as cancelled
             from unnest($1::uuid[]) with ordinality as asked(id, place) order by asked.place`,
      values: [matches],
    })
    return rows.map(({ cancelled }) => cancelled)
  })
