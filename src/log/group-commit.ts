/**
 * Group commit: all appends that wait at one moment go to Postgres in one statement, so that they share its parsing, its round
 * trip and its flush to disk. A match is in at most one batch at a time, because its writer waits for the answer. As a rule one statement is in
 * flight at a time: with two, the batches were smaller and every move cost more (measured). But nobody waits for long behind a batch that is stuck
 * on a locked row or a dead connection: after a moment the next one goes out beside it.
 */
import { setTimeout as delay, setImmediate as immediate } from 'node:timers/promises'
import type { Pool, QueryConfig } from 'pg'
import { isOutage } from '../platform/outage.js'
import { Problem } from '../platform/problem.js'
import { codeOf } from '../platform/thrown.js'
import { type Turns, turns, turnsUnlessStuck } from '../platform/turns.js'
import type { Append } from './append.js'
import {
  APPEND,
  APPEND_AND_BECOME,
  APPEND_AND_CHANGE,
  APPEND_TIMED,
  APPEND_TIMED_AND_CHANGE,
  APPEND_TIMED_AS_KNOWN,
  type Statement,
} from './append-statements.js'
import { type KnownRows, knownRows } from './known-rows.js'
import { type InAll, type Told, toldBy, type WrittenRow } from './told.js'
import { standing } from './written.js'

/** An entry that was written. */
interface Appended {
  readonly match: string
  readonly version: number
  readonly changesHands: boolean
  /** Whether it is the last entry of its match. */
  readonly isLast: boolean
  /** Whether a standing order waits in the match, as far as is known: false only where none was there when the entry was written. */
  readonly hasOrders: boolean
}

/** Whom the log tells about its work. */
export interface LogListeners {
  readonly onBatch: (size: number, milliseconds: number) => void
  readonly onAppended: (appended: readonly Appended[]) => void
  /** Runs the writing of one batch; for traces. */
  readonly aroundBatch?: (rows: readonly Append[], write: () => Promise<void>) => Promise<void>
  /** One of the others has thrown. */
  readonly onFault?: (error: unknown) => void
}

/**
 * `conflict`: another entry of this version, or of this seat and idempotency key, was there first, the seats do not agree on it, its order no longer waits, or it was decided
 * with other spans than there are. `unfounded`: the entry that it builds on is
 * not in the log, because the database has gone back to an earlier state.
 */
export type Outcome = 'appended' | 'conflict' | 'unfounded'
interface Waiting {
  readonly row: Append
  readonly resolve: (outcome: Outcome) => void
  readonly reject: (error: unknown) => void
}

const MOST_IN_A_BATCH = 256
/** While the database cannot be reached, an append is tried again after each of these, in milliseconds. None is long: what a clock has done waits for it too. */
const PAUSES = [20, 60, 200, 300, 300, 300, 300, 300, 300, 300, 300, 300, 300]

/** For the pool that is appended through: how long a row may be waited for, a statement may take, and an answer may be on its way. */
export const APPENDING = { lockMs: 1_000, statementMs: 2_000, answerMs: 3_000 }
/** Six statements in flight, and rows of failed ones: few are open at a time, unless something is stuck. */
export const APPENDING_CONNECTIONS = 10
const ALONE_AT_ONCE = 4
/** SQLSTATE of a lock that was not to be had in time: some row of the batch is at fault, and the others need not wait for it again. */
const LOCKED = '55P03'

/** The shared means of the appends of one queue. */
interface Appender extends Required<Pick<LogListeners, 'onBatch' | 'onAppended' | 'aroundBatch'>> {
  readonly pool: Pool
  readonly statement: Statement
  /** Rows of failed batches take turns, so that they leave connections to the others. */
  readonly inTurn: Turns
  /** Of moves in matches with deadlines. */
  readonly known?: KnownRows
}

/**
 * A match that starts or ends, or that a seat leaves, changes other rows as well, and those may be locked by somebody else: a batch with such a row
 * must not hold up the others, so it has a queue of its own. So have matches with deadlines, so that the others do not pay for them.
 */
export function groupCommit(
  pool: Pool,
  { onBatch, onAppended, onFault, aroundBatch = (_, write) => write() }: LogListeners,
): (row: Append) => Promise<Outcome> {
  const appender = {
    pool,
    inTurn: turns(ALONE_AT_ONCE),
    aroundBatch,
    onBatch: unstoppable(onBatch, onFault),
    onAppended: unstoppable(onAppended, onFault),
  }
  const untimed = {
    plain: queueOf({ ...appender, statement: APPEND }),
    becoming: queueOf({ ...appender, statement: APPEND_AND_BECOME }),
    changing: queueOf({ ...appender, statement: APPEND_AND_CHANGE }),
  }
  const changing = queueOf({ ...appender, statement: APPEND_TIMED_AND_CHANGE })
  const timed = {
    plain: queueOf({ ...appender, statement: APPEND_TIMED, known: knownRows() }),
    becoming: changing,
    changing,
  }
  return (row) =>
    new Promise((resolve, reject) => {
      const queues = row.timing === null ? untimed : timed
      queues[kindOf(row)]({ row, resolve, reject })
    })
}

/** `becoming`: a match starts or ends, and nothing else changes. */
type Kind = 'plain' | 'becoming' | 'changing'

function kindOf(row: Append): Kind {
  if (changesMore(row)) return 'changing'
  return row.becomes === null ? 'plain' : 'becoming'
}

