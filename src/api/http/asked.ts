/** What a request turned out to be, beyond its route: for figures, the access log and traces. Only words of our own, never what a client sent. */
import type { FastifyRequest } from 'fastify'
import type { GraphqlOperation } from '../../platform/metrics/graphql.js'

interface Asked {
  readonly operation: GraphqlOperation
  failed: boolean
}

const ASKED = Symbol('asked')
type Noted = FastifyRequest & { [ASKED]?: Asked }

/** A text that is no operation of our schema. */
export const INVALID: GraphqlOperation = { kind: 'invalid', fields: [] }
/** A line of the log names so many root fields at most. */
const MOST_NAMED = 5

export function noteOperation(request: Noted, operation: GraphqlOperation): void {
  request[ASKED] = { operation, failed: false }
}

/** The answer holds errors. */
export function noteErrors(request: Noted): void {
  request[ASKED] ??= { operation: INVALID, failed: true }
  request[ASKED].failed = true
}

/** Undefined for REST. */
export const askedOf = (request: Noted): Asked | undefined => request[ASKED]

export const routeOf = ({ routeOptions }: FastifyRequest): string => routeOptions.url ?? 'none'

/** The route, or the GraphQL operation by its root fields. */
export function operationOf(request: FastifyRequest): string {
  const asked = askedOf(request)
  return asked ? inWords(asked.operation) : `${request.method} ${routeOf(request)}`
}

export function inWords({ kind, fields }: GraphqlOperation): string {
  const named = fields.slice(0, MOST_NAMED).join(',')
  return `${kind} ${named}${fields.length > MOST_NAMED ? ',...' : ''}`.trimEnd()
}

/** Without the query, which may hold a ticket, and without a token that somebody wrote into the path by mistake. */
export const pathOf = ({ url }: FastifyRequest): string => (url.split('?', 1)[0] ?? '').replaceAll(/chy_[\w-]+/g, 'chy_...')
