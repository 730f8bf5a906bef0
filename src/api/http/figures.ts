/** The page of figures that Prometheus reads, and who may. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Metrics } from '../../platform/metrics.js'
import { Problem } from '../../platform/problem.js'

type Page = Pick<Metrics, 'text' | 'contentType'>

/** Without a token anybody may. Scrapers come often and from one address; they are not counted. */
export function serveFigures(app: FastifyInstance, page: Page, token: string | undefined): void {
  const requireToken = token === undefined ? () => {} : tokenCheck(token)
  app.get('/metrics', { config: { rateLimit: false } }, async (request, reply) => {
    requireToken(request.headers.authorization)
    return reply.header('content-type', page.contentType).send(await page.text())
  })
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

function tokenCheck(token: string): (authorization: string | undefined) => void {
  const expected = digest(token)
  return (authorization) => {
    if (authorization === undefined) throw new Problem(401, 'TOKEN_REQUIRED', 'The figures need the token of METRICS_TOKEN.')
    if (timingSafeEqual(digest(authorization.replace(/^Bearer +/i, '')), expected)) return
    throw new Problem(401, 'TOKEN_INVALID', 'This is not the token of METRICS_TOKEN.')
  }
}
