/** Shows every request in traces, with all that is done for it. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Span, Tracing } from '../../platform/tracing.js'
import { operationOf, pathOf, routeOf } from './asked.js'
import { keptAs, type Presence } from './presence.js'

const SPAN = Symbol('span')
type Traced = FastifyRequest & { [SPAN]?: Span }

/** Call it before any route and any hook whose work is to be shown. */
export function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  app.addHook('onRequest', (request: Traced, _, done) => {
    const span = tracing.begin(`${request.method} ${routeOf(request)}`, attributesOf(request), request.headers.traceparent)
    request[SPAN] = span
    tracing.within(span, done)
  })
  // The body comes by events of the socket, which know of no request.
  app.addHook('preValidation', (request: Traced, _, done) => {
    if (request[SPAN]) tracing.within(request[SPAN], done)
    else done()
  })
  app.addHook('onResponse', (_, reply, done) => {
    endSpan(reply)
    done()
  })
}

/** Fastify calls no hook for an answer that was cut off. */
export function endSpan({ request, raw, statusCode }: FastifyReply): void {
  const { [SPAN]: span }: Traced = request
  const kept = keptAs(raw)
  span?.add({
    'http.response.status_code': statusCode,
    'chancery.operation': operationOf(request),
    ...(kept && { 'chancery.kept': kept }),
  })
  span?.end(statusCode >= 500)
}

const attributesOf = (request: FastifyRequest) => ({
  'http.request.method': request.method,
  'http.route': routeOf(request),
  'url.path': pathOf(request),
  'chancery.request_id': request.id,
})

/** A stream reads for as long as it lasts, and a long poll until its time is up: thousands of statements would be parts of one request. */
export const untracedWhileOpen =
  (presence: Presence, tracing: Pick<Tracing, 'outside'>): Presence =>
  (kind, reply, client, run) =>
    presence(kind, reply, client, (here) => tracing.outside(() => run(here)))