const changesMore = ({ agreed, leaves, hands, backTo, ordered, substituted, timing }: Append): boolean =>
  agreed ||
  leaves !== null ||
  hands !== null ||
  backTo !== null ||
  substituted !== null ||
  ordered !== undefined ||
  (timing !== null && timing.opening === undefined)

/** What a listener throws is its own affair: the entries are written, and the next ones wait. */
const unstoppable =
  <News extends unknown[]>(listener: (...news: News) => void, onFault: LogListeners['onFault']) =>
  (...news: News): void => {
    try {
      listener(...news)
    } catch (error) {
      onFault?.(error)
    }
  }

function queueOf(appender: Appender): (one: Waiting) => void {
  const queue: Waiting[] = []
  const inTurn = turnsUnlessStuck()
  let draining = false

  const drain = async (): Promise<void> => {
    while (queue.length > 0) {
      const batch = queue.splice(0, MOST_IN_A_BATCH)
      const rows = batch.map(({ row }) => row)
      await inTurn(() => appender.aroundBatch(rows, () => settle(appender, batch, rows)))
      // Whatever has arrived by now is read first, so that it goes with the next batch and not with the one after.
      await immediate()
    }
    draining = false
  }
  return (one) => {
    queue.push(one)
    if (draining) return
    draining = true
    setImmediate(drain)
  }
}

/** Answers every writer of the batch; never throws. If the batch fails as a whole, its rows are tried one by one, and nobody waits for that. */
async function settle(appender: Appender, batch: readonly Waiting[], rows: readonly Append[]): Promise<void> {
  const { onBatch, onAppended } = appender
  const began = performance.now()
  const written = await insertOrAgain(appender, rows)
  onBatch(batch.length, performance.now() - began)
  if (!written) return void batch.map((one) => settleAlone(appender, one))
  const { told, again } = written
  const fresh = rows.filter(({ match }) => told.isWritten(match))
  if (fresh.length > 0) onAppended(fresh.map((row) => appended(row, told.hasOrders(row.match))))
  for (const one of batch) {
    if (told.isWritten(one.row.match)) one.resolve('appended')
    else void notWritten(appender, one, again)
  }
}

/** Where the answer was lost it is unknown whether there are orders: looking costs little. */
const appended = ({ match, entry, hands, becomes }: Append, hasOrders = true): Appended => ({
  match,
  version: entry.version,
  changesHands: hands !== null,
  isLast: becomes === 'over' || becomes === 'aborted',
  hasOrders,
})

interface Written {
  readonly told: Told
  /** Whether this was the second try, so that the first may have written what the second found there. */
  readonly again: boolean
}

/** A lost connection is no fault of any row, so all go together once more. Undefined if each has to be tried by itself. */
async function insertOrAgain(appender: Appender, rows: readonly Append[]): Promise<Written | undefined> {
  try {
    return { told: await insert(appender, rows), again: false }
  } catch (error) {
    if (!isOutage(error) || codeOf(error) === LOCKED) return undefined
    return insert(appender, rows).then(
      (told) => ({ told, again: true }),
      () => undefined,
    )
  }
}

/** In a first try an equal entry is not ours: two servers may have made the same one in the same millisecond. */
async function notWritten({ pool, onAppended }: Appender, { row, resolve, reject }: Waiting, again: boolean): Promise<void> {
  try {
    const { ours, founded } = await standing(pool, row)
    if (!again || !ours) return resolve(founded ? 'conflict' : 'unfounded')
    onAppended([appended(row)])
    resolve('appended')
  } catch (error) {
    reject(error)
  }
}

/**
 * After a lost connection it is unknown whether the row was written. Writing the same row again is harmless, and the hash
 * of whatever stands there tells whether it is ours.
 */
async function settleAlone(appender: Appender, { row, resolve, reject }: Waiting): Promise<void> {
  const { inTurn, onAppended } = appender
  for (let attempt = 0; ; attempt++) {
    try {
      const outcome = await inTurn(() => appendAlone(appender, row))
      if (outcome === 'appended') onAppended([appended(row)])
      return resolve(outcome)
    } catch (error) {
      if (!isOutage(error)) return reject(error)
      const pause = PAUSES[attempt]
      if (pause === undefined) return reject(unreachable())
      await delay(pause)
    }
  }
}

async function appendAlone(appender: Appender, row: Append): Promise<Outcome> {
  if ((await insert(appender, [row])).isWritten(row.match)) return 'appended'
  const { ours, founded } = await standing(appender.pool, row)
  if (ours) return 'appended'
  return founded ? 'conflict' : 'unfounded'
}

const unreachable = (): Problem =>
  new Problem(503, 'DATABASE_UNAVAILABLE', 'The database cannot be reached; try again with the same idempotency key.', 2)

/** Sorted by match in the statement: two unsorted batches of two servers would wait for each other for ever. */
async function insert({ pool, statement, known }: Appender, rows: readonly Append[]): Promise<Told> {
  const until = known?.untilOf(rows)
  const { rows: answer } = await pool.query<WrittenRow | InAll>(
    until === undefined ? asked(statement, rows) : asked(APPEND_TIMED_AS_KNOWN, rows, until),
  )
  const told = toldBy(answer, rows.length)
  known?.learn(rows, told)
  return told
}

const asked = ({ name, text, valuesOf }: Statement, rows: readonly Append[], ...more: number[]): QueryConfig => ({
  name,
  text,
  values: [...valuesOf(rows), ...more],
})
