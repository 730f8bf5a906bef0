/** The pools of connections to Postgres, and transactions on them. */
import pg from 'pg'
import { retireWhenReadOnly } from './demotion.js'

interface PoolSettings {
  readonly url: string
  readonly name: string
  readonly max: number
  /** A connection that breaks while idle: the pool has dropped it already, so this is only for the log. */
  readonly onError: (error: Error) => void
  /** Hears the SQLSTATE of every statement that Postgres refuses. */
  readonly onRefused?: (code: string) => void
  readonly patience?: Patience
  /**
   * Statements are planned once, whatever their values: for those that are given arrays. Postgres takes a short array to need a cheaper plan than most, and would
   * plan such a statement anew with each run, which took longer than to run it.
   */
  readonly isPlannedOnce?: boolean
}

/** How long is waited: for a lock, for a statement, and for its answer, which never comes from a server that has died. */
interface Patience {
  readonly lockMs?: number
  readonly statementMs: number
  readonly answerMs: number
}

const PATIENT: Patience = { statementMs: 15_000, answerMs: 20_000 }

export function createPool(settings: PoolSettings): pg.Pool {
  const { url, name, max, onError, onRefused = () => {}, patience = PATIENT, isPlannedOnce = false } = settings
  const pool = new pg.Pool({
    connectionString: url,
    application_name: name,
    max,
    connectionTimeoutMillis: 3_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    statement_timeout: patience.statementMs,
    query_timeout: patience.answerMs,
    ...(patience.lockMs !== undefined && { lock_timeout: patience.lockMs }),
    idle_in_transaction_session_timeout: 30_000,
    onConnect: async (client) => {
      await askForDurability(client)
      if (isPlannedOnce) await client.query(`select set_config('plan_cache_mode', 'force_generic_plan', false)`)
    },
  })
  pool.on('error', (error) => {
    // A pool that closes does not wait until Postgres has heard of it.
    if (!pool.ending) onError(withoutClient(error))
  })
  // A connection may break between leaving the pool and its first query, when nobody listens yet; that must not end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  retireWhenReadOnly(pool, onRefused)
  return pool
}

/** The pool puts the whole client on the error, with its cancellation key and kilobytes of state; neither belongs into a log. */
function withoutClient(error: Error): Error {
  if ('client' in error) delete error.client
  return error
}

/**
 * Acknowledged means committed, whatever the database is set to by default: with less, a crash would take back what was told. A stricter
 * setting (remote_apply) stays.
 */
async function askForDurability(client: pg.ClientBase): Promise<void> {
  await client.query(
    `select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') in ('off', 'local', 'remote_write')`,
  )
}

/** All or nothing. A connection that cannot even roll back is thrown away. */
export async function transaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  // A connection that breaks is reported by its query and, besides, by an event that ends the process if nobody listens.
  const onBroken = (error: Error): void => {
    broken = error
  }
  client.on('error', onBroken)
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(onBroken)
    throw error
  } finally {
    client.off('error', onBroken)
    client.release(broken)
  }
}
