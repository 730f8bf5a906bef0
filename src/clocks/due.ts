/** Deadlines that have passed, as the servers share them out. */
import type { Pool } from 'pg'
import { IN_HASTE } from './haste.js'
import { MS } from './milliseconds.js'
import { type Correction, correct, HEAD_OF, type Head, standingOf } from './standing.js'
import type { Time } from './times.js'

export interface Due {
  readonly match: string
  readonly seat: number
  /** When the time was up. */
  readonly due: number
  /** The version of the match by which it is due. */
  readonly version: number
}

export interface Taken {
  readonly taken: readonly Due[]
  /** Rows that were looked at too early. */
  readonly early: readonly Correction[]
  /** By the clock of the database, as are all times here. */
  readonly now: number
  /** When the next one is to be looked at, or is free again that another server has taken; null if there is none. */
  readonly next: number | null
}

export interface Deadlines {
  /** Some that are due, the oldest first. No other server takes them for a moment, so that they are not worked on twice for nothing. */
  take(most: number): Promise<Taken>
  /** Sees to it that these are looked at when they are due, and not before. */
  correct(early: readonly Correction[]): Promise<void>
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
  returning deadline.match_id as match, deadline.seat, ${MS('deadline.due')} as due, deadline.opened is null as "isHouse"
)
select ${MS('statement_timestamp()')} as now, ${MS('least(coming.due, leased.until)')} as next,
  coalesce((select json_agg(looked order by due) from (select *, ${HEAD_OF('taken.match')} as head from taken) looked), '[]') as looked, ${IN_HASTE} as haste
from (select min(due) as due from deadline where due > statement_timestamp()) coming,
  (select min(taken_until) as until from deadline where due <= statement_timestamp() and taken_until > statement_timestamp()) leased`

interface Look {
  readonly now: number
  readonly next: number | null
  readonly looked: readonly Looked[]
}

interface Looked extends Omit<Due, 'version'> {
  /** Whether the house is to decide, which it does at once. */
  readonly isHouse: boolean
  /** Null if the match has no entry. */
  readonly head: Head | null
}

export const deadlines = (pool: Pool, time: Pick<Time, 'spans'>): Deadlines => ({
  async take(most) {
    const { rows } = await pool.query<Look>({ name: 'take-due', text: TAKE, values: [most] })
    const { looked, now, next } = rows[0] ?? { looked: [], now: 0, next: null }
    const taken: Due[] = []
    const early: Correction[] = []
    for (const { match, seat, due, isHouse, head } of looked) {
      const version = head?.version ?? 0
      const standing = head && standingOf(head, seat, time.spans)
      if (isHouse) taken.push({ match, seat, due, version })
      else if (standing && standing.due <= now) taken.push({ match, seat, due: standing.due, version })
      else early.push({ match, seat, version, standing })
    }
    return { taken, early, now, next }
  },
  correct: (early) => correct(pool, early),
  putOff: ({ match, seat, version }) => correct(pool, [{ match, seat, version, standing: null, putOffMs: PUT_OFF_MS }]),
  postpone: ({ match, seat, version }, ms) => correct(pool, [{ match, seat, version, standing: null, postponeMs: ms }]),
})
