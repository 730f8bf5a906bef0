/** GraphQL over HTTP: one query per POST. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { GraphQLError } from 'graphql'
import { z } from 'zod'
import { Problem } from '../../platform/problem.js'
import { payerOf } from '../http/rates.js'
import type { GraphqlDeps } from './context.js'
import type { Engine } from './engine.js'
import { answerOf, partsOf } from './errors.js'
import { limitError } from './limits.js'

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
    return send(reply.code(status), JSON.stringify(body))
  }
  app.post('/graphql', { errorHandler: answerError }, async (request, reply) => {
    if (Array.isArray(request.body)) throw new Problem(400, 'BATCHING_OFF', 'Send one query per request.')
    const query = QueryBody.parse(request.body)
    const caller = await authenticate(request)
    const charge = (points: number) => rates.charge(payerOf(caller, request.ip), points, reply)
    const { kind, result } = await engine.run(query, caller, reply, charge)
    const { data, errors } = result
    const text = JSON.stringify({ data, errors })
    // What a mutation has done must be told, however long that is.
    if (kind === 'query' && text.length > LONGEST_ANSWER) throw tooLong()
    return send(reply, text)
  })
}

const send = (reply: FastifyReply, text: string): FastifyReply =>
  reply
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'private, no-store')
    .serializer(String)
    .send(text)

/** In characters. The cost of a query bounds how many values are in its answer, not how long each of them is. */
const LONGEST_ANSWER = 4 * 1024 * 1024

const tooLong = (): GraphQLError =>
  limitError('ANSWER_TOO_LONG', 'The answer is longer than 4 MB: ask for shorter pages or fewer fields.')
