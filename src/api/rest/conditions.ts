/** Headers that make a request conditional or repeatable: ETag, If-None-Match, If-Match and Idempotency-Key. */
import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Viewer } from '../../games/contract.js'
import { IdempotencyKey } from '../../match/shapes.js'
import { complaintOf } from '../../platform/complaint.js'
import { invalid } from '../../platform/problem.js'
import { noteMade } from '../http/rates.js'

const VERSION = /^(?:W\/)?(?:(\d{1,9})|"v?(\d{1,9})(?:-[\w-]+)?")$/

/** `12`, `"12"` or a whole ETag of the match; `*` asks only that there be a match. */
export function expectedVersion({ 'if-match': given }: IncomingHttpHeaders): number | undefined {
  if (given === undefined || given === '*') return undefined
  const [, bare, quoted] = VERSION.exec(given) ?? []
  const version = bare ?? quoted
  if (version === undefined) throw invalid('If-Match must be a version, such as "12", or the ETag of the match.')
  return Number(version)
}

export function idempotencyKey({ 'idempotency-key': given }: IncomingHttpHeaders): string | undefined {
  if (given === undefined) return undefined
  const key = IdempotencyKey.safeParse(given)
  if (!key.success) throw invalid(`Idempotency-Key: ${complaintOf(key.error)}`)
  return key.data
}

const nameOf = (viewer: Viewer): string => (typeof viewer === 'number' ? `s${viewer}` : viewer)

/**
 * Version and viewer alone are not enough: before the start players come and go without an entry in the log, and a newer
 * server may show the same version otherwise. So the tag ends with a digest of what is sent.
 */
const tagOf = (version: number, viewer: Viewer, body: string): string => `"v${version}-${nameOf(viewer)}-${digestOf(body)}"`

const digestOf = (body: string): string => createHash('sha256').update(body).digest('hex').slice(0, 12)

const isKnown = (given: string | undefined, tag: string): boolean =>
  given !== undefined && (given === '*' || given.split(',').some((one) => one.trim().replace(/^W\//, '') === tag))

/** Beside what others have named: an allowed origin is told in a header too. */
const varyOf = (reply: FastifyReply): string => [reply.getHeader('vary') ?? [], 'authorization'].flat().join(', ')

export function sendTagged(
  request: FastifyRequest,
  reply: FastifyReply,
  seen: { version: number; viewer: Viewer },
  body: object,
): FastifyReply {
  const text = JSON.stringify(body)
  const tag = tagOf(seen.version, seen.viewer, text)
  reply.header('etag', tag).header('cache-control', 'private, no-cache').header('vary', varyOf(reply))
  noteMade(reply, text.length)
  if (isKnown(request.headers['if-none-match'], tag)) return reply.code(304).send()
  return reply.header('content-type', 'application/json; charset=utf-8').send(text)
}

/** An answer that is the same for everybody until another version of the server runs. */
export interface Tagged {
  /** One for all connections: an answer that waits to be read takes no memory of its own. */
  readonly bytes: Buffer
  readonly type: string
  readonly tag: string
}

export const tagged = (text: string, type: string): Tagged => ({ bytes: Buffer.from(text), type, tag: `"${digestOf(text)}"` })
export const taggedJson = (body: object): Tagged => tagged(JSON.stringify(body), 'application/json; charset=utf-8')

/** Anybody may keep it for an hour, and then ask whether it is still the same. */
export function sendPublic(request: FastifyRequest, reply: FastifyReply, { bytes, type, tag }: Tagged): FastifyReply {
  reply.header('etag', tag).header('cache-control', 'public, max-age=3600')
  if (isKnown(request.headers['if-none-match'], tag)) return reply.code(304).send()
  return reply.header('content-type', type).send(bytes)
}
