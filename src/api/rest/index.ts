/** REST, on a Fastify instance that `prepareHttp` has set up. */
import type { FastifyInstance } from 'fastify'
import type { Presence } from '../http/presence.js'
import type { Rates } from '../http/rates.js'
import { serveDocuments } from './documents.js'
import { createOpenAnswers } from './open-answers.js'
import { allRoutes } from './routes.js'
import type { RestDeps } from './routing.js'

const KEEP_ALIVE_SECONDS = 15

export async function registerRest(
  app: FastifyInstance,
  deps: RestDeps,
  { presence, ...rates }: Pick<Rates, 'chargeRegistration'> & { presence: Presence },
): Promise<void> {
  const openAnswers = createOpenAnswers(presence, KEEP_ALIVE_SECONDS)
  allRoutes(app, deps, { ...rates, openAnswers })
  await serveDocuments(app)
}
