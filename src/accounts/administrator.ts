/** The administrator: the one player that nobody registers. Its tokens come from the operator, or are made for whoever runs the server. */
import { randomUUID } from 'node:crypto'
import type { Player, Prisma, PrismaClient } from '../generated/prisma/client.js'
import { failure } from '../platform/failure.js'
import { SCOPES } from './caller.js'
import { freshToken, TOKEN, tokenHash, tokenRow } from './tokens.js'

/** Puts a token where its owner will find it. The token is valid only if this succeeds. */
export type Keep = (token: string) => Promise<void>

const ALL_SCOPES = { label: 'administrator', scopes: [...SCOPES] }
const LOCK = 20_261_112

/** Servers that start at the same time, and commands beside them, take turns. */
const inTurn = <T>(prisma: PrismaClient, work: (tx: Prisma.TransactionClient) => Promise<T>): Promise<T> =>
  prisma.$transaction(async (tx) => {
    await tx.$executeRaw`select pg_advisory_xact_lock(${LOCK})`
    return work(tx)
  })

const find = (tx: Prisma.TransactionClient): Promise<Player | null> =>
  tx.player.findFirst({ where: { admin: true, blockedAt: null } })

/** Null if there is an administrator. Kept before it is committed: whoever cannot keep the token has made no administrator either. */
export const makeAdministrator = (prisma: PrismaClient, now: Date, keep: Keep = async () => {}): Promise<string | null> =>
  inTurn(prisma, async (tx) => {
    if (await find(tx)) return null
    const { token, data } = freshToken(ALL_SCOPES, now)
    await grant(tx, data)
    await keep(token)
    return token
  })

/** For whoever can reach the database, however many tokens there are. */
export const anotherToken = (prisma: PrismaClient, now: Date): Promise<string> =>
  inTurn(prisma, async (tx) => {
    const { token, data } = freshToken(ALL_SCOPES, now)
    await grant(tx, data)
    return token
  })

/** Does nothing if the administrator has the token. */
export const appoint = (prisma: PrismaClient, token: string, now: Date): Promise<void> =>
  inTurn(prisma, async (tx) => {
    if (!TOKEN.test(token)) throw failure('ADMIN_TOKEN: expected chy_ and 43 letters, digits, - or _.', 2)
    const known = await tx.token.findUnique({ where: { hash: tokenHash(token) }, include: { player: true } })
    if (!known) return grant(tx, tokenRow(token, ALL_SCOPES, now))
    if (known.revokedAt) throw failure('ADMIN_TOKEN: this token has been revoked; choose another.', 2)
    if (!known.player.admin) throw failure('ADMIN_TOKEN: this is the token of a player; choose another.', 2)
  })

async function grant(tx: Prisma.TransactionClient, token: ReturnType<typeof tokenRow>): Promise<void> {
  const { id } = (await find(tx)) ?? (await create(tx))
  await tx.token.create({ data: { ...token, playerId: id } })
}

/** Somebody may have registered as "admin" while there was no administrator. */
async function create(tx: Prisma.TransactionClient): Promise<Player> {
  const id = randomUUID()
  const isTaken = await tx.player.findUnique({ where: { nameKey: 'admin' } })
  const name = isTaken ? `admin-${id.slice(0, 8)}` : 'admin'
  return tx.player.create({ data: { id, name, nameKey: name, kind: 'person', admin: true } })
}
