/** The connections to Postgres, and how to tell a database that is away from a statement that is wrong. */
import pg from 'pg'

export interface PoolOptions {
  readonly url: string
  readonly name: string
  readonly max: number
  /** A connection that breaks while idle: the pool has dropped it already, so this is only for the log. */
  readonly onError: (error: Error) => void
}

export function createPool({ url, name, max, onError }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: name,
    max,
    connectionTimeoutMillis: 3_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 30_000,
  })
  pool.on('error', onError)
  return pool
}

const NETWORK = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOENT', 'ENOTFOUND', 'EAI_AGAIN'])
/** Shutting down, crashed, starting up; too many clients. Class 08 is "connection exception". */
const AWAY = new Set(['57P01', '57P02', '57P03', '53300'])
const BROKEN = /connection terminated|connection ended|connection error|timeout exceeded when trying to connect|not queryable/i

/** True if the statement may or may not have been carried out: nobody heard the answer. */
export function isConnectionLost(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  if (typeof code === 'string' && (NETWORK.has(code) || AWAY.has(code) || code.startsWith('08'))) return true
  return typeof message === 'string' && BROKEN.test(message)
}

/** All or nothing. A connection that fails to roll back is thrown away. */
export async function transaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure
    })
    throw error
  } finally {
    client.release(broken)
  }
}
