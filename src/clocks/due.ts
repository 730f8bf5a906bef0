/** Deadlines that have passed, as the servers share them out. */
import type { Pool } from 'pg'
import { IN_HASTE } from './haste.js'
import { MS } from './milliseconds.js'
import { type Correction, correct, HEAD_OF, type Head, standingOf } from './standing.js'
import type { Time } from './times.js'

export interface Due {
  readonly match: string
  readonly seat: number
  /** Whether the house is to decide, as soon as it has thought. */
  readonly isHouse: boolean
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
  /** Some that are due, the oldest first: of clocks and of the house. No other server takes them for a moment, so that they are not worked on twice for nothing. */
  take(most: number, mostOfHouse: number): Promise<Taken>
  /** The same for as long again, of what the house still thinks about. */
  keep(thinking: readonly Due[]): Promise<void>
  /** Sees to it that these are looked at when they are due, and not before. */
  correct(early: readonly Correction[]): Promise<void>
  /** Leaves one that was not acted on alone for a while, if it still stands. */
  putOff(due: Due): Promise<void>
  /** The house is to decide it, which may take its time: it is no longer among those of clocks. */
  leaveToHouse(due: Due): Promise<void>
  /** Makes one due that much later, if it still stands: it is no longer among those that every look passes over. */
  postpone(due: Due, ms: number): Promise<void>
}

/** For how long others leave alone what a server has taken. It may have died since. */
const TAKEN_MS = 250
/** The same of what the house thinks about: longer, because it is kept again and again, and to think twice is dearer than to look twice. */
const THINKING_MS = 500
const PUT_OFF_MS = 30_000

const FREE = 'due <= statement_timestamp() and (taken_until is null or taken_until < statement_timestamp())'

/**
 * Looks only at what is due and at the one after. `statement_timestamp` and not the moment of each row: with the index it is looked up once, and what
 * becomes due meanwhile waits for the next look. An array, because the planner may join a subquery with a scan.
 */
export const TAKE = `with of_clocks as materialized (
  select match_id, seat from deadline where opened is not null and ${FREE} order by due limit $1 for update skip locked
), of_house as materialized (
  select match_id, seat from deadline where opened is null and ${FREE} order by due limit $2 for update skip locked
), taken as (
  update deadline set taken_until = statement_timestamp() + case when opened is null then ${THINKING_MS} else ${TAKEN_MS} end * interval '1 millisecond'
  from (select * from of_clocks union all select * from of_house) due
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

/** Not of a decision that has opened since: its row is free. */
const KEEP = `update deadline d set taken_until = statement_timestamp() + interval '${THINKING_MS} milliseconds'
from unnest($1::uuid[], $2::int[]) as thinking(match_id, seat)
where d.match_id = thinking.match_id and d.seat = thinking.seat and d.opened is null and d.taken_until is not null
returning ${IN_HASTE}`

interface Looked extends Omit<Due, 'version'> {
  /** Null if the match has no entry. */
  readonly head: Head | null
}

export const deadlines = (pool: Pool, time: Pick<Time, 'spans'>): Deadlines => ({
  async take(most, mostOfHouse) {
    const { rows } = await pool.query<Look>({ name: 'take-due', text: TAKE, values: [most, mostOfHouse] })
    const { looked, now, next } = rows[0] ?? { looked: [], now: 0, next: null }
    const taken: Due[] = []
    const early: Correction[] = []
    for (const { match, seat, due, isHouse, head } of looked) {
      const version = head?.version ?? 0
      const standing = head && standingOf(head, seat, time.spans)
      if (isHouse) taken.push({ match, seat, isHouse, due, version })
      else if (standing && standing.due <= now) taken.push({ match, seat, isHouse, due: standing.due, version })
      else early.push({ match, seat, version, standing })
    }
    return { taken, early, now, next }
  },
  async keep(thinking) {
    const values = [thinking.map(({ match }) => match), thinking.map(({ seat }) => seat)]
    if (thinking.length > 0) await pool.query({ name: 'keep-thinking', text: KEEP, values })
  },
  correct: (early) => correct(pool, early),
  leaveToHouse: ({ match, seat, version }) => correct(pool, [{ match, seat, version, standing: null, isLeftToHouse: true }]),
  putOff: ({ match, seat, version }) => correct(pool, [{ match, seat, version, standing: null, putOffMs: PUT_OFF_MS }]),
  postpone: ({ match, seat, version }, ms) => correct(pool, [{ match, seat, version, standing: null, postponeMs: ms }]),
})
