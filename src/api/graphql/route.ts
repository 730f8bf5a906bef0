/** GraphQL over HTTP: one query per POST. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { Problem } from '../../platform/problem.js'
import { payerOf } from '../http/rates.js'
import type { GraphqlDeps } from './context.js'
import type { Engine } from './engine.js'
import { answerOf, partsOf } from './errors.js'

export const QueryBody = z.object({
  query: z.string(),
  variables: z.looseObject({}).nullish(),
  operationName: z.string().nullish(),
})

export function serveHttp(
  app: FastifyInstance,
  engine: Engine,
  { authenticate, rates }: Pick<GraphqlDeps, 'authenticate' | 'rates'>,
): void {
  const answerError = (error: unknown, _: unknown, reply: FastifyReply) => {
    const { status, body } = answerOf(reply, undefined, partsOf(error))
    return send(reply.code(status), body)
  }
  app.post('/graphql', { errorHandler: answerError }, async (request, reply) => {
    const query = QueryBody.parse(oneQuery(request.body))
    const caller = await authenticate(request)
    const charge = (points: number) => rates.charge(payerOf(caller, request.ip), points, reply)
    return send(reply, await engine.run(query, caller, reply, charge))
  })
}

function oneQuery(body: unknown): unknown {
  if (Array.isArray(body)) throw new Problem(400, 'BATCHING_OFF', 'Send one query per request.')
  return body
}

interface Answer {
  readonly data?: unknown
  readonly errors?: readonly object[] | undefined
}

const send = (reply: FastifyReply, { data, errors }: Answer): FastifyReply =>
  reply
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'private, no-store')
    .serializer(String)
    .send(JSON.stringify({ ...(data !== undefined && { data }), ...(errors && { errors }) }))
