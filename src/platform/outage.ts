/** How to tell a database that is away or overloaded from a statement that is wrong. */
import { setTimeout as sleep } from 'node:timers/promises'
import { codeOf, isObject, messageOf } from './thrown.js'

const NETWORK = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]
/** Cancelled by a time-out; lock not available; deadlock; serialization failure; idle in a transaction for too long. */
const OVERLOADED = ['57014', '55P03', '40P01', '40001', '25P03']
/**
 * Takes no writes: a standby, or set to read-only. Does not let us in, or does not know the database any more: the operator's hand, at work on it.
 * Errors of the disk.
 */
const CLOSED = ['25006', '28P01', '28000', '3D000', '58030']
/** Prisma's codes for the same. */
const PRISMA = ['P1000', 'P1003', 'P1010', 'P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2034', 'P2037']
const CODES = new Set([...NETWORK, ...OVERLOADED, ...CLOSED, ...PRISMA])
/** SQLSTATE 08: connection exception; 53: insufficient resources; 57P: shutting down, crashed, starting up. */
const CLASSES = /^(08|53|57P)/
const BROKEN =
  /connection terminated|connection ended|connection error|timeout exceeded when trying to connect|not queryable|query read timeout|can't reach database|connection closed|after calling end on the pool/i

/** True if the same may succeed later. Whether the statement was carried out is unknown: look before you answer. */
export function isOutage(error: unknown): boolean {
  if (!isObject(error)) return false
  if (codesOf(error).some((code) => CODES.has(code) || CLASSES.test(code))) return true
  return BROKEN.test(messageOf(error)) || inside(error).some(isOutage)
}

const AGAIN_MS = 500

/** Tries again for as long as the database is away: for what a server does beside serving, where nobody waits for an answer. */
export async function throughOutages<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isOutage(error)) throw error
      await sleep(AGAIN_MS, undefined, { ref: false })
    }
  }
}

/** Prisma's adapter keeps what Postgres said beside its own word for it. */
function codesOf(error: object): string[] {
  const original = 'originalCode' in error ? error.originalCode : undefined
  return [codeOf(error), original].filter((code) => typeof code === 'string')
}

/** Several addresses of one host fail together; Prisma wraps what its adapter threw, which wraps what the driver threw. */
function inside(error: object): unknown[] {
  const cause = 'cause' in error ? error.cause : undefined
  const meta = 'meta' in error && isObject(error.meta) ? error.meta : {}
  const adapters = 'driverAdapterError' in meta ? meta.driverAdapterError : undefined
  const together: unknown[] = 'errors' in error && Array.isArray(error.errors) ? error.errors : []
  return [cause, adapters, ...together]
}
