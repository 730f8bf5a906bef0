/** REST on a Fastify instance made with `httpOptions`. What holds for every request of the server is set up here too. */
import type { FastifyInstance } from 'fastify'
import { notFound, Problem } from '../../platform/problem.js'
import { sendProblem } from '../errors.js'
import { acceptJsonOnly } from './body.js'
import { addResponseHeaders, allowedMethods, logRequest } from './http.js'
import { documentRoutes, serveDocuments } from './openapi.js'
import { type Hook, limitRates } from './rates.js'
import { allRoutes } from './routes.js'
import type { RestDeps } from './routing.js'
import { createStreams } from './streams.js'

export { httpOptions } from './http.js'
export type { RestDeps } from './routing.js'

const KEEP_ALIVE_SECONDS = 15

/**
 * Call it on the root instance and before other routes, so that its hooks, limits and 405s hold for them as well. Returns the limit
 * on registrations, which the other transport has to respect too.
 */
export async function registerRest(app: FastifyInstance, deps: RestDeps): Promise<{ limitRegistration: Hook }> {
  const allowed = allowedMethods(app)
  acceptJsonOnly(app)
  addResponseHeaders(app)
  measure(app, deps)
  app.setErrorHandler(sendProblem)
  const { registration } = await limitRates(app, deps.config, deps.authenticate)
  await documentRoutes(app)
  allRoutes(app, deps, {
    limitRegistration: registration,
    streams: createStreams(app, deps.config.keepAliveSeconds ?? KEEP_ALIVE_SECONDS, deps.metrics),
  })
  await serveDocuments(app)
  app.setNotFoundHandler((request, reply) => {
    const methods = allowed(request.url.split('?', 1)[0] ?? '')
    if (methods.length === 0) throw notFound('resource')
    reply.header('allow', methods.join(', '))
    throw new Problem(405, 'METHOD_NOT_ALLOWED', `Allowed here: ${methods.join(', ')}.`)
  })
  return { limitRegistration: registration }
}

/** Streams last as long as their match and would bury every other figure. */
function measure(app: FastifyInstance, { metrics }: RestDeps): void {
  app.addHook('onResponse', (request, reply, done) => {
    if (reply.raw.getHeader('x-accel-buffering') === undefined)
      metrics.request(request.method, request.routeOptions.url ?? 'none', reply.statusCode, reply.elapsedTime)
    logRequest(request, reply)
    done()
  })
}
