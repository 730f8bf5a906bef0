/**
 * Limits on what one client may cost, in points a minute, counted by each server for itself (all its workers together) and told in the headers of the IETF draft. A point is
 * about a millisecond of work: a plain request costs one, a long or costly one and a long answer more, a message on a socket the same as a request.
 */
import { isIPv6 } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { type Caller, isOrganiser } from '../../accounts/caller.js'
import type { Limit } from '../../platform/metrics/answers.js'
import { Problem } from '../../platform/problem.js'
import { type Colleagues, NO_COLLEAGUES } from '../../platform/workers/colleagues.js'
import type { Authenticate } from './authentication.js'
import { addressOf } from './client-address.js'

const WINDOW_SECONDS = 60
/** To read and judge so much input takes up to a millisecond. */
const READ_A_POINT = 4096
/** Of bodies. One without a length in its headers counts as one that may be sent to any route; the longest of all is a list of players. */
const LENGTHS = { unknown: 64 * 1024, longest: 256 * 1024 }
/** Registering costs more than asking, and nobody needs it often: 120 a minute where 6000 points are allowed. */
const POINTS_PER_REGISTRATION = 50
/** What is made for one client costs about a millisecond for so much of it: reading, shaping and writing it. Measured on logs, notices and views. */
const MADE_A_POINT = 16 * 1024
/** Of what is made for one client, beyond the point that everything costs. */
export const makingPoints = (length: number): number => Math.floor(length / MADE_A_POINT)
/** Longer texts are handed to the socket as bytes: as text they would lie in the heap until they are read. */
const LONG_TEXT = 16 * 1024
/** Clients that are remembered; beyond it, those seen longest ago begin anew. */
const CLIENTS = 100_000

declare module 'fastify' {
  interface FastifyContextConfig {
    /** False for a route that costs nothing and is not counted. */
    rateLimit?: false
  }
}

export interface RateRules {
  /** Points a minute and client; 0 for no limit. */
  readonly rateLimit: number
  readonly colleagues?: Pick<Colleagues, 'spending'>
}

export interface Rates {
  /** Counts points against a client, and throws 429 once they are used up; fewer than none are given back. On a socket there is no reply to write headers to. */
  charge(client: string, points: number, reply?: FastifyReply): void
  /** The same for what is done already: it is the next request that is refused. */
  note(client: string, points: number): void
  /** The same for a registration, counted by address; those of organisers and administrators are not counted. */
  chargeRegistration(caller: Caller | undefined, address: string, reply?: FastifyReply): void
}

const PAYER = Symbol('payer')
type Paid = FastifyRequest & { [PAYER]?: string }
const MADE = Symbol('made')
type Weighed = FastifyReply & { [MADE]?: number }

/** For an answer that was made though it is not sent, because the client has it already. */
export function noteMade(reply: Weighed, length: number): void {
  reply[MADE] = length
}

/** Who pays: all tokens of a player together, or an address without one. */
export const payerOf = ({ player }: Caller, address: string | undefined): string => player?.id ?? networkOf(address)

/** For what is done several times in one request, which has paid for the first itself. */
export function chargeFurther({ charge }: Pick<Rates, 'charge'>, caller: Caller, times: number, reply: FastifyReply): void {
  if (times > 1) charge(payerOf(caller, addressOf(reply.request)), times - 1, reply)
}

