/** Players and their tokens, kept by Prisma; with a short memory for tokens, so that not every request asks the database for its caller. */
import { randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { z } from 'zod'
import { type Player as PlayerRow, Prisma, type PrismaClient } from '../generated/prisma/client.js'
import { Problem } from '../platform/problem.js'
import { turnsByKey } from '../platform/turns.js'
import { appoint, type Keep, makeAdministrator } from './administrator.js'
import { anonymous, type Caller, type Player, PlayerKind, type Scope, scopesOf } from './caller.js'
import { isReserved, nameKey, plainKey } from './names.js'
import { type Revocations, revocations } from './revocations.js'
import {
  type IssuedToken,
  type IssueToken,
  isId,
  type RegisterPlayer,
  type StreamTicket,
  type TokenCard,
  type TokenPage,
} from './shapes.js'
import { issueTicket, spendTicket } from './tickets.js'
import { freshToken, issueToken, listTokens, type Revoked, revokeToken, TOKEN, tokenHash } from './tokens.js'

/** What transports use. */
export interface Accounts {
  /** Self-service; where the operator has turned it off, all but an administrator are refused with REGISTRATION_CLOSED. */
  register(input: z.infer<typeof RegisterPlayer>, caller?: Caller): Promise<{ player: Player; token: string }>
  /** The caller of a bearer token: 401 TOKEN_INVALID, TOKEN_EXPIRED or TOKEN_REVOKED if it is none. */
  authenticate(token: string): Promise<Caller>
  issue(caller: Caller, input: z.infer<typeof IssueToken>): Promise<IssuedToken>
  /** `next` is the `after` of the next page, or null. */
  tokens(caller: Caller, page: TokenPage): Promise<{ items: TokenCard[]; next: string | null }>
  /** The token, those that it made, and theirs; all that they have opened ends, on every server. */
  revoke(caller: Caller, tokenId: string): Promise<void>
  /** Calls `end` when the caller's token is revoked; at once, if it has been. Whoever is done before calls what is returned. */
  whenRevoked(caller: Caller, end: () => void): () => void
  /** A ticket for one stream; `address` is its path. */
  ticket(caller: Caller, address: string): Promise<StreamTicket>
  /** Uses a ticket up: 401 TICKET_INVALID if it is none for this address. What is returned looks its token up, now and later, as `authenticate` does. */
  redeem(ticket: string, address: string): Promise<() => Promise<Caller>>
  /** By id or name. */
  find(named: string): Promise<Player | null>
}

export interface AccountService extends Accounts {
  /** Makes the administrator on the first start, if `keep` succeeds; the token is returned once, and null ever after. */
  bootstrap(keep?: Keep): Promise<string | null>
  /** Sees to it that the administrator has the token that the operator has chosen. */
  appoint(token: string): Promise<void>
  /** Takes what `onRevoked` of another server has told; undefined, if something may have been told and missed. */
  forget(told: string | undefined): Promise<void>
}

interface AccountsDeps {
  readonly prisma: PrismaClient
  readonly registrationOpen: boolean
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** To be told to the other servers, which still remember the token and keep open what it opened. */
  readonly onRevoked: (told: string) => void
}

/** The scopes that a player has without anybody's consent. */
const SELF_SERVICE: readonly Scope[] = ['read', 'play', 'host', 'organise']
/** If a server misses the message of a revocation, it still refuses the token after this time. */
const REMEMBERED_MS = 10_000

interface Known {
  readonly caller: Caller
  readonly expiresAt: number
}

export function accountService({ prisma, registrationOpen, now, onRevoked }: AccountsDeps): AccountService {
  const open = revocations()
  const memory = knownTokens(prisma)
  const inTurn = turnsByKey()
  /** In Postgres they would wait for each other too, but each on a connection that others need. */
  const oneByOne = <T>({ player }: Caller, work: () => Promise<T>): Promise<T> => inTurn(player?.id ?? '', work)
  const end = ({ id, hash }: Revoked): void => {
    memory.forget(hash)
    open.end(id)
  }
  const callerBehind = async (hash: string): Promise<Caller> => {
    const found = memory.known.get(hash) ?? (await memory.recall(hash))
    if (found.expiresAt <= now()) throw unauthorised('TOKEN_EXPIRED', 'This token has expired.')
    return found.caller
  }
  const tell = (revoked: readonly Revoked[]): void => {
    for (const one of revoked) {
      end(one)
      onRevoked(`${one.id} ${one.hash}`)
    }
  }

  return {
    async forget(told) {
      const [id, hash] = told?.split(' ') ?? []
      if (id !== undefined && hash !== undefined) return end({ id, hash })
      memory.forgetAll()
      await endRevoked(prisma, open)
    },
    whenRevoked: ({ tokenId }, end) => (tokenId === null ? () => {} : open.watch(tokenId, end)),
    async authenticate(token) {
      if (!TOKEN.test(token)) throw unauthorised('TOKEN_INVALID', 'This is not a token of this server.')
      return callerBehind(tokenHash(token))
    },
    ticket: (caller, address) => issueTicket(prisma, caller, address, new Date(now())),
    async redeem(ticket, address) {
      const hash = await spendTicket(prisma, ticket, address, new Date(now()))
      return () => callerBehind(hash)
    },
    async register({ name, kind }, caller = anonymous) {
      if (!registrationOpen && !caller.scopes.has('admin'))
        throw new Problem(403, 'REGISTRATION_CLOSED', 'This server does not take new players by itself: ask its operator.')
      return createPlayer(prisma, { name, kind }, { label: 'first token', scopes: [...SELF_SERVICE] }, new Date(now()))
    },
    async issue(caller, input) {
      const { issued, revoked } = await oneByOne(caller, () => issueToken(prisma, caller, input, new Date(now())))
      tell(revoked)
      return issued
    },
    tokens: (caller, page) => listTokens(prisma, caller, page),
    revoke: async (caller, tokenId) => tell(await oneByOne(caller, () => revokeToken(prisma, caller, tokenId, new Date(now())))),
    async find(named) {
      const row = await findRow(prisma, named)
      return row && toPlayer(row)
    },
    bootstrap: (keep) => makeAdministrator(prisma, new Date(now()), keep),
    appoint: (token) => appoint(prisma, token, new Date(now())),
  }
}

interface KnownTokens {
  readonly known: Pick<LRUCache<string, Known>, 'get'>
  /** From the database; whoever asks while it is being read waits for the same answer. */
  recall(hash: string): Promise<Known>
  forget(hash: string): void
  forgetAll(): void
}

function knownTokens(prisma: PrismaClient): KnownTokens {
  const known = new LRUCache<string, Known>({ max: 10_000, ttl: REMEMBERED_MS })
  const reading = new Map<string, Promise<Known>>()
  const read = (hash: string): Promise<Known> => {
    const isForgotten = () => reading.get(hash) !== shared
    const shared = lookUp(prisma, hash)
      .then((found) => {
        if (!isForgotten()) known.set(hash, found)
        return found
      })
      .finally(() => isForgotten() || reading.delete(hash))
    reading.set(hash, shared)
    return shared
  }
  return {
    known,
    recall: (hash) => reading.get(hash) ?? read(hash),
    // What is read now may have been read before the revocation: it is not remembered, and nobody else joins it.
    forget(hash) {
      reading.delete(hash)
      known.delete(hash)
    },
    forgetAll() {
      reading.clear()
      known.clear()
    },
  }
}

/** After a gap in what the other servers tell: the database knows which of the tokens in use have been revoked. */
async function endRevoked(prisma: PrismaClient, open: Revocations): Promise<void> {
  const revoked = { id: { in: open.open() }, revokedAt: { not: null } }
  for (const { id } of await prisma.token.findMany({ where: revoked, select: { id: true } })) open.end(id)
}

const unauthorised = (code: string, message: string): Problem => new Problem(401, code, message)

async function lookUp(prisma: PrismaClient, hash: string): Promise<Known> {
  const row = await prisma.token.findUnique({ where: { hash }, include: { player: true } })
  if (!row) throw unauthorised('TOKEN_INVALID', 'This is not a token of this server.')
  if (row.revokedAt) throw unauthorised('TOKEN_REVOKED', 'This token has been revoked.')
  const caller = { player: toPlayer(row.player), scopes: new Set(scopesOf(row)), tokenId: row.id }
  return { caller, expiresAt: row.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY }
}

const taken = (name: string): Problem => new Problem(409, 'NAME_TAKEN', `The name ${name} is taken, or looks like one that is.`)

/** Player and first token are made together: nobody could ever use a name without a token. */
async function createPlayer(
  prisma: PrismaClient,
  { name, kind }: Pick<Player, 'name' | 'kind'>,
  input: z.input<typeof IssueToken>,
  now: Date,
): Promise<{ player: Player; token: string }> {
  if (isReserved(name)) throw new Problem(409, 'NAME_RESERVED', `The name ${name} is kept for those who run the server.`)
  const { token, data } = freshToken(input, now)
  const player = { id: randomUUID(), name, nameKey: nameKey(name), kind, tokens: { create: data } }
  // Players of earlier versions have a plain key; where it is the same as today's, the database itself refuses a second one.
  const plain = plainKey(name)
  if (plain !== player.nameKey && (await prisma.player.findUnique({ where: { nameKey: plain } }))) throw taken(name)
  try {
    return { player: toPlayer(await prisma.player.create({ data: player })), token }
  } catch (error) {
    if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002') throw taken(name)
    throw error
  }
}

/** A name may look like an id: then the id goes first. Players of earlier versions have a plain key. */
async function findRow(prisma: PrismaClient, named: string): Promise<PlayerRow | null> {
  const { player } = prisma
  const byId = isId(named) ? await player.findUnique({ where: { id: named } }) : null
  if (byId || hasNul(named)) return byId
  const byKey = await player.findUnique({ where: { nameKey: nameKey(named) } })
  return byKey ?? player.findUnique({ where: { nameKey: plainKey(named) } })
}

/** Which Postgres takes in no text. */
const hasNul = (text: string): boolean => text.includes('\0')

const toPlayer = (row: PlayerRow): Player => ({
  id: row.id,
  name: row.name,
  kind: PlayerKind.parse(row.kind),
  createdAt: row.createdAt.toISOString(),
})
