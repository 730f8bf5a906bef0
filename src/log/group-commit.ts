/**
 * Group commit: all appends that wait at one moment go to Postgres in one statement, so that they share its parsing, its round
 * trip and its flush to disk. A match is in at most one batch at a time, because its writer waits for the answer. One statement is in flight at a
 * time: with two, the batches were smaller and every move cost more (measured).
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Pool } from 'pg'
import { isOutage } from '../platform/outage.js'
import { Problem } from '../platform/problem.js'
import type { Awaiting, Entry } from './entry.js'

/** What is handed to the log with one entry. */
export interface Append {
  readonly match: string
  readonly seat: number | null
  readonly entry: Entry
  readonly awaiting: readonly Awaiting[]
  readonly idempotencyKey: string | null
  readonly request: string | null
  /** What becomes of the match with this entry; null if it goes on as it was. */
  readonly becomes: 'running' | 'over' | null
  readonly result: readonly object[] | null
  /** The seat that leaves with this entry. */
  readonly leaves: number | null
}

/** Whom the log tells about its work. */
export interface LogListeners {
  readonly onBatch: (size: number, milliseconds: number) => void
  readonly onAppended: (matches: readonly { match: string; version: number }[]) => void
}

type Outcome = 'appended' | 'conflict'
interface Waiting {
  readonly row: Append
  readonly resolve: (outcome: Outcome) => void
  readonly reject: (error: unknown) => void
}

const MOST_IN_A_BATCH = 256
/** While the database cannot be reached, an append is tried again after each of these, in milliseconds. */
const PAUSES = [20, 60, 200, 500, 1000, 1500]

export function groupCommit(pool: Pool, { onBatch, onAppended }: LogListeners): (row: Append) => Promise<Outcome> {
  const queue: Waiting[] = []
  let draining = false

  const drain = async (): Promise<void> => {
    draining = true
    while (queue.length > 0) {
      const batch = queue.splice(0, MOST_IN_A_BATCH)
      const began = performance.now()
      await settle(pool, batch, onAppended)
      onBatch(batch.length, performance.now() - began)
    }
    draining = false
  }

  return (row) =>
    new Promise((resolve, reject) => {
      queue.push({ row, resolve, reject })
      if (!draining && queue.length === 1) setImmediate(drain)
    })
}

/** Answers every writer of the batch; never throws. If the batch fails as a whole, its rows are tried one by one. */
async function settle(pool: Pool, batch: readonly Waiting[], onAppended: LogListeners['onAppended']): Promise<void> {
  try {
    const appended = await insert(
      pool,
      batch.map(({ row }) => row),
    )
    const fresh = batch.filter(({ row }) => appended.has(row.match))
    if (fresh.length > 0) onAppended(fresh.map(({ row }) => ({ match: row.match, version: row.entry.version })))
    for (const { row, resolve } of batch) resolve(appended.has(row.match) ? 'appended' : 'conflict')
  } catch {
    await Promise.all(batch.map((one) => settleAlone(pool, one, onAppended)))
  }
}

/**
 * After a lost connection it is unknown whether the row was written. Writing the same row again is harmless, and the hash
 * of whatever stands there tells whether it is ours.
 */
async function settleAlone(pool: Pool, { row, resolve, reject }: Waiting, onAppended: LogListeners['onAppended']): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      const inserted = (await insert(pool, [row])).has(row.match)
      const ours = inserted || (await hashAt(pool, row)) === row.entry.hash
      if (ours) onAppended([{ match: row.match, version: row.entry.version }])
      return resolve(ours ? 'appended' : 'conflict')
    } catch (error) {
      if (!isOutage(error)) return reject(error)
      const pause = PAUSES[attempt]
      if (pause === undefined) return reject(unreachable())
      await delay(pause)
    }
  }
}

const unreachable = (): Problem =>
  new Problem(503, 'DATABASE_UNAVAILABLE', 'The database cannot be reached; try again with the same idempotency key.', 2)

const INSERT = `
with asked as (
  select * from json_to_recordset($1::json) as row(
    match_id uuid, version int, seat int, rules int, command json, events json, rolls json, awaiting json,
    at timestamptz, hash text, idempotency_key text, request text, becomes text, result json, leaves int)
), written as (
  insert into entry (match_id, version, seat, rules, command, events, rolls, awaiting, at, hash, idempotency_key, request)
  select match_id, version, seat, rules, command, events, rolls, awaiting, at, hash, idempotency_key, request
  from asked order by match_id
  on conflict do nothing
  returning match_id
)`

/** A match changes rows of its own only when it starts or ends or a seat leaves, so the statement that does it is a separate one. */
const RETURN_WRITTEN = `${INSERT} select match_id from written`
const RETURN_AND_CHANGE = `${INSERT}, changed as (
  update match set
    status = asked.becomes,
    result = asked.result,
    started_at = case when asked.becomes = 'running' then asked.at else match.started_at end,
    ended_at = case when asked.becomes = 'over' then asked.at else match.ended_at end
  from asked join written using (match_id)
  where match.id = asked.match_id and asked.becomes is not null
), gone as (
  update seat set left_version = asked.version
  from asked join written using (match_id)
  where seat.match_id = asked.match_id and seat.seat = asked.leaves
)
select match_id from written`

/** The matches whose row was written. Sorted by match: two unsorted batches of two servers would wait for each other for ever. */
async function insert(pool: Pool, rows: readonly Append[]): Promise<Set<string>> {
  const changes = rows.some(({ becomes, leaves }) => becomes !== null || leaves !== null)
  const { rows: written } = await pool.query<{ match_id: string }>({
    name: changes ? 'append-and-change' : 'append',
    text: changes ? RETURN_AND_CHANGE : RETURN_WRITTEN,
    values: [JSON.stringify(rows.map(asRecord))],
  })
  return new Set(written.map(({ match_id }) => match_id))
}

const asRecord = ({ match, seat, entry, awaiting, idempotencyKey, request, becomes, result, leaves }: Append): object => ({
  match_id: match,
  version: entry.version,
  seat,
  rules: entry.rules,
  command: entry.command,
  events: entry.events,
  rolls: entry.rolls,
  awaiting,
  at: entry.at,
  hash: entry.hash,
  idempotency_key: idempotencyKey,
  request,
  becomes,
  result,
  leaves,
})

/** Two servers may have made the same entry in the same millisecond; the idempotency key tells whose it is. */
async function hashAt(pool: Pool, { match, entry, idempotencyKey }: Append): Promise<string | undefined> {
  const { rows } = await pool.query<{ hash: string }>(
    'select hash from entry where match_id = $1 and version = $2 and idempotency_key is not distinct from $3',
    [match, entry.version, idempotencyKey],
  )
  return rows[0]?.hash
}
