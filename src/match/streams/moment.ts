/** What the database's clock says, and up to when nothing older can still appear. */
import type { Pool } from 'pg'
import { itemAt } from '../../games/lists.js'
import { batched } from '../../log/log.js'

/** Times are microseconds since 1970. */
export interface Moment {
  /** Names the run of Postgres: another one after every start, on every standby and in every restored cluster. */
  readonly run: string
  readonly now: number
  /** When the oldest transaction began that is writing entries, news or reminders, or settling orders; now, if there is none. */
  readonly oldest: number
}

/** Postgres' client hands numbers of this size over as text. */
export const micros = (time: string): string => `(extract(epoch from ${time}) * 1000000)::bigint::text`

/**
 * Who writes entries, news or reminders, or settles standing orders, holds a lock on their table from before the stamp until after the commit is visible, so whatever is stamped earlier than `oldest`
 * and is not there when it is read afterwards will never be. `statement_timestamp` is older than the look at the locks, as it must be.
 */
const MOMENT = `select ${micros('pg_postmaster_start_time()')} as run, ${micros('statement_timestamp()')} as now, ${micros('coalesce(least(w.began, statement_timestamp()), statement_timestamp())')} as oldest
from (select min(a.xact_start) as began from pg_locks l cross join lateral pg_stat_get_activity(l.pid) a
  where l.relation in ('entry'::regclass, 'news'::regclass, 'deadline_reminder'::regclass, 'standing_order'::regclass) and l.mode = 'RowExclusiveLock' and l.database = (select oid from pg_database where datname = current_database())) w`

interface MomentRow {
  run: string
  now: string
  oldest: string
}

/** Asked by many at once, it costs one query. */
export function moments(pool: Pool): () => Promise<Moment> {
  const ask = batched(async (asked: string[]) => {
    const { rows } = await pool.query<MomentRow>({ name: 'moment', text: MOMENT })
    const { run, now, oldest } = itemAt(rows, 0)
    const moment = { run: BigInt(run).toString(36), now: Number(now), oldest: Number(oldest) }
    return asked.map(() => moment)
  })
  return () => ask('now')
}
