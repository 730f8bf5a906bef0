/** Tokens: `chy_` and 256 random bits. The database keeps only their hash. */
import { hash, randomBytes, randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { Prisma, PrismaClient, Token } from '../generated/prisma/client.js'
import { invalid, notFound, Problem } from '../platform/problem.js'
import { type Caller, requirePlayer, type Scope, scopesOf } from './caller.js'
import { type IssuedToken, type IssueToken, isId, TOKENS, type TokenCard, type TokenPage } from './shapes.js'

/** What a token looks like. */
export const TOKEN = /^chy_[A-Za-z0-9_-]{43}$/
const A_DAY = 86_400_000

/** A plain hash is enough: there is nothing to guess in 256 random bits. */
export const tokenHash = (token: string): string => hash('sha256', token, 'base64url')

/** A token that is revoked now, or was before. */
export interface Revoked {
  readonly id: string
  readonly hash: string
}

/** A new token and the row that stands for it. */
export function freshToken(input: z.input<typeof IssueToken>, now: Date) {
  const token = `chy_${randomBytes(32).toString('base64url')}`
  return { token, data: tokenRow(token, input, now) }
}

export function tokenRow(token: string, { label, scopes, expiresInDays }: z.input<typeof IssueToken>, now: Date) {
  const expiresAt = expiresInDays === undefined ? null : new Date(now.getTime() + expiresInDays * A_DAY)
  return { id: randomUUID(), hash: tokenHash(token), label: label ?? '', scopes, createdAt: now, expiresAt }
}

/**
 * The tokens of a player change one at a time: so their number is exact, and no token slips out of a revocation by being made meanwhile. The
 * lock leaves alone those who only refer to the player, as a seat does.
 */
const inTurn = <T>(prisma: PrismaClient, player: string, work: (tx: Prisma.TransactionClient) => Promise<T>): Promise<T> =>
  prisma.$transaction(async (tx) => {
    await tx.$queryRaw`select 1 from player where id = ${player}::uuid for no key update`
    return work(tx)
  })

export async function issueToken(
  prisma: PrismaClient,
  caller: Caller,
  input: z.infer<typeof IssueToken>,
  now: Date,
): Promise<{ issued: IssuedToken; revoked: Revoked[] }> {
  const player = requirePlayer(caller, 'read')
  refuseWider(caller, input.scopes)
  const { token, data } = freshToken(input, now)
  return inTurn(prisma, player.id, async (tx) => {
    const maker = await livingMaker(tx, caller)
    const revoked = input.replace && maker ? await revokeLine(tx, maker.id, now) : []
    await makeRoom(tx, player.id, now)
    const parentId = (input.replace ? maker?.parentId : maker?.id) ?? null
    const expiresAt = earlier(data.expiresAt, maker?.expiresAt ?? null)
    const row = await tx.token.create({ data: { ...data, expiresAt, parentId, playerId: player.id } })
    return { issued: { ...toTokenCard(row), token }, revoked }
  })
}

/** Revokes all tokens of a player and makes one in their place. The caller has locked the player. */
export async function resetTokens(
  tx: Prisma.TransactionClient,
  playerId: string,
  scopes: readonly Scope[],
  now: Date,
): Promise<{ token: string; revoked: Revoked[] }> {
  const revoked = await tx.$queryRaw<Revoked[]>`
    update token set revoked_at = ${now}::timestamptz where player_id = ${playerId}::uuid and revoked_at is null returning id::text, hash`
  await makeRoom(tx, playerId, now)
  const { token, data } = freshToken({ label: 'made by an administrator', scopes: [...scopes] }, now)
  await tx.token.create({ data: { ...data, playerId } })
  return { token, revoked }
}

/** All tokens of a player that have not been revoked. */
export const tokensOf = (tx: Prisma.TransactionClient, playerId: string): Promise<Revoked[]> =>
  tx.token.findMany({ where: { playerId, revokedAt: null }, select: { id: true, hash: true } })

function refuseWider(caller: Caller, scopes: readonly Scope[]): void {
  const missing = scopes.filter((scope) => !caller.scopes.has(scope))
  if (missing.length === 0) return
  const message = `Your token does not have the scopes ${missing.join(', ')}, so it cannot pass them on.`
  throw new Problem(403, 'SCOPE_MISSING', message)
}

/** The token that is asked with; it may have been revoked since the request came in. */
async function livingMaker(tx: Prisma.TransactionClient, { tokenId }: Caller): Promise<Token | null> {
  if (tokenId === null) return null
  const row = await tx.token.findUnique({ where: { id: tokenId } })
  if (!row || row.revokedAt) throw new Problem(401, 'TOKEN_REVOKED', 'This token has been revoked.')
  return row
}

/** A token that expires cannot make one that outlives it. */
function earlier(wanted: Date | null, bound: Date | null): Date | null {
  if (!bound) return wanted
  return wanted && wanted < bound ? wanted : bound
}

/** Tokens that no longer work are kept for a while, so that their owner sees what became of them; beyond that the oldest go. */
async function makeRoom(tx: Prisma.TransactionClient, playerId: string, now: Date): Promise<void> {
  const dead = { playerId, OR: [{ revokedAt: { not: null } }, { expiresAt: { lte: now } }] }
  const living = (await tx.token.count({ where: { playerId } })) - (await tx.token.count({ where: dead }))
  if (living >= TOKENS.living)
    throw new Problem(409, 'TOO_MANY_TOKENS', `A player has at most ${TOKENS.living} tokens at a time: revoke one first.`)
  const order = [{ createdAt: 'desc' }, { id: 'desc' }] as const
  const old = await tx.token.findMany({ where: dead, orderBy: [...order], skip: TOKENS.dead, select: { id: true } })
  if (old.length > 0) await tx.token.deleteMany({ where: { id: { in: old.map(({ id }) => id) } } })
}

/** The oldest first. `after` is the id of the last token of the page before. */
export async function listTokens(
  prisma: PrismaClient,
  caller: Caller,
  { first, after }: TokenPage,
): Promise<{ items: TokenCard[]; next: string | null }> {
  const playerId = requirePlayer(caller, 'read').id
  const cursor = after === undefined ? undefined : { id: await ownToken(prisma, playerId, after) }
  const rows = await prisma.token.findMany({
    where: { playerId },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take: first + 1,
    ...(cursor && { cursor, skip: 1 }),
  })
  const items = rows.slice(0, first).map(toTokenCard)
  return { items, next: rows.length > first ? (items.at(-1)?.id ?? null) : null }
}

async function ownToken(prisma: PrismaClient, playerId: string, id: string): Promise<string> {
  const row = isId(id) ? await prisma.token.findFirst({ where: { id, playerId }, select: { id: true } }) : null
  if (!row) throw invalid('after: not a cursor of this list')
  return row.id
}

/** Returns all that are revoked: the token, those that it made, and theirs. */
export async function revokeToken(prisma: PrismaClient, caller: Caller, tokenId: string, now: Date): Promise<Revoked[]> {
  const player = requirePlayer(caller, 'read')
  return inTurn(prisma, player.id, async (tx) => {
    const row = await tx.token.findFirst({ where: { id: tokenId, playerId: player.id } })
    if (!row) throw notFound('token')
    // A token with the scope read alone, say, must not lock out the one that plays. Those it made can do no more than itself.
    const own = new Set<string>(caller.scopes)
    if (tokenId !== caller.tokenId && row.scopes.some((scope) => !own.has(scope)))
      throw new Problem(403, 'SCOPE_MISSING', 'A token cannot revoke one that may do more than itself.')
    return revokeLine(tx, tokenId, now)
  })
}

/** Those that were revoked before are told again: a server may have missed it. */
const revokeLine = (tx: Prisma.TransactionClient, tokenId: string, now: Date): Promise<Revoked[]> =>
  tx.$queryRaw<Revoked[]>`
    with recursive line as (
      select id from token where id = ${tokenId}::uuid
      union select token.id from token join line on token.parent_id = line.id
    )
    update token set revoked_at = coalesce(revoked_at, ${now}::timestamptz) where id in (select id from line) returning id::text, hash`

const toTokenCard = (row: Token): TokenCard => ({
  id: row.id,
  label: row.label,
  scopes: scopesOf(row),
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt?.toISOString() ?? null,
  revokedAt: row.revokedAt?.toISOString() ?? null,
})
