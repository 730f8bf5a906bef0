/** From anything thrown to application/problem+json (RFC 9457). GraphQL words its errors itself, from the same problems. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Refusal } from '../../games/contract.js'
import { complaintOf, InputError, inputErrors } from '../../platform/complaint.js'
import { isOutage } from '../../platform/outage.js'
import { invalid, notFound, Problem } from '../../platform/problem.js'
import { codeOf, isObject, messageOf } from '../../platform/thrown.js'

export const ProblemDocument = z
  .looseObject({
    type: z.string().describe('Names the kind of problem: urn:chancery:problem: and the code.'),
    title: z.string().describe('The kind of problem in words.'),
    status: z.int().describe('The HTTP status.'),
    code: z.string().describe('Stable; for programs.'),
    detail: z.string().describe('For people.'),
    instance: z.string().describe('The path that was asked for.'),
    version: z.int().optional().describe('Of a refused move: the version at which it was judged.'),
    retryAfter: z
      .int()
      .optional()
      .describe('Of one of several moves: seconds after which to try again, which elsewhere the header Retry-After tells.'),
    errors: z
      .array(InputError)
      .readonly()
      .optional()
      .describe('Of a malformed move, options or body: what is wrong, part by part.'),
  })
  .meta({ id: 'Problem', description: 'RFC 9457. `code` never changes its meaning.' })
type ProblemDocument = z.infer<typeof ProblemDocument>

export const PROBLEM_JSON = 'application/problem+json; charset=utf-8'
const RETRY_SOON = 2

/** Fastify's own refusals, by its codes; whatever else it calls a client's error is INVALID_INPUT. */
const FROM_FASTIFY: Readonly<Record<string, Problem>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: new Problem(
    413,
    'BODY_TOO_LARGE',
    'The body is larger than 64 KiB, or 256 KiB where players are registered in bulk or moves are tried in a world.',
  ),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new Problem(415, 'UNSUPPORTED_MEDIA_TYPE', 'Send JSON: Content-Type: application/json.'),
  FST_ERR_MAX_PARAM_LENGTH: notFound('resource'),
  FST_ERR_BAD_URL: invalid('The address is not properly percent-encoded.'),
}

export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  const code = codeOf(error)
  const known = code === undefined ? undefined : FROM_FASTIFY[code]
  if (known) return known
  const status = statusOf(error)
  if (status !== undefined && status >= 400 && status < 500) return new Problem(status, 'INVALID_INPUT', messageOf(error))
  if (isOutage(error)) return unavailable()
  if (code !== undefined && BAD_VALUE.test(code)) return invalid('A value in the request is out of range.')
  return new Problem(500, 'INTERNAL', 'The server failed to answer; the fault is ours and has been logged.')
}

const statusOf = (error: unknown): number | undefined =>
  isObject(error) && 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : undefined

export const unavailable = (): Problem =>
  new Problem(503, 'DATABASE_UNAVAILABLE', 'The database cannot be reached; try again.', RETRY_SOON)

/** SQLSTATE class 22, data exception: a value that Postgres cannot read, so it came from outside. */
const BAD_VALUE = /^22[0-9A-Z]{3}$/

/** Why a part of a request does not fit its schema. What cannot be an id is answered like an id that is not in use: 404. */
export const unfit = (part: string, error: z.ZodError): Problem =>
  part === 'params' ? notFound('resource') : invalid(`${part}: ${complaintOf(error)}`, inputErrors(error))

const STATUS_OF_REFUSAL: Readonly<Record<string, number>> = { STALE_VERSION: 412 }

/** A move refused: the game's code, and the version at which it was judged. */
export class Refused extends Problem {
  constructor(
    refusal: Refusal,
    readonly version: number,
  ) {
    super(STATUS_OF_REFUSAL[refusal.code] ?? 422, refusal.code, refusal.message, undefined, refusal.errors)
  }
}

const titleOf = (code: string): string => code.charAt(0) + code.slice(1).toLowerCase().replaceAll('_', ' ')

export const problemDocument = (problem: Problem, instance: string): ProblemDocument => ({
  type: `urn:chancery:problem:${problem.code.toLowerCase().replaceAll('_', '-')}`,
  title: titleOf(problem.code),
  status: problem.status,
  code: problem.code,
  detail: problem.message,
  instance,
  ...(problem instanceof Refused && { version: problem.version }),
  ...(problem.errors && { errors: problem.errors }),
})

/** The query is left out: it adds nothing, and what was asked for may be private. */
const pathOf = (url: string): string => url.split('?', 1)[0] ?? ''

/** Where unexpected errors go: a logger that knows the request's id. */
export interface ErrorLog {
  error(fields: object, message: string): void
  warn(fields: object, message: string): void
}

/** What is told of anything thrown; what nobody expected is logged. */
export function loggedProblem(error: unknown, log: ErrorLog): Problem {
  const problem = asProblem(error)
  if (problem.code === 'INTERNAL') log.error({ err: error }, 'unexpected error')
  return problem
}

export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = loggedProblem(error, request.log)
  if (problem.retryAfter !== undefined) reply.header('retry-after', problem.retryAfter)
  if (problem.status === 401) reply.header('www-authenticate', 'Bearer realm="chancery"')
  return reply
    .code(problem.status)
    .header('content-type', PROBLEM_JSON)
    .serializer(JSON.stringify)
    .send(problemDocument(problem, pathOf(request.url)))
}
