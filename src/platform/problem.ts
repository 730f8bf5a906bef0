/**
 * A request that cannot be served as asked: the one kind of exception that is not a bug. Transports turn it into
 * problem+json or a GraphQL error with the same stable code.
 */
export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    /** Seconds after which trying again makes sense. */
    readonly retryAfter?: number,
  ) {
    super(message)
    this.name = 'Problem'
  }
}

export const notFound = (what: string): Problem => new Problem(404, 'NOT_FOUND', `There is no such ${what}.`)
export const forbidden = (code: string, message: string): Problem => new Problem(403, code, message)
export const invalid = (message: string): Problem => new Problem(400, 'INVALID_INPUT', message)
