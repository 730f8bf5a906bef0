/** Pages of other origins: which may ask this server from a browser, and which headers of the answers they get to see. */
import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'

const EXPOSED = [
  'ETag',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'Location',
  'Chancery-Cursor',
  'X-Request-Id',
  'WWW-Authenticate',
]
/** Seconds for which a browser need not ask again; the longest that Chrome goes by. */
const REMEMBERED = 7200

/**
 * Before everything else, so that refusals carry the headers too and a preflight, which has no token, costs its sender nothing. Cookies are never
 * asked for: whoever has no token is nobody, wherever their page is from.
 */
export async function allowOrigins(app: FastifyInstance, origins: readonly string[] | undefined): Promise<void> {
  if (!origins) return
  await app.register(cors, {
    origin: origins.includes('*') ? '*' : [...origins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    exposedHeaders: EXPOSED,
    maxAge: REMEMBERED,
    strictPreflight: false,
  })
}
