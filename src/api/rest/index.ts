/** REST, on a Fastify instance that `prepareHttp` has set up. */
import type { FastifyInstance } from 'fastify'
import type { RateHook } from '../http/rates.js'
import { createOpenAnswers } from './open-answers.js'
import { documentRoutes, serveDocuments } from './openapi.js'
import { allRoutes } from './routes.js'
import type { RestDeps } from './routing.js'

const KEEP_ALIVE_SECONDS = 15

export async function registerRest(app: FastifyInstance, deps: RestDeps, limitRegistration: RateHook): Promise<void> {
  await documentRoutes(app)
  const openAnswers = createOpenAnswers(app, KEEP_ALIVE_SECONDS, deps.metrics)
  allRoutes(app, deps, { limitRegistration, openAnswers })
  await serveDocuments(app)
}