/** A client that has hung up has no address any more; a household has a whole /64 of IPv6. */
export function networkOf(address = ''): string {
  if (!address.includes(':')) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined || !isIPv6(address)) return mapped ?? address
  const [head = '', tail] = address.split('%', 1).join('').toLowerCase().split('::')
  const groups = head.split(':').filter(Boolean)
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter(Boolean).length
  const all = [...groups, ...Array.from({ length: missing }, () => '0'), ...(tail ?? '').split(':').filter(Boolean)]
  return `${all
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}

/** What it costs to read so many bytes, beyond the point that everything costs. */
export const readingPoints = (bytes: number): number => Math.floor(bytes / READ_A_POINT)

function bodyBytes({ headers }: FastifyRequest): number {
  if (headers['transfer-encoding'] !== undefined) return LENGTHS.unknown
  return Math.min(LENGTHS.longest, Number(headers['content-length'] ?? 0))
}

/** Charges every route from here on, except those with `rateLimit: false`: a point and what its body takes before the work, and for a long answer more afterwards. */
export function limitRates(
  app: FastifyInstance,
  { rateLimit, colleagues = NO_COLLEAGUES }: RateRules,
  authenticate: Authenticate,
  onLimited: (limit: Limit) => void = () => {},
): Rates {
  const { charge: everything, note } = limiter('points', rateLimit, onLimited, colleagues)
  const { charge: registrations } = limiter(
    'registrations',
    Math.ceil(rateLimit / POINTS_PER_REGISTRATION),
    onLimited,
    colleagues,
  )
  // A bad token counts for its address; the route itself refuses it.
  const callerOf = async (request: FastifyRequest): Promise<Caller | undefined> =>
    request.headers.authorization ? authenticate(request).catch(() => undefined) : undefined
  app.addHook('onRequest', async (request: Paid, reply) => {
    if (request.routeOptions.config.rateLimit === false) return
    const caller = await callerOf(request)
    const address = addressOf(request)
    request[PAYER] = caller ? payerOf(caller, address) : networkOf(address)
    everything(request[PAYER], 1 + readingPoints(bodyBytes(request)), reply)
  })
  // What is not text was not made for this answer: documents that are kept, and files.
  app.addHook('onSend', (request: Paid, reply: Weighed, payload: unknown, done) => {
    const length = reply[MADE] ?? (typeof payload === 'string' ? payload.length : 0)
    const points = makingPoints(length)
    if (points > 0 && request[PAYER] !== undefined) note(request[PAYER], points, reply)
    done(null, typeof payload === 'string' && payload.length > LONG_TEXT ? Buffer.from(payload) : payload)
  })
  return {
    charge: everything,
    note,
    chargeRegistration(caller, address, reply) {
      if (!caller || !isOrganiser(caller)) registrations(networkOf(address), 1, reply)
    },
  }
}

interface Window {
  readonly endsAt: number
  used: number
}

interface Limiter {
  readonly charge: Rates['charge']
  note(client: string, points: number, reply?: FastifyReply): void
}

function limiter(
  name: Limit,
  max: number,
  onLimited: (limit: Limit) => void,
  { spending }: Pick<Colleagues, 'spending'>,
): Limiter {
  if (max === 0) return { charge: () => {}, note: () => {} }
  const windows = new LRUCache<string, Window>({ max: CLIENTS })
  const policy = `"${name}";q=${max};w=${WINDOW_SECONDS}`
  const count = (client: string, points: number): { used: number; seconds: number } => {
    // The wall clock may be set back, and would then keep clients waiting for as long.
    const now = performance.now()
    const known = windows.get(client)
    const window = known && known.endsAt > now ? known : { endsAt: now + WINDOW_SECONDS * 1000, used: 0 }
    // What is given back may have been paid in the minute before.
    window.used = Math.max(0, window.used + points)
    windows.set(client, window)
    return { used: window.used, seconds: Math.ceil((window.endsAt - now) / 1000) }
  }
  const tell = spending(name, count)
  const spend = (client: string, points: number, reply?: FastifyReply): { isOver: boolean; seconds: number } => {
    const { used, seconds } = count(client, points)
    tell(client, points)
    reply?.header('ratelimit-policy', policy).header('ratelimit', `"${name}";r=${Math.max(0, max - used)};t=${seconds}`)
    return { isOver: used > max, seconds }
  }
  return {
    note: spend,
    charge(client, points, reply) {
      const { isOver, seconds } = spend(client, points, reply)
      if (!isOver || points < 1) return
      onLimited(name)
      throw new Problem(429, 'RATE_LIMITED', `No more than ${max} ${name} a minute.`, seconds)
    },
  }
}
