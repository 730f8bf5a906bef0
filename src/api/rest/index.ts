/** REST, on a Fastify instance that `prepareHttp` has set up. */
import type { FastifyInstance } from 'fastify'
import type { Presence } from '../http/presence.js'
import { serveDocuments } from './documents.js'
import { createOpenAnswers } from './open-answers.js'
import { allRoutes } from './routes.js'
import type { RestDeps } from './routing.js'

const KEEP_ALIVE_SECONDS = 15

export async function registerRest(app: FastifyInstance, deps: RestDeps, presence: Presence): Promise<void> {
  allRoutes(app, deps, createOpenAnswers(presence, KEEP_ALIVE_SECONDS))
  await serveDocuments(app)
}
