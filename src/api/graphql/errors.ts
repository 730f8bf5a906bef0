/** From anything thrown to a GraphQL error with a stable code. Nothing else about it leaves the server. */
import { GraphQLError, type GraphQLFormattedError, Kind } from 'graphql'
import { z } from 'zod'
import { invalid, type Problem } from '../../platform/problem.js'
import { asProblem } from '../http/errors.js'

/** Where unexpected errors go: a logger that knows the request's id. */
export interface ErrorLog {
  error(fields: object, message: string): void
}

export interface Told {
  readonly error: GraphQLFormattedError
  readonly status: number
  readonly retryAfter: number | undefined
}

const BAD_QUERY = 400

export function tell(error: GraphQLError, log: ErrorLog): Told {
  const { message, locations, path } = error
  const where = { ...(locations && { locations }), ...(path && { path }) }
  if (isAboutQuery(error)) {
    // Compiled queries make errors without extensions.
    const code = (error.extensions as { code?: string } | undefined)?.code ?? 'BAD_USER_INPUT'
    return { error: { message, ...where, extensions: { code } }, status: BAD_QUERY, retryAfter: undefined }
  }
  const problem = problemOf(error.originalError)
  if (problem.code === 'INTERNAL') log.error({ err: error.originalError ?? error }, 'unexpected error')
  const { code, status, retryAfter } = problem
  const extensions = { code, status, ...(retryAfter !== undefined && { retryAfter }) }
  return { error: { message: problem.message, ...where, extensions }, status, retryAfter }
}

export const problemOf = (error: unknown): Problem =>
  error instanceof z.ZodError ? invalid(z.prettifyError(error).replaceAll('\n', ' ')) : asProblem(error)

/**
 * GraphQL's own words about the query, its variables or arguments. Its complaints about what a resolver returned look alike,
 * but come with the path of a field, and are our fault.
 */
function isAboutQuery({ originalError, nodes, path }: GraphQLError): boolean {
  if (path === undefined) return originalError === undefined || originalError instanceof GraphQLError
  return originalError instanceof GraphQLError && nodes?.[0]?.kind !== Kind.FIELD
}
