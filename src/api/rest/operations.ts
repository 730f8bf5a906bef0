/** For operators: is it alive, is it ready, how does it do. */
import { unavailable } from '../errors.js'
import { orProblem, type RestDeps, type ZodRoutes } from './routing.js'
import { Health } from './shapes.js'

const tags = ['operations']
const SCHEMAS = {
  live: { tags, operationId: 'getLiveness', summary: 'The process answers', response: { 200: Health } },
  ready: { tags, operationId: 'getReadiness', summary: 'The database can be reached', response: { 200: Health, ...orProblem } },
} as const

/** Probes come often and from one address; they are not counted. */
const config = { rateLimit: false } as const

export function operationRoutes(app: ZodRoutes, { ready, metrics }: RestDeps): void {
  app.get('/health/live', { schema: SCHEMAS.live, config }, async () => ({ status: 'ok' as const }))

  app.get('/health/ready', { schema: SCHEMAS.ready, config }, async () => {
    if (!(await ready())) throw unavailable()
    return { status: 'ok' as const }
  })

  app.get('/metrics', { config }, async (_, reply) =>
    reply.header('content-type', metrics.contentType).send(await metrics.text()),
  )
}
