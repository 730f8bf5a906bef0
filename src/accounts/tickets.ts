/**
 * Tickets for streams. A browser's EventSource can send no token but in the address, where logs and histories keep it; a ticket in its place opens
 * one stream once, within seconds, and is worth nothing afterwards. The database keeps only its hash, so any server takes what another has issued.
 */
import { randomBytes } from 'node:crypto'
import type { PrismaClient } from '../generated/prisma/client.js'
import { Problem } from '../platform/problem.js'
import { type Caller, requirePlayer } from './caller.js'
import type { StreamTicket } from './shapes.js'
import { tokenHash } from './tokens.js'

const LIFETIME_MS = 30_000

export async function issueTicket(prisma: PrismaClient, caller: Caller, address: string, now: Date): Promise<StreamTicket> {
  requirePlayer(caller, 'read')
  if (caller.tokenId === null) throw new Problem(401, 'TOKEN_REQUIRED', 'A ticket stands for a token: send one.')
  const ticket = `cht_${randomBytes(32).toString('base64url')}`
  const expiresAt = new Date(now.getTime() + LIFETIME_MS)
  await prisma.streamTicket.deleteMany({ where: { expiresAt: { lte: now } } })
  await prisma.streamTicket.create({ data: { hash: tokenHash(ticket), tokenId: caller.tokenId, address, expiresAt } })
  return { address: `${address}?ticket=${ticket}`, expiresAt: expiresAt.toISOString() }
}

/** The hash of the token that it stands for. One statement: of two who come with the same ticket, one gets in. */
export async function spendTicket(prisma: PrismaClient, ticket: string, address: string, now: Date): Promise<string> {
  const [spent] = await prisma.$queryRaw<{ hash: string }[]>`
    delete from stream_ticket using token
    where stream_ticket.hash = ${tokenHash(ticket)} and address = ${address} and stream_ticket.expires_at > ${now}::timestamptz
      and token.id = token_id
    returning token.hash`
  if (spent) return spent.hash
  throw new Problem(401, 'TICKET_INVALID', 'This ticket was used, has expired or is for another address: ask for a new one.')
}
