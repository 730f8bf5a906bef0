/** How the HTTP server behaves for every request, whichever transport serves it: limits, headers, logs, errors and metrics. */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { Metrics } from '../../platform/metrics.js'
import { invalid, notFound, Problem } from '../../platform/problem.js'
import { askedOf, operationOf, pathOf, routeOf } from './asked.js'
import { type Authenticate, playerOf } from './authentication.js'
import { boundBodies } from './bodies.js'
import { acceptJsonOnly } from './body.js'
import { addressOf } from './client-address.js'
import { sendProblem } from './errors.js'
import { keptAs } from './presence.js'
import { limitRates, type RateRules, type Rates } from './rates.js'
import { isKept, levelOf, requestLogger } from './request-log.js'
import { oneAtATime } from './turns.js'
import { upgradeSettings } from './upgrade.js'
import { keepAnswersInOrder, refuseBrokenBodies, refuseOnTheWire, refuseTunnels } from './wire.js'

const BODY_LIMIT = 64 * 1024

const REQUEST_ID = /^[\w.-]{1,64}$/

/** A caller's own request id is kept if it is harmless in a log, so that one can be followed through several services. */
export function requestId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID()
}

/** A whole request has to arrive within this time, and is refused so many milliseconds later at most. Node mistakes one time for the other if that for headers is longer. */
const ARRIVES_WITHIN = 30_000
const HEADERS_WITHIN = 20_000
const LOOKED_AT_EVERY = 2_000

/** For `Fastify({...})`: these can't be set later. */
export const httpSettings = {
  requestTimeout: ARRIVES_WITHIN,
  http: {
    ...upgradeSettings,
    headersTimeout: HEADERS_WITHIN,
    connectionsCheckingInterval: LOOKED_AT_EVERY,
    requireHostHeader: false,
  },
  bodyLimit: BODY_LIMIT,
  requestIdHeader: false,
  genReqId: requestId,
  childLoggerFactory: requestLogger,
  logController: new LogController({ disableRequestLogging: true }),
  frameworkErrors: sendProblem,
  clientErrorHandler: refuseOnTheWire,
  return503OnClosing: false,
} as const

interface HttpDeps {
  readonly rates: RateRules
  readonly metrics: Metrics
  readonly authenticate: Authenticate
}

/**
 * Call it on the root instance, made with `httpSettings`, and before any route: its hooks, limits and 405s hold for the routes that come
 * later. Returns the limits that a transport has to apply by itself: to what costs more than one point, and to registrations.
 */
export function prepareHttp(app: FastifyInstance, { rates, metrics, authenticate }: HttpDeps): Rates {
  keepAnswersInOrder(app.server)
  app.decorate('refusedOnTheWire', metrics.refusedOnTheWire)
  refuseTunnels(app)
  oneAtATime(app)
  const allowed = allowedMethods(app)
  acceptJsonOnly(app)
  refuseBrokenBodies(app)
  boundBodies(app)
  requireHost(app)
  addResponseHeaders(app)
  refuseWhileClosing(app)
  measure(app, metrics)
  app.setErrorHandler(sendProblem)
  const limits = limitRates(app, rates, authenticate, metrics.limited)
  app.setNotFoundHandler((request, reply) => {
    const methods = allowed(request.url.split('?', 1)[0] ?? '')
    // A page without the file that was asked for is found by its path and not by its method.
    if (methods.length === 0 || methods.includes(request.method)) throw notFound('resource')
    reply.header('allow', methods.join(', '))
    throw new Problem(405, 'METHOD_NOT_ALLOWED', `Allowed here: ${methods.join(', ')}.`)
  })
  return limits
}

/**
 * A browser neither runs JSON nor shows it in a frame, so these headers are enough for the API. Pages get all headers of helmet, which
 * are left off here because it computes its thirteen headers anew for every request.
 */
const HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
}

