/** The OpenAPI document as it was generated, and the page that shows it. */
import { readFileSync } from 'node:fs'
import helmet from '@fastify/helmet'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendPublic, type Tagged, tagged } from './conditions.js'

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
  let document: Tagged | undefined
  const read = (): Tagged => {
    document ??= tagged(readFileSync(DOCUMENT, 'utf8'), 'application/json; charset=utf-8')
    return document
  }
  const send = async (request: FastifyRequest, reply: FastifyReply) => sendPublic(request, reply, read())
  // For the page, which asks under an address of its own; read as late, when this is written into the answer.
  const head = { openapi: '3.1.0', info: { title: 'Chancery', version: '' }, paths: {} }
  const late = { ...head, toJSON: () => JSON.parse(read().bytes.toString()) }
  await app.register(swagger, { mode: 'static', specification: { document: late } })
  app.get('/openapi.json', send)
  await app.register(async (pages) => {
    // The page asks for it under an address of its own, where it would be written anew for everybody.
    pages.addHook('onRequest', async (request, reply) =>
      request.routeOptions.url === '/docs/json' ? send(request, reply) : undefined,
    )
    await pages.register(helmet, { contentSecurityPolicy: PAGE_POLICY, strictTransportSecurity: false })
    await pages.register(swaggerUi, {
      routePrefix: '/docs',
      theme: { title: 'Chancery: REST reference' },
      uiConfig: { docExpansion: 'list', showExtensions: true, deepLinking: true, validatorUrl: null },
    })
  })
}
