/** From anything thrown to a GraphQL error with a stable code. Nothing else about it leaves the server. */
import type { FastifyReply } from 'fastify'
import { type ExecutionResult, type FormattedExecutionResult, GraphQLError, type GraphQLFormattedError, Kind } from 'graphql'
import { z } from 'zod'
import { clipped, complaintOf, inputErrors } from '../../platform/complaint.js'
import { invalid, type Problem } from '../../platform/problem.js'
import { noteErrors } from '../http/asked.js'
import { asProblem, type ErrorLog } from '../http/errors.js'

export interface Told {
  readonly error: GraphQLFormattedError
  readonly status: number
  readonly retryAfter: number | undefined
}

const BAD_QUERY = 400
/** GraphQL repeats literals in what it says about them, and names every place where fields do not go together. */
const LONGEST_MESSAGE = 500
const MOST_LOCATIONS = 10

export function tell(thrown: unknown, log: ErrorLog): Told {
  const error = thrown instanceof GraphQLError ? thrown : new GraphQLError('', { originalError: asError(thrown) })
  const { locations, path } = error
  const where = { ...(locations && { locations: locations.slice(0, MOST_LOCATIONS) }), ...(path && { path }) }
  if (isAboutQuery(error)) {
    const message = clipped(error.message, LONGEST_MESSAGE)
    return { error: { message, ...where, extensions: { code: codeOf(error) } }, status: BAD_QUERY, retryAfter: undefined }
  }
  const problem = problemOf(error.originalError)
  if (problem.code === 'INTERNAL') log.error({ err: error.originalError ?? error }, 'unexpected error')
  const { code, status, retryAfter, errors } = problem
  const extensions = { code, status, ...(retryAfter !== undefined && { retryAfter }), ...(errors && { errors }) }
  return { error: { message: problem.message, ...where, extensions }, status, retryAfter }
}

const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)))

/** GraphQL itself gives its errors about variables and arguments no code, and compiled operations make them without extensions at all. */
const codeOf = ({ extensions }: { extensions?: { code?: unknown } }): string =>
  typeof extensions?.code === 'string' ? extensions.code : 'BAD_USER_INPUT'

export const problemOf = (error: unknown): Problem =>
  error instanceof z.ZodError ? invalid(complaintOf(error), inputErrors(error)) : asProblem(error)

/**
 * GraphQL's own words about the query, its variables or arguments. Its complaints about what a resolver returned look alike,
 * but come with the path of a field, and are our fault.
 */
function isAboutQuery({ originalError, nodes, path }: GraphQLError): boolean {
  if (path === undefined) return originalError === undefined || originalError instanceof GraphQLError
  return originalError instanceof GraphQLError && nodes?.[0]?.kind !== Kind.FIELD
}

/** Several errors at once, as validation (ours, and Mercurius' of the variables) finds them, are told one by one. */
export const partsOf = (error: unknown): readonly unknown[] =>
  error instanceof Error && 'errors' in error && Array.isArray(error.errors) ? error.errors : [error]

export interface Answer {
  readonly status: number
  readonly body: FormattedExecutionResult
}

/**
 * As GraphQL over HTTP has it: the status tells of an error only where the operation was not run at all, since what comes with `data` is an answer.
 * Headers tell of it wherever nothing was found or done.
 */
export function answerOf(reply: FastifyReply, data: ExecutionResult['data'], errors: readonly unknown[]): Answer {
  if (errors.length > 0) noteErrors(reply.request)
  const told = errors.map((error) => tell(error, reply.log))
  const body = { ...(data !== undefined && { data }), errors: told.map(({ error }) => error) }
  const [first] = told
  const status = first && data === undefined ? first.status : 200
  if (!first || !isEmpty(data)) return { status, body }
  if (first.retryAfter !== undefined) reply.header('retry-after', first.retryAfter)
  if (first.status === 401) reply.header('www-authenticate', 'Bearer realm="chancery"')
  return { status, body }
}

const isEmpty = (data: ExecutionResult['data']): boolean =>
  data === undefined || data === null || Object.values(data).every((value) => value === null)
