/** How to tell a database that is away or overtaxed from a statement that is wrong. */

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
/** Cancelled by a time-out, waited in vain for a lock, chosen as the victim of a deadlock, rolled back for another's sake. */
const OVERTAXED = ['57014', '55P03', '40P01', '40001', '25P03']
/** Prisma's words for the same. */
const PRISMA = ['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2034', 'P2037']
const CODES = new Set([...NETWORK, ...OVERTAXED, ...PRISMA])
/** SQLSTATE 08: connection exception; 53: insufficient resources; 57P: shutting down, crashed, starting up. */
const CLASSES = /^(08|53|57P)/
const BROKEN =
  /connection terminated|connection ended|connection error|timeout exceeded when trying to connect|not queryable|query read timeout|can't reach database|connection closed/i

interface Failure {
  readonly code?: unknown
  readonly message?: unknown
  readonly cause?: unknown
  readonly errors?: unknown
  readonly meta?: { readonly driverAdapterError?: unknown }
}

/** True if the same may succeed later. Nobody has heard whether it was carried out: look before you answer. */
export function isOutage(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const { code, message, cause, errors, meta } = error as Failure
  if (typeof code === 'string' && (CODES.has(code) || CLASSES.test(code))) return true
  if (typeof message === 'string' && BROKEN.test(message)) return true
  // Several addresses of one host fail together; Prisma wraps what its adapter threw, which wraps what the driver threw.
  return isOutage(cause) || isOutage(meta?.driverAdapterError) || (Array.isArray(errors) && errors.some(isOutage))
}