/** Pages need scripts and styles; whoever serves them sets their policy. */
const PAGE = /^\/(?:docs|graphiql)\b/

function addResponseHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    if (!PAGE.test(request.url)) reply.headers(HEADERS)
    done()
  })
}

/** As RFC 9112 demands. Node would refuse it by itself, but without a body. */
function requireHost(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw: { httpVersion, headers } }, _, done) =>
    httpVersion === '1.1' && headers.host === undefined ? done(invalid('The header Host is missing.')) : done(),
  )
}

export const serverClosing = (): Problem =>
  new Problem(503, 'SERVER_CLOSING', 'This server is closing; ask again, and another will answer.', 2)

/**
 * In place of Fastify's own answer, which has neither a code nor `Retry-After`. A long poll is answered as if its time were up, and its client told to ask
 * elsewhere; what others have sent behind a request that is under way is still refused with a code.
 */
function refuseWhileClosing(app: FastifyInstance): void {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.addHook('onRequest', (_, __, done) => (closing ? done(serverClosing()) : done()))
  app.addHook('onSend', (_, reply, payload, done) => {
    if (closing && keptAs(reply.raw)) reply.header('connection', 'close')
    done(null, payload)
  })
}

interface Allowed {
  readonly path: RegExp
  readonly methods: string[]
}

/** Fastify says 404 where a path exists with other methods; 405 and Allow tell a client more. */
function allowedMethods(app: FastifyInstance): (path: string) => string[] {
  const known = new Map<string, Allowed>()
  app.addHook('onRoute', ({ url, method }) => {
    const route = known.get(url) ?? { path: patternOf(url), methods: [] }
    known.set(url, route)
    route.methods.push(...[method].flat())
  })
  return (path) => [...new Set([...known.values()].flatMap((route) => (route.path.test(path) ? route.methods : [])))].sort()
}

const patternOf = (url: string): RegExp => {
  const source = url
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace(/:\w+/g, '[^/]+')
    .replace(/\\\*$/, '.*')
  return new RegExp(`^${source}$`)
}

function measure(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    countAnswer(metrics, request, reply)
    logRequest(reply)
    done()
  })
}

/** The times of answers would be lost among those of long polls, which wait for up to half a minute, and streams, which last as long as their match. */
function countAnswer(metrics: Metrics, request: FastifyRequest, { raw, statusCode, elapsedTime }: FastifyReply): void {
  const kept = keptAs(raw)
  if (kept === 'poll') metrics.longPoll(routeOf(request), elapsedTime)
  if (kept !== undefined) return
  metrics.request(request.method, routeOf(request), statusCode, elapsedTime)
  const asked = askedOf(request)
  if (asked) metrics.graphql(asked.operation, asked.failed, elapsedTime)
}

/** The access log: one line per request, at a level that tells whether it went well. */
export function logRequest({ request, raw, statusCode: status, elapsedTime }: FastifyReply): void {
  const level = levelOf(status)
  if (!isKept(request.log, level)) return
  const line = {
    player: playerOf(request),
    address: addressOf(request),
    operation: operationOf(request),
    method: request.method,
    url: pathOf(request),
    status,
    ms: Math.round(elapsedTime * 10) / 10,
    kept: keptAs(raw),
  }
  request.log[level](line, 'request')
}

/**
 * The returned function ends the connections over which nothing has been asked yet. Node counts them as busy, so a browser's spare
 * connection or a port probe would hold up the shutdown for as long as it stays.
 */
export function silentConnections(server: Server): () => void {
  const silent = new Set<Socket>()
  const known = new WeakSet<Socket>()
  server.on('connection', (socket: Socket) => {
    // A connection is told again when an offer to upgrade was put back on it.
    if (known.has(socket)) return
    known.add(socket)
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  server.on('request', ({ socket }) => silent.delete(socket))
  server.on('upgrade', ({ socket }) => silent.delete(socket))
  return () => {
    for (const socket of silent) socket.destroy()
  }
}
