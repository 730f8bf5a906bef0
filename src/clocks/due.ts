/** Deadlines that have passed, as the servers share them out. */
import type { Pool } from 'pg'
import { IN_HASTE } from './haste.js'
import { MS } from './milliseconds.js'

export interface Due {
  readonly match: string
  readonly seat: number
  /** When the time was up. */
  readonly due: number
}

export interface Taken {
  readonly taken: readonly Due[]
  /** By the clock of the database, as are all times here. */
  readonly now: number
  /** When the next one is due, or is free again that another server has taken; null if there is none. */
  readonly next: number | null
}

export interface Deadlines {
  /** Some that are due, the oldest first. No other server takes them for a moment, so that they are not worked on twice for nothing. */
  take(most: number): Promise<Taken>
  /** Leaves one that was not acted on alone for a while, if it still stands. */
  putOff(due: Due): Promise<void>
  /** Makes one due that much later, if it still stands: it is no longer among those that every look passes over. */
  postpone(due: Due, ms: number): Promise<void>
}

/** For how long others leave alone what a server has taken. It may have died since. */
const TAKEN_MS = 400
const PUT_OFF_MS = 30_000

/**
 * Looks only at what is due and at the one after. `statement_timestamp` and not the moment of each row: with the index it is looked up once, and what
 * becomes due meanwhile waits for the next look. An array, because the planner may join a subquery with a scan.
 */
export const TAKE = `with due as materialized (
  select match_id, seat from deadline where due <= statement_timestamp() and (taken_until is null or taken_until < statement_timestamp())
  order by due limit $1 for update skip locked
), taken as (
  update deadline set taken_until = statement_timestamp() + interval '${TAKEN_MS} milliseconds' from due
  where deadline.match_id = due.match_id and deadline.seat = due.seat
  returning deadline.match_id as match, deadline.seat, ${MS('deadline.due')} as due
)
select ${MS('statement_timestamp()')} as now, ${MS('least(coming.due, leased.until)')} as next,
  coalesce((select json_agg(taken order by due) from taken), '[]') as taken, ${IN_HASTE} as haste
from (select min(due) as due from deadline where due > statement_timestamp()) coming,
  (select min(taken_until) as until from deadline where due <= statement_timestamp() and taken_until > statement_timestamp()) leased`

export const deadlines = (pool: Pool): Deadlines => ({
  async take(most) {
    const { rows } = await pool.query<Taken>({ name: 'take-due', text: TAKE, values: [most] })
    return rows[0] ?? { taken: [], now: 0, next: null }
  },
  async putOff({ match, seat, due }) {
    await pool.query({
      name: 'put-off',
      text: `update deadline set taken_until = now() + interval '${PUT_OFF_MS} milliseconds' 
             where match_id = $1 and seat = $2 and due = to_timestamp($3::float8 / 1000)`,
      values: [match, seat, due],
    })
  },
  async postpone({ match, seat, due }, ms) {
    await pool.query({
      name: 'postpone',
      text: `update deadline set due = date_trunc('milliseconds', statement_timestamp()) + $4 * interval '1 millisecond', taken_until = null
             where match_id = $1 and seat = $2 and due = to_timestamp($3::float8 / 1000)`,
      values: [match, seat, due, ms],
    })
  },
})
