/** GraphQL over HTTP: one query per POST. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ExecutionResult, GraphQLError } from 'graphql'
import { z } from 'zod'
import { Problem } from '../../platform/problem.js'
import type { GraphqlDeps } from './context.js'
import type { Engine } from './engine.js'
import { type ErrorLog, type Told, tell } from './errors.js'

export const QueryBody = z.object({
  query: z.string(),
  variables: z.looseObject({}).nullish(),
  operationName: z.string().nullish(),
})

export function serveHttp(app: FastifyInstance, engine: Engine, { authenticate }: GraphqlDeps): void {
  const answerError = (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
    send(reply, undefined, told(error, request.log))
  app.post('/graphql', { errorHandler: answerError }, async (request, reply) => {
    const query = QueryBody.parse(oneQuery(request.body))
    const context = { caller: await authenticate(request), http: { request, reply } }
    const { data, errors } = await engine.run(query, context)
    return send(
      reply,
      data,
      errors?.map((error) => tell(error, request.log)),
    )
  })
}

function oneQuery(body: unknown): unknown {
  if (Array.isArray(body)) throw new Problem(400, 'BATCHING_OFF', 'Send one query per request.')
  return body
}

/** Several errors at once, as validation finds them, are told one by one. */
export function told(error: unknown, log: ErrorLog): Told[] {
  const errors: unknown[] = error instanceof AggregateError ? error.errors : [error]
  return errors.map((one) => tell(one instanceof GraphQLError ? one : new GraphQLError('', { originalError: one as Error }), log))
}

/** Part of an answer is an answer: the status tells of an error only if nothing was found or done. */
function send(reply: FastifyReply, data: ExecutionResult['data'], failures: readonly Told[] = []): FastifyReply {
  const failure = failures[0]
  const isEmpty = data === undefined || data === null || Object.values(data).every((value) => value === null)
  if (failure && isEmpty) {
    reply.code(failure.status)
    if (failure.retryAfter !== undefined) reply.header('retry-after', failure.retryAfter)
    if (failure.status === 401) reply.header('www-authenticate', 'Bearer realm="chancery"')
  }
  const body = { ...(data !== undefined && { data }), ...(failure && { errors: failures.map(({ error }) => error) }) }
  return reply
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'private, no-store')
    .serializer(asIs)
    .send(JSON.stringify(body))
}

const asIs = (text: unknown): string => text as string
