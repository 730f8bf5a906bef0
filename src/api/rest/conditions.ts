/** Headers that make a request conditional or repeatable: ETag, If-None-Match, If-Match and Idempotency-Key. */
import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Viewer } from '../../games/contract.js'
import { IdempotencyKey } from '../../match/shapes.js'
import { complaintOf } from '../../platform/complaint.js'
import { invalid, Problem } from '../../platform/problem.js'

const VERSION = /^(?:W\/)?(?:(\d{1,9})|"v?(\d{1,9})(?:-[\w-]+)?")$/
/** What `tagOf` writes, up to the digest of what was sent, which depends on what else was asked for. */
const TAG = /^(?:W\/)?"(v(\d{1,9})-[\w-]*?)(?:-[0-9a-f]{12})?"$/

/** `12`, `"12"` or a whole ETag of the match; `*` asks only that there be a match. */
export function expectedVersion({ 'if-match': given }: IncomingHttpHeaders): number | undefined {
  if (given === undefined || given === '*') return undefined
  const [, bare, quoted] = VERSION.exec(given) ?? []
  const version = bare ?? quoted
  if (version === undefined) throw invalid('If-Match must be a version, such as "12", or the ETag of the match.')
  return Number(version)
}

/** Refuses the ETag of another seat, or of a history that is no more: there the same version is another position. A plain version says neither. */
export async function requireOwnTag(
  { 'if-match': given = '' }: IncomingHttpHeaders,
  look: (version: number) => Promise<Position>,
): Promise<void> {
  const [, tag, version] = TAG.exec(given) ?? []
  if (tag === undefined) return
  const seen = await look(Number(version)).catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'VERSION_AHEAD') return undefined
    throw error
  })
  if (!seen || positionOf(seen) !== tag)
    throw new Problem(412, 'STALE_VERSION', 'If-Match is no ETag of the match as you see it now: look again.')
}

export function idempotencyKey({ 'idempotency-key': given }: IncomingHttpHeaders): string | undefined {
  if (given === undefined) return undefined
  const key = IdempotencyKey.safeParse(given)
  if (!key.success) throw invalid(`Idempotency-Key: ${complaintOf(key.error)}`)
  return key.data
}

const nameOf = (viewer: Viewer): string => (typeof viewer === 'number' ? `s${viewer}` : viewer)

/** What was looked at, by whom. The head tells it from the same version of a history that is no more. */
interface Position {
  readonly version: number
  readonly viewer: Viewer
  readonly head: string
}

const positionOf = ({ version, viewer, head }: Position): string => `v${version}-${nameOf(viewer)}-${head.slice(0, 12)}`

/**
 * The position alone is not enough: before the start players come and go without an entry in the log, and a newer
 * server may show the same version otherwise. So the tag ends with a digest of what is sent.
 */
const tagOf = (seen: Position, body: string): string => `"${positionOf(seen)}-${digestOf(body)}"`

const digestOf = (body: string): string => createHash('sha256').update(body).digest('hex').slice(0, 12)

const isKnown = (given: string | undefined, tag: string): boolean =>
  given !== undefined && (given === '*' || given.split(',').some((one) => one.trim().replace(/^W\//, '') === tag))

/** Beside what others have named: an allowed origin is told in a header too. */
const varyOf = (reply: FastifyReply): string => [reply.getHeader('vary') ?? [], 'authorization'].flat().join(', ')

export function sendTagged(request: FastifyRequest, reply: FastifyReply, seen: Position, body: object): FastifyReply {
  const text = JSON.stringify(body)
  const tag = tagOf(seen, text)
  reply.header('etag', tag).header('cache-control', 'private, no-cache').header('vary', varyOf(reply))
  if (isKnown(request.headers['if-none-match'], tag)) return reply.code(304).send()
  return reply.header('content-type', 'application/json; charset=utf-8').send(text)
}

/** An answer that is the same for everybody until another version of the server runs. */
export interface Tagged {
  readonly text: string
  readonly type: string
  readonly tag: string
}

export const tagged = (text: string, type: string): Tagged => ({ text, type, tag: `"${digestOf(text)}"` })
export const taggedJson = (body: object): Tagged => tagged(JSON.stringify(body), 'application/json; charset=utf-8')

/** Anybody may keep it for an hour, and then ask whether it is still the same. */
export function sendPublic(request: FastifyRequest, reply: FastifyReply, { text, type, tag }: Tagged): FastifyReply {
  reply.header('etag', tag).header('cache-control', 'public, max-age=3600')
  if (isKnown(request.headers['if-none-match'], tag)) return reply.code(304).send()
  return reply.header('content-type', type).send(text)
}
