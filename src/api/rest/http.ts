/** How the HTTP server itself behaves: limits, request ids, and answers to what never becomes a request. */
import type { IncomingMessage } from 'node:http'
import { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { requestId } from '../../platform/logger.js'
import { refuseOnTheWire, sendProblem } from '../errors.js'

const BODY_LIMIT = 64 * 1024

/** For `Fastify({...})`: these can't be set later. */
export const httpOptions = {
  bodyLimit: BODY_LIMIT,
  requestIdHeader: false,
  genReqId: ({ headers }: IncomingMessage) => requestId(headers),
  logController: new LogController({ disableRequestLogging: true }),
  frameworkErrors: sendProblem,
  clientErrorHandler: refuseOnTheWire,
} as const

/**
 * JSON is never run, framed or sniffed, so the API needs only these. Pages get the whole of helmet, which is left off here
 * because it computes its thirteen headers anew for every request.
 */
const HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
}

/** Pages need scripts and styles; whoever serves them sets their policy. */
const PAGE = /^\/(?:docs|graphiql)\b/

export function addResponseHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    if (!PAGE.test(request.url)) reply.headers(HEADERS)
    done()
  })
}

interface Allowed {
  readonly path: RegExp
  readonly methods: string[]
}

/** Fastify says 404 where a path exists with other methods; a client is helped more by 405 and Allow. */
export function allowedMethods(app: FastifyInstance): (path: string) => string[] {
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

/** One line per request: quiet for what went well, louder for what did not. */
export function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  const level = reply.statusCode >= 500 ? 'error' : reply.statusCode >= 400 ? 'info' : 'debug'
  const { method, url } = request
  request.log[level]({ method, url, status: reply.statusCode, ms: Math.round(reply.elapsedTime * 10) / 10 }, 'request')
}
