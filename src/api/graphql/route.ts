/** GraphQL over HTTP, as its specification has it: one query per POST, answered in the media type that the client would rather get. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { GraphQLError } from 'graphql'
import type { Caller } from '../../accounts/caller.js'
import { Problem } from '../../platform/problem.js'
import { preferred } from '../http/accept.js'
import { noteOperation } from '../http/asked.js'
import { addressOf } from '../http/client-address.js'
import { noteMade, payerOf } from '../http/rates.js'
import { answerText } from './answer.js'
import type { Context, GraphqlDeps } from './context.js'
import type { Engine } from './engine.js'
import { answerOf, partsOf } from './errors.js'
import { limitError } from './limits.js'
import { QueryBody } from './query-body.js'

type HttpDeps = Pick<GraphqlDeps, 'authenticate' | 'rates' | 'waitFor'>

export function serveHttp(app: FastifyInstance, engine: Engine, deps: HttpDeps): void {
  const answerError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const { status, body } = answerOf(reply, undefined, partsOf(error))
    return send(request, reply.code(hidesStatus(request) ? 200 : status), JSON.stringify(body))
  }
  app.post('/graphql', { errorHandler: answerError }, async (request, reply) => {
    if (Array.isArray(request.body)) throw new Problem(400, 'BATCHING_OFF', 'Send one query per request.')
    const { query, variables, operationName } = QueryBody.parse(request.body)
    const context = contextOf(deps, await deps.authenticate(request), reply)
    const operation = engine.prepare(query, operationName, context.charge)
    noteOperation(request, operation.asked)
    if (operation.kind === 'subscription') throw websocketRequired()
    const result = await engine.run(operation, variables, context, bytesSent(request))
    const text = answerText(operation.kind, result, (length) => noteMade(reply, length))
    if (reply.statusCode !== 200 && hidesStatus(request)) reply.code(200)
    return send(request, reply, text)
  })
}

function contextOf({ rates, waitFor }: HttpDeps, caller: Caller, reply: FastifyReply): Context {
  const address = addressOf(reply.request)
  return {
    caller,
    address,
    reply,
    log: reply.log,
    charge: (points) => rates.charge(payerOf(caller, address), points, reply),
    waitFor: (seconds, happens) => waitFor(reply, caller, seconds, happens),
    tell: (data, errors) => answerOf(reply, data, errors),
  }
}

/** Undefined where the length is not told in advance. */
function bytesSent({ headers }: FastifyRequest): number | undefined {
  const length = headers['content-length']
  return length === undefined ? undefined : Number(length)
}

const websocketRequired = (): GraphQLError =>
  limitError('WEBSOCKET_REQUIRED', 'Subscriptions need a WebSocket with the protocol graphql-transport-ws.')

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
