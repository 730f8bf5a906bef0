/**
 * A request that cannot be served as asked, with a code that never changes its meaning. Transports turn it into problem+json or a GraphQL error
 * with the same code; a refused move is a kind of it. Other exceptions that are not bugs are turned into one at the edge (input that does not fit
 * its schema, a database that is away) or end a process or a command before any request is served (see failure.ts).
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
