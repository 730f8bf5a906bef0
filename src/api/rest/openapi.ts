/** The OpenAPI 3.1 document, written from the routes themselves, and the page that shows it. */
import helmet from '@fastify/helmet'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import Fastify, { type FastifyInstance, type FastifySchema } from 'fastify'
import { z } from 'zod'
import { games } from '../../games/registry.js'
import { type Components, createComponents } from './components.js'
import { allRoutes } from './routes.js'
import type { RestDeps } from './routing.js'

const TAGS = [
  { name: 'games', description: 'What can be played.' },
  { name: 'players', description: 'Accounts of people and bots, and their tokens.' },
  { name: 'matches', description: 'Made, joined, left, called off, listed, seen and downloaded.' },
  { name: 'play', description: 'Legal moves, and moves.' },
  { name: 'streams', description: 'JSON, NDJSON or server-sent events by Accept; resumed by Last-Event-ID or `after`.' },
  {
    name: 'administration',
    description: 'Players and matches, for those who run the server: with the scope admin. Each act is recorded.',
  },
  { name: 'operations', description: 'For those who run the server.' },
]

const HEAD = {
  openapi: '3.1.0',
  info: {
    title: 'Chancery',
    version: '1.0.0',
    description: 'Board games about crowns, played by API. Every accepted move is an entry in a durable log.',
    license: { name: 'MIT', identifier: 'MIT' },
  },
  tags: TAGS,
  components: { securitySchemes: { token: { type: 'http' as const, scheme: 'bearer', description: 'chy_...' } } },
}

/** Must come before the routes, whose making it listens to. Routes without a tag stay out of the document. */
export async function documentRoutes(app: FastifyInstance): Promise<void> {
  const components = createComponents()
  await app.register(swagger, {
    openapi: HEAD,
    hideUntagged: true,
    transform: ({ schema, url, route }) => ({
      schema: schema?.tags ? inJson({ ...schema, ...route.config?.shown }, components) : schema,
      url,
    }),
    transformObject: (written) => ('openapiObject' in written ? components.complete({ ...written.openapiObject }) : {}),
  })
}

/** An answer with a media type of its own; any other is a bare schema and is sent as JSON. */
const Described = z.object({
  description: z.string(),
  content: z.record(z.string(), z.object({ schema: z.instanceof(z.ZodType) })),
})

function inJson(schema: FastifySchema, components: Components): FastifySchema {
  const written: Record<string, unknown> = { ...schema }
  for (const part of ['params', 'querystring', 'headers', 'body'] as const) {
    const given = schema[part]
    if (given instanceof z.ZodType) written[part] = components.describe(given, 'input')
  }
  const answers: [string, unknown][] = Object.entries(schema.response ?? {})
  written.response = Object.fromEntries(answers.map(([status, answer]) => [status, answerInJson(status, answer, components)]))
  return written
}

function answerInJson(status: string, answer: unknown, components: Components): object {
  if (status === '204') return { type: 'null', description: 'Done.' }
  if (answer instanceof z.ZodType)
    return { description: 'As asked.', content: { 'application/json': { schema: components.describe(answer, 'output') } } }
  const { description, content } = Described.parse(answer)
  const described = Object.entries(content).map(
    ([type, { schema }]) => [type, { schema: components.describe(schema, 'output') }] as const,
  )
  return { description, content: Object.fromEntries(described) }
}

const asText = (app: FastifyInstance): string => `${JSON.stringify(app.swagger(), null, 2)}\n`

/** What `openapi/openapi.json` holds. */
export async function openapiDocument(): Promise<string> {
  const app = Fastify()
  await documentRoutes(app)
  // A cast, because the routes are listed and not called: of what they depend on, only the games are looked at.
  allRoutes(app, { games } as RestDeps, { send: async () => {}, endIfUnread: () => {} })
  await app.ready()
  return asText(app)
}

const PAGE_POLICY = {
  directives: {
    defaultSrc: ["'self'"],
    imgSrc: ["'self'", 'data:'],
    styleSrc: ["'self'", "'unsafe-inline'"],
    objectSrc: ["'none'"],
    upgradeInsecureRequests: null,
  },
}

/** The document at /openapi.json and the reference at /docs; everything that the page needs comes from this server. */
export async function serveDocuments(app: FastifyInstance): Promise<void> {
  // Written for the first who asks: most servers start and end without anybody asking, and a start is to be quick.
  let document: string | undefined
  app.get('/openapi.json', { config: { rateLimit: false } }, async (_, reply) => {
    document ??= asText(app)
    return reply.header('content-type', 'application/json; charset=utf-8').send(document)
  })
  await app.register(async (pages) => {
    pages.addHook('onRoute', (route) => {
      route.config = { ...route.config, rateLimit: false }
    })
    await pages.register(helmet, { contentSecurityPolicy: PAGE_POLICY, strictTransportSecurity: false })
    await pages.register(swaggerUi, {
      routePrefix: '/docs',
      theme: { title: 'Chancery: REST reference' },
      uiConfig: { docExpansion: 'list', showExtensions: true, deepLinking: true, validatorUrl: null },
    })
  })
}
