/** Accounts on Prisma, with a short memory for tokens so that a busy bot does not ask the database for itself at every move. */
import { randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { z } from 'zod'
import { Prisma, type PrismaClient } from '../generated/prisma/client.js'
import { notFound, Problem } from '../platform/problem.js'
import type { Accounts } from './accounts.js'
import { anonymous, type Caller, type Player, requirePlayer, SCOPES, type Scope } from './caller.js'
import type { IssueToken, TokenCard } from './shapes.js'
import { isToken, newToken, tokenHash } from './tokens.js'

export interface AccountsDeps {
  readonly prisma: PrismaClient
  readonly registrationOpen: boolean
  readonly now: () => Date
  /** Told to all servers, so that a revoked token is refused everywhere at once. */
  readonly onRevoked: (hash: string) => void
}

export interface AccountService extends Accounts {
  /** Forgets what is remembered of a token. */
  forget(hash: string): void
}

/** What a player may do without asking anyone. */
const SELF_SERVICE: readonly Scope[] = ['read', 'play', 'host', 'organise']
/** If the message of a revocation is lost, the token is still refused after this time. */
const REMEMBERED_MS = 10_000

interface Known {
  readonly caller: Caller
  readonly expiresAt: number
}

export function accountService({ prisma, registrationOpen, now, onRevoked }: AccountsDeps): AccountService {
  const known = new LRUCache<string, Known>({ max: 10_000, ttl: REMEMBERED_MS })

  const recall = async (hash: string): Promise<Known> => {
    const found = await lookUp(prisma, hash)
    known.set(hash, found)
    return found
  }
  const authenticate = async (token: string): Promise<Caller> => {
    if (!isToken(token)) throw unauthorised('TOKEN_INVALID', 'This is not a token of this server.')
    const hash = tokenHash(token)
    const remembered = known.get(hash) ?? (await recall(hash))
    if (remembered.expiresAt <= now().getTime()) throw unauthorised('TOKEN_EXPIRED', 'This token has expired.')
    return remembered.caller
  }

  return {
    authenticate,
    forget: (hash) => void known.delete(hash),
    async register({ name, kind }, caller = anonymous) {
      if (!registrationOpen && !caller.scopes.has('admin'))
        throw new Problem(403, 'REGISTRATION_CLOSED', 'This server does not take new players by itself: ask its operator.')
      return createPlayer(prisma, { name, kind, admin: false }, { label: 'first token', scopes: [...SELF_SERVICE] }, now())
    },
    async issue(caller, input) {
      const player = requirePlayer(caller, 'read')
      const missing = input.scopes.filter((scope) => !caller.scopes.has(scope))
      if (missing.length > 0)
        throw new Problem(
          403,
          'SCOPE_MISSING',
          `Your token does not have the scopes ${missing.join(', ')}, so it cannot pass them on.`,
        )
      const { token, data } = freshToken(input, now())
      const expiresAt = await noLaterThan(prisma, caller.tokenId, data.expiresAt)
      return { ...toCard(await prisma.token.create({ data: { ...data, expiresAt, playerId: player.id } })), token }
    },
    async tokens(caller) {
      const rows = await prisma.token.findMany({
        where: { playerId: requirePlayer(caller, 'read').id },
        orderBy: { createdAt: 'asc' },
      })
      return rows.map(toCard)
    },
    async revoke(caller, tokenId) {
      const player = requirePlayer(caller, 'read')
      const row = await prisma.token.findFirst({ where: { id: tokenId, playerId: player.id } })
      if (!row) throw notFound('token')
      // A token for looking on, say, must not lock out the one that plays.
      if (tokenId !== caller.tokenId && row.scopes.some((scope) => !caller.scopes.has(scope as Scope)))
        throw new Problem(403, 'SCOPE_MISSING', 'A token cannot revoke one that may do more than itself.')
      if (!row.revokedAt) await prisma.token.update({ where: { id: tokenId }, data: { revokedAt: now() } })
      known.delete(row.hash)
      onRevoked(row.hash)
    },
    async find(playerId) {
      const row = await prisma.player.findUnique({ where: { id: playerId } })
      return row && toPlayer(row)
    },
    async bootstrap() {
      if (await prisma.player.findFirst({ where: { admin: true } })) return null
      const token = { label: 'administrator', scopes: [...SCOPES] }
      const made = createPlayer(prisma, { name: 'admin', kind: 'person', admin: true }, token, now())
      // Two servers that start together: one of them makes it.
      return (await made.catch(unlessTaken))?.token ?? null
    },
  }
}

const unauthorised = (code: string, message: string): Problem => new Problem(401, code, message)

async function lookUp(prisma: PrismaClient, hash: string): Promise<Known> {
  const row = await prisma.token.findUnique({ where: { hash }, include: { player: true } })
  if (!row) throw unauthorised('TOKEN_INVALID', 'This is not a token of this server.')
  if (row.revokedAt) throw unauthorised('TOKEN_REVOKED', 'This token has been revoked.')
  const caller = { player: toPlayer(row.player), scopes: new Set(row.scopes as Scope[]), tokenId: row.id }
  return { caller, expiresAt: row.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY }
}

/** Names are compared as people read them: without case, and with one way to write each letter. */
const nameKey = (name: string): string => name.normalize('NFKC').toLowerCase()

/** Player and first token are made together: a name without a token would be lost to everybody. */
async function createPlayer(
  prisma: PrismaClient,
  { name, kind, admin }: { name: string; kind: string; admin: boolean },
  input: z.input<typeof IssueToken>,
  now: Date,
): Promise<{ player: Player; token: string }> {
  const { token, data } = freshToken(input, now)
  const player = { id: randomUUID(), name, nameKey: nameKey(name), kind, admin, tokens: { create: data } }
  try {
    return { player: toPlayer(await prisma.player.create({ data: player })), token }
  } catch (error) {
    if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002')
      throw new Problem(409, 'NAME_TAKEN', `The name ${name} is taken.`)
    throw error
  }
}

const unlessTaken = (error: unknown): undefined => {
  if (!(error instanceof Problem)) throw error
}

/** A token that expires cannot make one that outlives it. */
async function noLaterThan(prisma: PrismaClient, parent: string | null, wanted: Date | null): Promise<Date | null> {
  const row = parent === null ? null : await prisma.token.findUnique({ where: { id: parent } })
  if (!row?.expiresAt) return wanted
  return wanted && wanted < row.expiresAt ? wanted : row.expiresAt
}

function freshToken({ label, scopes, expiresInDays }: z.input<typeof IssueToken>, now: Date) {
  const token = newToken()
  const expiresAt = expiresInDays === undefined ? null : new Date(now.getTime() + expiresInDays * 86_400_000)
  return { token, data: { id: randomUUID(), hash: tokenHash(token), label: label ?? '', scopes, createdAt: now, expiresAt } }
}

const toPlayer = (row: { id: string; name: string; kind: string; createdAt: Date }): Player => ({
  id: row.id,
  name: row.name,
  kind: row.kind as Player['kind'],
  createdAt: row.createdAt.toISOString(),
})

const toCard = (row: {
  id: string
  label: string
  scopes: string[]
  createdAt: Date
  expiresAt: Date | null
  revokedAt: Date | null
}): TokenCard => ({
  id: row.id,
  label: row.label,
  scopes: row.scopes as Scope[],
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt?.toISOString() ?? null,
  revokedAt: row.revokedAt?.toISOString() ?? null,
})
