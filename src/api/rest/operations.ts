/** For those who look around or run the server: where everything is, and whether it is alive and ready. */
import { packageVersion } from '../../platform/package.js'
import { unavailable } from '../http/errors.js'
import { orProblem, type RestDeps, type ZodRoutes } from './routing.js'
import { Entrance, Health } from './shapes.js'

const ENTRANCE = {
  name: 'Chancery',
  version: packageVersion(new URL('../../../package.json', import.meta.url)),
  links: {
    games: '/v1/games',
    docs: '/docs',
    openapi: '/openapi.json',
    graphql: '/graphql',
    graphiql: '/graphiql',
    ready: '/health/ready',
  },
}

const tags = ['operations']
const entrance = { 200: Entrance, ...orProblem }
const SCHEMAS = {
  root: { tags, operationId: 'getEntrance', summary: 'Where everything is', response: entrance },
  api: { tags, operationId: 'getApiEntrance', summary: 'The same as at /', response: entrance },
  live: { tags, operationId: 'getLiveness', summary: 'The process answers', response: { 200: Health } },
  ready: {
    tags,
    operationId: 'getReadiness',
    summary: 'The database can be reached and takes writes',
    response: { 200: Health, ...orProblem },
  },
} as const

export function entranceRoutes(app: ZodRoutes): void {
  app.get('/', { schema: SCHEMAS.root }, async () => ENTRANCE)
  app.get('/v1', { schema: SCHEMAS.api }, async () => ENTRANCE)
}

/** Probes come often and from one address; they are not counted. */
const config = { rateLimit: false } as const

export function operationRoutes(app: ZodRoutes, { ready }: RestDeps): void {
  app.get('/health/live', { schema: SCHEMAS.live, config }, async () => ({ status: 'ok' as const }))

  app.get('/health/ready', { schema: SCHEMAS.ready, config }, async () => {
    if (!(await ready())) throw unavailable()
    return { status: 'ok' as const }
  })
}
