import { clipped, type InputError } from './complaint.js'

/** Some messages name what was sent: a last bound, whatever was not bounded before. A list of complaints fits. */
const LONGEST_MESSAGE = 5000

/**
 * Why a request cannot be served as asked, thrown by accounts, match, log and api. Transports turn it into problem+json or a GraphQL
 * error with the same stable code. It is not the only thing thrown: `asProblem` (src/api/http/errors.ts) turns a lost
 * database into a 503 and whatever else arrives there, a bug as a rule, into a logged 500. Outside of requests there are `Failure` (a
 * process that cannot start) and `UsageError` (a wrong command line).
 */
export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    /** Seconds after which trying again makes sense. */
    readonly retryAfter?: number,
    /** What is wrong with the input, part by part. */
    readonly errors?: readonly InputError[],
  ) {
    super(clipped(message, LONGEST_MESSAGE))
    this.name = 'Problem'
  }
}

export const notFound = (what: string): Problem => new Problem(404, 'NOT_FOUND', `There is no such ${what}.`)
export const keyReused = (): Problem =>
  new Problem(422, 'IDEMPOTENCY_KEY_REUSED', 'This idempotency key belongs to another request.')
export const forbidden = (code: string, message: string): Problem => new Problem(403, code, message)
export const invalid = (message: string, errors?: readonly InputError[]): Problem =>
  new Problem(400, 'INVALID_INPUT', message, undefined, errors)
