/** Rate limits per token, or per address without one, counted by each server for itself; told in the headers of the IETF draft. */
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../../platform/problem.js'
import type { Authenticate } from './authentication.js'

const WINDOW_SECONDS = 60
/** Registering costs more than asking, and nobody needs it often: 120 a minute where 6000 requests are allowed. */
const REQUESTS_PER_REGISTRATION = 50

export interface RateRules {
  /** Requests a minute and token; 0 for no limit. */
  readonly rateLimit: number
}

/** Counts a request against a limit, and throws 429 beyond it. */
export type RateHook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>
type Key = (request: FastifyRequest) => string | Promise<string>

const address: Key = (request) => rateLimit.normalizeIP(request.ip)

/** Limits every route from here on, except those with `rateLimit: false`, and returns the tighter limit for registration. */
export async function limitRates(
  app: FastifyInstance,
  rules: RateRules,
  authenticate: Authenticate,
): Promise<{ registration: RateHook }> {
  await app.register(rateLimit, { global: false })
  // A bad token counts for its address; the route itself refuses it.
  const payer: Key = async (request) => {
    const caller = request.headers.authorization ? await authenticate(request).catch(() => undefined) : undefined
    return caller?.tokenId ?? address(request)
  }
  const everything = limiter(app, 'requests', rules.rateLimit, payer)
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.rateLimit !== false) await everything(request, reply)
  })
  return { registration: limiter(app, 'registrations', Math.ceil(rules.rateLimit / REQUESTS_PER_REGISTRATION), address) }
}

function limiter(app: FastifyInstance, name: string, max: number, key: Key): RateHook {
  if (max === 0) return async () => {}
  const count = app.createRateLimit({ max, timeWindow: WINDOW_SECONDS * 1000, keyGenerator: key })
  const policy = `"${name}";q=${max};w=${WINDOW_SECONDS}`
  return async (request, reply) => {
    const used = await count(request)
    if (used.isAllowed) return
    reply.header('ratelimit-policy', policy).header('ratelimit', `"${name}";r=${used.remaining};t=${used.ttlInSeconds}`)
    if (used.isExceeded) throw new Problem(429, 'RATE_LIMITED', `No more than ${max} ${name} a minute.`, used.ttlInSeconds)
  }
}
