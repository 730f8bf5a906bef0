/** Tokens: `chy_` and 256 random bits. The database keeps only their hash. */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { PrismaClient, Token } from '../generated/prisma/client.js'
import { notFound, Problem } from '../platform/problem.js'
import { type Caller, requirePlayer, type Scope, scopesOf } from './caller.js'
import type { IssuedToken, IssueToken, TokenCard } from './shapes.js'

const SHAPE = /^chy_[A-Za-z0-9_-]{43}$/
const A_DAY = 86_400_000

export const isToken = (text: string): boolean => SHAPE.test(text)
/** A plain hash is enough: there is nothing to guess in 256 random bits. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** A new token and the row that stands for it. */
export function freshToken({ label, scopes, expiresInDays }: z.input<typeof IssueToken>, now: Date) {
  const token = `chy_${randomBytes(32).toString('base64url')}`
  const expiresAt = expiresInDays === undefined ? null : new Date(now.getTime() + expiresInDays * A_DAY)
  return { token, data: { id: randomUUID(), hash: tokenHash(token), label: label ?? '', scopes, createdAt: now, expiresAt } }
}

export async function issueToken(
  prisma: PrismaClient,
  caller: Caller,
  input: z.infer<typeof IssueToken>,
  now: Date,
): Promise<IssuedToken> {
  const player = requirePlayer(caller, 'read')
  refuseWider(caller, input.scopes)
  const { token, data } = freshToken(input, now)
  const expiresAt = await noLaterThan(prisma, caller.tokenId, data.expiresAt)
  return { ...toTokenCard(await prisma.token.create({ data: { ...data, expiresAt, playerId: player.id } })), token }
}

function refuseWider(caller: Caller, scopes: readonly Scope[]): void {
  const missing = scopes.filter((scope) => !caller.scopes.has(scope))
  if (missing.length === 0) return
  const message = `Your token does not have the scopes ${missing.join(', ')}, so it cannot pass them on.`
  throw new Problem(403, 'SCOPE_MISSING', message)
}

/** A token that expires cannot make one that outlives it. */
async function noLaterThan(prisma: PrismaClient, parent: string | null, wanted: Date | null): Promise<Date | null> {
  const row = parent === null ? null : await prisma.token.findUnique({ where: { id: parent } })
  if (!row?.expiresAt) return wanted
  return wanted && wanted < row.expiresAt ? wanted : row.expiresAt
}

export async function listTokens(prisma: PrismaClient, caller: Caller): Promise<TokenCard[]> {
  const playerId = requirePlayer(caller, 'read').id
  const rows = await prisma.token.findMany({ where: { playerId }, orderBy: { createdAt: 'asc' } })
  return rows.map(toTokenCard)
}

/** Returns the hash of the token that is revoked now. */
export async function revokeToken(prisma: PrismaClient, caller: Caller, tokenId: string, now: Date): Promise<string> {
  const player = requirePlayer(caller, 'read')
  const row = await prisma.token.findFirst({ where: { id: tokenId, playerId: player.id } })
  if (!row) throw notFound('token')
  // A token with the scope read alone, say, must not lock out the one that plays.
  const own = new Set<string>(caller.scopes)
  if (tokenId !== caller.tokenId && row.scopes.some((scope) => !own.has(scope)))
    throw new Problem(403, 'SCOPE_MISSING', 'A token cannot revoke one that may do more than itself.')
  if (!row.revokedAt) await prisma.token.update({ where: { id: tokenId }, data: { revokedAt: now } })
  return row.hash
}

const toTokenCard = (row: Token): TokenCard => ({
  id: row.id,
  label: row.label,
  scopes: scopesOf(row),
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt?.toISOString() ?? null,
  revokedAt: row.revokedAt?.toISOString() ?? null,
})
