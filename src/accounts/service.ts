/** Players and their tokens, kept by Prisma; with a short memory for tokens, so that not every request asks the database for its caller. */
import { LRUCache } from 'lru-cache'
import type { z } from 'zod'
import type { Player as PlayerRow, PrismaClient } from '../generated/prisma/client.js'
import { Problem } from '../platform/problem.js'
import { turnsByKey } from '../platform/turns.js'
import { appoint, type Keep, makeAdministrator } from './administrator.js'
import { anonymous, type Caller, isOrganiser, type Player, requireOrganiser, scopesOf } from './caller.js'
import { nameKey, plainKey } from './names.js'
import { registerEach, registerOnce, toPlayer } from './registering.js'
import { type End, type Revocations, revocations, WHY_ENDED, type WhyEnded } from './revocations.js'
import {
  type IssuedToken,
  type IssueToken,
  isId,
  type RegisterPlayer,
  type RegisterPlayers,
  type Registration,
  type StreamTicket,
  type TokenCard,
  type TokenPage,
} from './shapes.js'
import { issueTicket, spendTicket } from './tickets.js'
import { issueToken, listTokens, type Revoked, revokeToken, TOKEN, tokenHash } from './tokens.js'

/** What transports use. */
export interface Accounts {
  /** Self-service; where the operator has turned it off, all but organisers and administrators are refused with REGISTRATION_CLOSED. */
  register(input: z.infer<typeof RegisterPlayer>, caller?: Caller): Promise<{ player: Player; token: string }>
  /** For organisers and administrators: one answer for each, in their order. */
  registerAll(caller: Caller, input: RegisterPlayers, idempotencyKey?: string): Promise<Registration[]>
  /** The caller of a bearer token: 401 TOKEN_INVALID, TOKEN_EXPIRED or TOKEN_REVOKED if it is none, 403 PLAYER_BLOCKED if its player is. */
  authenticate(token: string): Promise<Caller>
  /** The same for whoever asks again and again: what is returned looks the token up each time. */
  authentication(token: string): () => Promise<Caller>
  issue(caller: Caller, input: z.infer<typeof IssueToken>): Promise<IssuedToken>
  /** `next` is the `after` of the next page, or null. */
  tokens(caller: Caller, page: TokenPage): Promise<{ items: TokenCard[]; next: string | null }>
  /** The token, those that it made, and theirs; all that they have opened ends, on every server. */
  revoke(caller: Caller, tokenId: string): Promise<void>
  /** Calls `end` when the caller's token is revoked or its player blocked; at once, if that was so. Whoever is done before calls what is returned. */
  whenRevoked(caller: Caller, end: End): () => void
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
  /** Ends what the tokens have opened, here and on every other server. */
  withdraw(tokens: readonly Revoked[], why: WhyEnded): void
  /** The tokens of a player who was blocked work again, here and on every other server. */
  readmit(tokens: readonly Revoked[]): void
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

/** If a server misses the message of a revocation, it still refuses the token after this time. */
const REMEMBERED_MS = 10_000

/** What servers tell each other of a token. */
const READMITTED = 'READMITTED'
const NEWS = [...WHY_ENDED, READMITTED] as const
type News = (typeof NEWS)[number]

interface Known {
  readonly caller: Caller
  readonly expiresAt: number
}

export function accountService(deps: AccountsDeps): AccountService {
  const { prisma, now, onRevoked } = deps
  const open = revocations()
  const memory = knownTokens(prisma)
  const follow = ({ id, hash }: Revoked, news: News): void => {
    memory.forget(hash)
    if (news === READMITTED) open.readmit(id)
    else open.end(id, news)
  }
  const callerBehind = async (hash: string): Promise<Caller> => {
    const found = memory.known.get(hash) ?? (await memory.recall(hash))
    if (found.expiresAt <= now()) throw unauthorised('TOKEN_EXPIRED', 'This token has expired.')
    return found.caller
  }
  const authentication: Accounts['authentication'] = (token) => {
    if (!TOKEN.test(token)) return () => Promise.reject(unauthorised('TOKEN_INVALID', 'This is not a token of this server.'))
    const hash = tokenHash(token)
    return () => callerBehind(hash)
  }
  const tell: Tell = (tokens, news) => {
    for (const one of tokens) {
      follow(one, news)
      onRevoked(`${news} ${one.id} ${one.hash}`)
    }
  }

  return {
    async forget(told) {
      const [given, id, hash] = told?.split(' ') ?? []
      const news = NEWS.find((one) => one === given)
      if (news && id !== undefined && hash !== undefined) return follow({ id, hash }, news)
      memory.forgetAll()
      await endRevoked(prisma, open)
    },
    withdraw: tell,
    readmit: (tokens) => tell(tokens, READMITTED),
    whenRevoked: ({ tokenId }, end) => (tokenId === null ? () => {} : open.watch(tokenId, end)),
    authenticate: (token) => authentication(token)(),
    authentication,
    ticket: (caller, address) => issueTicket(prisma, caller, address, new Date(now())),
    async redeem(ticket, address) {
      const hash = await spendTicket(prisma, ticket, address, new Date(now()))
      return () => callerBehind(hash)
    },
    ...registering(deps, tell),
    ...ownTokens(deps, tell),
    async find(named) {
      const row = await findRow(prisma, named)
      return row && toPlayer(row)
    },
    bootstrap: (keep) => makeAdministrator(prisma, new Date(now()), keep),
    appoint: (token) => appoint(prisma, token, new Date(now())),
  }
}

/** Here and on every other server. */
type Tell = (tokens: readonly Revoked[], news: News) => void

function registering(
  { prisma, registrationOpen, now }: AccountsDeps,
  tell: Tell,
): Pick<AccountService, 'register' | 'registerAll'> {
  return {
    async register({ name, kind }, caller = anonymous) {
      if (!registrationOpen && !isOrganiser(caller))
        throw new Problem(403, 'REGISTRATION_CLOSED', 'This server does not take new players by itself: ask its operator.')
      const [made] = await registerEach(prisma, [{ name, kind }], new Date(now()))
      if (!made || made instanceof Problem) throw made
      return { player: made.player, token: made.token }
    },
    async registerAll(caller, { players }, key) {
      const { id } = requireOrganiser(caller)
      const { answers, replaced } = await registerOnce(prisma, id, key, players, new Date(now()))
      tell(replaced, 'TOKEN_REVOKED')
      tell(replaced, READMITTED)
      return answers
    },
  }
}

function ownTokens({ prisma, now }: AccountsDeps, tell: Tell): Pick<AccountService, 'issue' | 'tokens' | 'revoke'> {
  const inTurn = turnsByKey()
  /** In Postgres they would wait for each other too, but each on a connection that others need. */
  const oneByOne = <T>({ player }: Caller, work: () => Promise<T>): Promise<T> => inTurn(player?.id ?? '', work)
  return {
    async issue(caller, input) {
      const { issued, revoked } = await oneByOne(caller, () => issueToken(prisma, caller, input, new Date(now())))
      tell(revoked, 'TOKEN_REVOKED')
      return issued
    },
    tokens: (caller, page) => listTokens(prisma, caller, page),
    async revoke(caller, tokenId) {
      tell(await oneByOne(caller, () => revokeToken(prisma, caller, tokenId, new Date(now()))), 'TOKEN_REVOKED')
    },
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

/** After a gap in what the other servers tell: the database knows which of the tokens in use no longer work. Those of erased players are gone. */
async function endRevoked(prisma: PrismaClient, open: Revocations): Promise<void> {
  const used = open.open()
  const living = { id: { in: used }, revokedAt: null }
  const rows = await prisma.token.findMany({ where: living, select: { id: true, player: { select: { blockedAt: true } } } })
  const blocked = new Map(rows.map(({ id, player }) => [id, player.blockedAt !== null]))
  for (const id of used) {
    if (blocked.get(id) === undefined) open.end(id, 'TOKEN_REVOKED')
    else if (blocked.get(id)) open.end(id, 'PLAYER_BLOCKED')
  }
}

const unauthorised = (code: string, message: string): Problem => new Problem(401, code, message)

async function lookUp(prisma: PrismaClient, hash: string): Promise<Known> {
  const row = await prisma.token.findUnique({ where: { hash }, include: { player: true } })
  if (!row) throw unauthorised('TOKEN_INVALID', 'This is not a token of this server.')
  if (row.revokedAt) throw unauthorised('TOKEN_REVOKED', 'This token has been revoked.')
  if (row.player.blockedAt) throw new Problem(403, 'PLAYER_BLOCKED', 'An administrator has blocked this player.')
  const caller = { player: toPlayer(row.player), scopes: new Set(scopesOf(row)), tokenId: row.id }
  return { caller, expiresAt: row.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY }
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
