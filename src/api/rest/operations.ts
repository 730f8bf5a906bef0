/** For those who look around or run the server: where everything is, and whether it is alive and ready. */
import { packageVersion } from '../../platform/package.js'
import { unavailable } from '../http/errors.js'
import type { RestDeps, ZodRoutes } from './routing.js'
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
    mcp: '/mcp',
    ready: '/health/ready',
  },
}

const tags = ['operations']
const entrance = { 200: Entrance }
const SCHEMAS = {
  root: {
    tags,
    operationId: 'getEntrance',
    summary: 'Where everything is',
    description: 'Name and version of the server, and the paths from which everything else is found.',
    response: entrance,
  },
  api: {
    tags,
    operationId: 'getApiEntrance',
    summary: 'The same as at /',
    description: 'For clients whose base address ends with the version of the API.',
    response: entrance,
  },
  live: {
    tags,
    operationId: 'getLiveness',
    summary: 'The process answers',
    description:
      'For supervisors: answers as long as the process is there, whatever becomes of the database. Not counted by rate limits.',
    response: { 200: Health },
  },
  ready: {
    tags,
    operationId: 'getReadiness',
    summary: 'The database can be reached and takes writes',
    description: 'For load balancers: 503 while requests that need the database would fail. Not counted by rate limits.',
    problems: ['DATABASE_UNAVAILABLE'],
    response: { 200: Health },
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
