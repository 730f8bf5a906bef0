/** The connections to Postgres. */
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
    // A dead server answers nothing at all, not even its own time-out.
    query_timeout: 20_000,
    idle_in_transaction_session_timeout: 30_000,
  })
  pool.on('error', onError)
  // A connection may break in the instant in which it is handed out and nobody listens yet; that must not end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
