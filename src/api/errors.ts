/** The one way from anything thrown to application/problem+json (RFC 9457). GraphQL has its own, from the same codes. */
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Refusal } from '../games/contract.js'
import { isOutage } from '../platform/outage.js'
import { invalid, notFound, Problem } from '../platform/problem.js'

export const ProblemDocument = z
  .looseObject({
    type: z.string().describe('Names the kind of problem: urn:chancery:problem: and the code.'),
    title: z.string(),
    status: z.int(),
    code: z.string().describe('Stable; for programs.'),
    detail: z.string().describe('For people.'),
    instance: z.string().describe('The path that was asked for.'),
  })
  .meta({ id: 'Problem', description: 'RFC 9457. `code` never changes its meaning.' })
type ProblemDocument = z.infer<typeof ProblemDocument>

const PROBLEM_JSON = 'application/problem+json; charset=utf-8'
const RETRY_SOON = 2

/** Fastify's own refusals, by its codes; whatever else it calls a client's error is INVALID_INPUT. */
const FROM_FASTIFY: Readonly<Record<string, Problem>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: new Problem(413, 'BODY_TOO_LARGE', 'The body is larger than 64 KiB.'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new Problem(415, 'UNSUPPORTED_MEDIA_TYPE', 'Send JSON: Content-Type: application/json.'),
  FST_ERR_MAX_PARAM_LENGTH: notFound('resource'),
  FST_ERR_BAD_URL: invalid('The address is not properly percent-encoded.'),
}

export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (hasZodFastifySchemaValidationErrors(error)) return unfit(error)
  const { code, statusCode, message } = fields(error)
  const known = code === undefined ? undefined : FROM_FASTIFY[code]
  if (known) return known
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return new Problem(statusCode, 'INVALID_INPUT', message)
  if (isOutage(error)) return unavailable()
  if (code !== undefined && BAD_VALUE.test(code)) return invalid('A value in the request is out of range.')
  return new Problem(500, 'INTERNAL', 'The server failed to answer; the fault is ours and has been logged.')
}

export const unavailable = (): Problem =>
  new Problem(503, 'DATABASE_UNAVAILABLE', 'The database cannot be reached; try again.', RETRY_SOON)

/** SQLSTATE class 22, data exception: only a value that came from outside can be one that Postgres cannot read. */
const BAD_VALUE = /^22[0-9A-Z]{3}$/

function fields(error: unknown): { code?: string; statusCode?: number; message: string } {
  if (typeof error !== 'object' || error === null) return { message: '' }
  const { code, statusCode, message } = error as { code?: unknown; statusCode?: unknown; message?: unknown }
  return {
    ...(typeof code === 'string' && { code }),
    ...(typeof statusCode === 'number' && { statusCode }),
    message: typeof message === 'string' ? message : '',
  }
}

interface SchemaError {
  readonly validation: readonly { readonly instancePath: string; readonly message?: string }[]
  readonly validationContext?: string
}

/** An id that can't be one names nothing: 404, as for an id that is not taken. */
function unfit({ validation, validationContext }: SchemaError): Problem {
  if (validationContext === 'params') return notFound('resource')
  return invalid(
    validation
      .map(
        ({ instancePath, message }) => `${validationContext ?? 'input'}${instancePath === '/' ? '' : instancePath}: ${message}`,
      )
      .join('; '),
  )
}

const STATUS_OF_REFUSAL: Readonly<Record<string, number>> = { STALE_VERSION: 412 }

/** A move refused: the game's code, and the version at which it was judged. */
export class Refused extends Problem {
  constructor(
    refusal: Refusal,
    readonly version: number,
  ) {
    super(STATUS_OF_REFUSAL[refusal.code] ?? 422, refusal.code, refusal.message)
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
})

/** The query is left out: it adds nothing, and what was asked for may be private. */
const pathOf = (url: string): string => url.split('?', 1)[0] ?? ''

export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = asProblem(error)
  if (problem.code === 'INTERNAL') request.log.error({ err: error }, 'unexpected error')
  if (problem.retryAfter !== undefined) reply.header('retry-after', problem.retryAfter)
  if (problem.status === 401) reply.header('www-authenticate', 'Bearer realm="chancery"')
  return reply
    .code(problem.status)
    .header('content-type', PROBLEM_JSON)
    .serializer(JSON.stringify)
    .send(problemDocument(problem, pathOf(request.url)))
}

const ON_THE_WIRE: Readonly<Record<string, Problem>> = {
  HPE_HEADER_OVERFLOW: new Problem(431, 'HEADERS_TOO_LARGE', 'The headers of the request are too large.'),
  ERR_HTTP_REQUEST_TIMEOUT: new Problem(408, 'REQUEST_TIMEOUT', 'The request did not arrive in time.'),
}

/** Bytes that are no HTTP request never become one: the answer is written by hand. */
export function refuseOnTheWire(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy(error)
  const problem = ON_THE_WIRE[error.code ?? ''] ?? invalid('This is not a valid HTTP request.')
  const body = JSON.stringify(problemDocument(problem, ''))
  const head = `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\nContent-Type: ${PROBLEM_JSON}\r\n`
  socket.end(`${head}Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`)
}
