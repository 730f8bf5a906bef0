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
    // A dead server answers nothing at all, not even its own time-out.
    query_timeout: 20_000,
    idle_in_transaction_session_timeout: 30_000,
  })
  pool.on('error', onError)
  return pool
}

const NETWORK = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOENT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']
/** Shutting down, crashed, starting up; too many clients. Class 08 is "connection exception". */
const AWAY = ['57P01', '57P02', '57P03', '53300']
/** Prisma's words for the same. */
const PRISMA = ['P1001', 'P1002', 'P1008', 'P1017', 'P2024']
const CODES = new Set([...NETWORK, ...AWAY, ...PRISMA])
const BROKEN = /connection terminated|connection ended|connection error|timeout exceeded when trying to connect|not queryable|query read timeout/i

/** True if the statement may or may not have been carried out: nobody heard the answer. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  if (typeof code === 'string' && (CODES.has(code) || code.startsWith('08'))) return true
  if (BROKEN.test(error.message)) return true
  // Several addresses of one host fail together; Prisma's adapter wraps what the driver threw.
  if (error instanceof AggregateError) return error.errors.some(isConnectionLost)
  return isConnectionLost(error.cause)
}
