/** The OpenAPI document as it was generated, and the page that shows it. */
import { readFileSync } from 'node:fs'
import helmet from '@fastify/helmet'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'

const DOCUMENT = new URL('../../../openapi/openapi.json', import.meta.url)

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
  // Read for the first who asks: most servers start and end without anybody asking, and a start is to be quick.
  let document: string | undefined
  const text = (): string => {
    document ??= readFileSync(DOCUMENT, 'utf8')
    return document
  }
  // For the page, which asks under an address of its own; read as late, when this is written into the answer.
  const head = { openapi: '3.1.0', info: { title: 'Chancery', version: '' }, paths: {} }
  const late = { ...head, toJSON: () => JSON.parse(text()) }
  await app.register(swagger, { mode: 'static', specification: { document: late } })
  app.get('/openapi.json', { config: { rateLimit: false } }, async (_, reply) =>
    reply.header('content-type', 'application/json; charset=utf-8').send(text()),
  )
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
