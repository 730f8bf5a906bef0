/**
 * A row of `deadline` says when somebody has to look at a seat, never later than it is due. A move leaves it where it is (src/log/append-statements.ts), so whoever looks works out from
 * the newest entry how the seat stands, and writes that down.
 */
import { escapeLiteral, type Pool } from 'pg'
import type { Awaiting } from '../log/entry.js'
import { codeOf } from '../platform/thrown.js'
import type { Clock } from './clock.js'
import { deadlineOf, type Span, type Times } from './times.js'

/** The newest entry of a match, as far as its clocks are concerned. */
export interface Head {
  readonly version: number
  readonly awaiting: readonly Awaiting[]
  readonly times: Times | null
  readonly clock: Clock | null
}

/** An expression for the head of a match. */
export const HEAD_OF = (
  match: string,
): string => `(select json_build_object('version', e.version, 'awaiting', e.awaiting, 'times', e.times,
    'clock', (select m.clock from match m where m.id = e.match_id)) from entry e where e.match_id = ${match} order by e.version desc limit 1)`

/** A decision that is open. */
export interface Standing {
  readonly opened: number
  readonly due: number
  /** The version at which it opened. */
  readonly since: number
}

/** Null if the seat has nothing to decide. */
export function standingOf({ clock, times, awaiting }: Head, seat: number, spans: readonly Span[]): Standing | null {
  const due = clock && times && deadlineOf(clock, times, seat, spans)
  const opened = times?.opened[seat] ?? null
  const since = awaiting.find((one) => one.seat === seat)?.since
  return due === null || opened === null || since === undefined ? null : { opened, due, since }
}

/** What a row is to say from now on, if the entry of this version is still the newest. */
export interface Correction {
  readonly match: string
  readonly seat: number
  readonly version: number
  /** How the seat stands; null if there is nothing to look at. */
  readonly standing: Standing | null
  /** The row stays as it is, and nobody looks at it for so long. */
  readonly putOffMs?: number
  /** It is for the house to decide from now on. */
  readonly isLeftToHouse?: boolean
  /** The row is due in so many milliseconds, and until then not among those that every look passes over. */
  readonly postponeMs?: number
}

/** A writer that is stuck holds this up, and others wait behind it: so it is not waited for, and the row is soon looked at again. */
const PATIENCE_MS = 50
const LOCKED = '55P03'

/**
 * One message and so one transaction, in which the lock is held for no longer than the statements take. Entries with deadlines are kept out: one that was written before is seen here,
 * and its match is left alone; one that comes after sees what is written here. It may be lost in a crash: then it is looked at once more.
 */
const correction = (asked: string): string => `set local lock_timeout = ${PATIENCE_MS};
set local synchronous_commit = off;
lock table deadline in share row exclusive mode;
with asked as (
  select * from json_to_recordset(${asked}) as row(match_id uuid, seat int, version int, since int, due float8, opened float8, put_off float8, postpone float8, to_house boolean)
), stands as materialized (
  select * from asked where version = (select e.version from entry e where e.match_id = asked.match_id order by e.version desc limit 1)
), gone as (
  delete from deadline d using stands s where d.match_id = s.match_id and d.seat = s.seat and s.due is null and s.put_off is null and s.postpone is null and s.to_house is null
), put_off as (
  update deadline d set taken_until = clock_timestamp() + s.put_off * interval '1 millisecond' from stands s
  where d.match_id = s.match_id and d.seat = s.seat and s.put_off is not null
), to_house as (
  update deadline d set opened = null, taken_until = null from stands s where d.match_id = s.match_id and d.seat = s.seat and s.to_house
), postponed as (
  update deadline d set due = date_trunc('milliseconds', clock_timestamp()) + s.postpone * interval '1 millisecond', taken_until = null from stands s
  where d.match_id = s.match_id and d.seat = s.seat and s.postpone is not null
)
update deadline d set version = s.since, due = to_timestamp(s.due / 1000), opened = to_timestamp(s.opened / 1000), taken_until = null from stands s
where d.match_id = s.match_id and d.seat = s.seat and s.due is not null`

export async function correct(pool: Pool, corrections: readonly Correction[]): Promise<void> {
  if (corrections.length === 0) return
  const asked = corrections.map(({ match, seat, version, standing, putOffMs, postponeMs, isLeftToHouse }) => ({
    match_id: match,
    seat,
    version,
    since: standing?.since,
    due: standing?.due,
    opened: standing?.opened,
    put_off: putOffMs,
    postpone: postponeMs,
    to_house: isLeftToHouse,
  }))
  await pool.query(correction(escapeLiteral(JSON.stringify(asked)))).catch((error: unknown) => {
    if (codeOf(error) !== LOCKED) throw error
  })
}
