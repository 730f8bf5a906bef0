/** What whoever opens the bare address finds: where everything is. */
import { readFileSync } from 'node:fs'
import { orProblem, type ZodRoutes } from './routing.js'
import { Entrance } from './shapes.js'

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as { version: string }

const ENTRANCE = {
  name: 'Chancery',
  version,
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
const response = { 200: Entrance, ...orProblem }
const SCHEMAS = {
  root: { tags, operationId: 'getEntrance', summary: 'Where everything is', response },
  api: { tags, operationId: 'getApiEntrance', summary: 'The same as at /', response },
} as const

export function entranceRoutes(app: ZodRoutes): void {
  app.get('/', { schema: SCHEMAS.root }, async () => ENTRANCE)
  app.get('/v1', { schema: SCHEMAS.api }, async () => ENTRANCE)
}
