/** GraphQL over HTTP, as its specification has it: one query per POST, answered in the media type that the client would rather get. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Problem } from '../../platform/problem.js'
import { preferred } from '../http/accept.js'
import { addressOf } from '../http/client-address.js'
import { payerOf } from '../http/rates.js'
import { answerText } from './answer.js'
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
  const answerError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const { status, body } = answerOf(reply, undefined, partsOf(error))
    return send(request, reply.code(hidesStatus(request) ? 200 : status), JSON.stringify(body))
  }
  app.post('/graphql', { errorHandler: answerError }, async (request, reply) => {
    if (Array.isArray(request.body)) throw new Problem(400, 'BATCHING_OFF', 'Send one query per request.')
    const query = QueryBody.parse(request.body)
    const caller = await authenticate(request)
    const charge = (points: number) => rates.charge(payerOf(caller, addressOf(request)), points, reply)
    const { kind, result } = await engine.run(query, caller, reply, charge)
    const text = answerText(kind, result, charge)
    if (reply.statusCode !== 200 && hidesStatus(request)) reply.code(200)
    return send(request, reply, text)
  })
}

const RESPONSE_JSON = 'application/graphql-response+json'
const PLAIN_JSON = 'application/json'

/** Plain JSON for whoever does not name the type of its own that GraphQL has: they may be older than it. */
const send = (request: FastifyRequest, reply: FastifyReply, text: string): FastifyReply =>
  reply
    .header('content-type', `${request.headers.accept?.includes(RESPONSE_JSON) ? typeFor(request) : PLAIN_JSON}; charset=utf-8`)
    .header('cache-control', 'private, no-store')
    .serializer(String)
    .send(text)

const typeFor = ({ headers }: FastifyRequest): string => preferred(headers.accept, [PLAIN_JSON, RESPONSE_JSON])

/** In plain JSON, only 200 tells a client that the answer is GraphQL's and not that of a proxy; the codes are in the errors. */
const hidesStatus = (request: FastifyRequest): boolean =>
  typeFor(request) === PLAIN_JSON && QueryBody.safeParse(request.body).success
