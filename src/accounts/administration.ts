/**
 * What administrators do with players. Each act and its record are one transaction; what the player had open ends at once, on every server. Blocking
 * touches no seat; erasing gives up all of them.
 */
import { z } from 'zod'
import { Prisma, type PrismaClient } from '../generated/prisma/client.js'
import { notFound, Problem } from '../platform/problem.js'
import { listActs, type NewAct, recordAct } from './acts.js'
import { type Caller, requirePlayer, type Scope, SELF_SERVICE } from './caller.js'
import { isHouse } from './house-ids.js'
import { cursorOf, type Listed, type ListPage, listed, readCursor } from './lists.js'
import { erasedName, nameKey } from './names.js'
import { toPlayer } from './registering.js'
import type { WhyEnded } from './revocations.js'
import type { Act, ActKind, AdministerPlayer, PlayerFilter, PlayerRecord, ResetTokens } from './shapes.js'
import { type Revoked, resetTokens, tokensOf } from './tokens.js'

/** All but the last are for the scope admin. */
export interface Administration {
  /** By name. */
  players(caller: Caller, filter: PlayerFilter, page: ListPage): Promise<Listed<PlayerRecord>>
  player(caller: Caller, id: string): Promise<PlayerRecord>
  /** The newest first; those on one player, if it is given. */
  acts(caller: Caller, player: string | undefined, page: ListPage): Promise<Listed<Act>>
  block(caller: Caller, id: string, act: AdministerPlayer): Promise<PlayerRecord>
  unblock(caller: Caller, id: string, act: AdministerPlayer): Promise<PlayerRecord>
  erase(caller: Caller, id: string, act: AdministerPlayer): Promise<PlayerRecord>
  /** The new token is returned once. What those who had the old ones may have left behind to be told of the player is disabled. */
  resetTokens(caller: Caller, id: string, act: ResetTokens): Promise<TokenReset>
  /** The caller itself, if it tells its own name. */
  eraseMe(caller: Caller, name: string): Promise<void>
}

interface TokenReset {
  readonly player: PlayerRecord
  readonly token: string
  readonly webhooksDisabled: number
}

interface AdministrationDeps {
  readonly prisma: PrismaClient
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Ends what the tokens have opened, on every server. */
  readonly withdraw: (tokens: readonly Revoked[], why: WhyEnded) => void
  /** The tokens work again, on every server. */
  readonly readmit: (tokens: readonly Revoked[]) => void
  /** Takes an erased player out of its matches. */
  readonly onErased: (player: string) => Promise<void>
  /** Drops what a blocked player has left to be done in its name. */
  readonly onBlocked: (player: string) => Promise<void>
  /** Disables the webhooks of a player whose tokens were revoked; their number. */
  readonly onReset: (player: string) => Promise<number>
  readonly onAct: (act: NewAct) => void
}

interface PlayerRow {
  id: string
  name: string
  name_key: string
  kind: string
  admin: boolean
  created_at: Date
  blocked_at: Date | null
  erased_at: Date | null
}

const COLUMNS = Prisma.sql`id::text, name, name_key, kind, admin, created_at, blocked_at, erased_at`

const toRecord = (row: PlayerRow): PlayerRecord => ({
  ...toPlayer({ ...row, createdAt: row.created_at }),
  administrator: row.admin,
  blockedAt: row.blocked_at?.toISOString() ?? null,
  erasedAt: row.erased_at?.toISOString() ?? null,
})

export function administration(deps: AdministrationDeps): Administration {
  const { prisma } = deps
  return {
    async players(caller, filter, page) {
      requirePlayer(caller, 'admin')
      return listPlayers(prisma, filter, page)
    },
    async player(caller, id) {
      requirePlayer(caller, 'admin')
      requireId(id)
      const [row] = await prisma.$queryRaw<PlayerRow[]>`select ${COLUMNS} from player where id = ${id}::uuid`
      if (!row) throw notFound('player')
      return toRecord(row)
    },
    async acts(caller, player, page) {
      requirePlayer(caller, 'admin')
      return listActs(prisma, player, page)
    },
    ...actsOnPlayers(deps),
  }
}

/** The highest of all characters: every key that begins with a prefix is below the prefix and this. */
const LAST = '\u{10FFFF}'

async function listPlayers(prisma: PrismaClient, filter: PlayerFilter, page: ListPage): Promise<Listed<PlayerRecord>> {
  const prefix = filter.name === undefined ? '' : nameKey(filter.name)
  const [after] = page.after === undefined ? [] : readCursor(page.after, 1)
  const key = Prisma.sql`name_key collate "C"`
  const conditions = [
    Prisma.sql`${key} >= ${prefix} and ${key} < ${prefix + LAST}`,
    ...(after === undefined ? [] : [Prisma.sql`${key} > ${after}`]),
    ...(filter.kind === undefined ? [] : [Prisma.sql`kind = ${filter.kind}`]),
    ...(filter.blocked === undefined
      ? []
      : [filter.blocked ? Prisma.sql`blocked_at is not null` : Prisma.sql`blocked_at is null`]),
  ]
  const rows = await prisma.$queryRaw<PlayerRow[]>`
    select ${COLUMNS} from player where ${Prisma.join(conditions, ' and ')} order by ${key} limit ${page.first + 1}`
  const { items, next } = listed(rows, page.first, (row) => cursorOf(row.name_key))
  return { items: items.map(toRecord), next }
}

const PlayerId = z.uuid()

/** Acts wait for each other: two administrators cannot remove each other at the same moment. */
const ONE_AT_A_TIME = 20_261_119

type Acts = Pick<Administration, 'block' | 'unblock' | 'erase' | 'resetTokens' | 'eraseMe'>
type Tx = Prisma.TransactionClient

function actsOnPlayers({ prisma, now, withdraw, readmit, onErased, onBlocked, onReset, onAct }: AdministrationDeps): Acts {
  const act = recordedActs(prisma, onAct)
  const eraseOne = async (by: string, id: string, reason: string, check: (tx: Tx, row: PlayerRow) => Promise<void>) => {
    const { tokens, record } = await act(by, id, 'erase', reason, async (tx, row) => {
      await check(tx, row)
      await keepOneAdministrator(tx, row)
      return eraseRow(tx, row, new Date(now()))
    })
    withdraw(tokens, 'TOKEN_REVOKED')
    await onErased(id)
    return record
  }
  const blocking = async (caller: Caller, id: string, { reason }: AdministerPlayer, isBlocked: boolean) => {
    const by = requireOther(caller, id)
    return act(by, id, isBlocked ? 'block' : 'unblock', reason, async (tx, row) => {
      if (isBlocked) await keepOneAdministrator(tx, row)
      return { record: await setBlocked(tx, id, isBlocked ? new Date(now()) : null), tokens: await tokensOf(tx, id) }
    })
  }
  return {
    async block(caller, id, input) {
      const { record, tokens } = await blocking(caller, id, input, true)
      withdraw(tokens, 'PLAYER_BLOCKED')
      await onBlocked(id)
      return record
    },
    async unblock(caller, id, input) {
      const { record, tokens } = await blocking(caller, id, input, false)
      readmit(tokens)
      return record
    },
    async erase(caller, id, { reason }) {
      return eraseOne(requireOther(caller, id), id, reason, async () => {})
    },
    async resetTokens(caller, id, { reason, organise }) {
      const scopes: Scope[] = organise ? [...SELF_SERVICE, 'organise'] : [...SELF_SERVICE]
      const { record, token, revoked } = await act(requireOther(caller, id), id, 'resetTokens', reason, async (tx, row) => {
        if (row.admin)
          throw new Problem(
            409,
            'ADMINISTRATOR_TOKENS',
            'Tokens of an administrator are made by the command chancery admin token.',
          )
        return { record: toRecord(row), ...(await resetTokens(tx, id, scopes, new Date(now()))) }
      })
      withdraw(revoked, 'TOKEN_REVOKED')
      return { player: record, token, webhooksDisabled: await onReset(id) }
    },
    async eraseMe(caller, name) {
      const { id } = requirePlayer(caller, 'read')
      await eraseOne(id, id, 'asked for by the player', async (tx, row) => {
        await requireWidest(tx, caller, id)
        if (row.name !== name) throw new Problem(409, 'NAME_DIFFERS', 'This is not your name: nothing was erased.')
      })
    },
  }
}

/** The act, its record and, once both are committed, a line of the log. */
const recordedActs =
  (prisma: PrismaClient, onAct: AdministrationDeps['onAct']) =>
  async <T>(
    by: string,
    player: string,
    kind: ActKind,
    reason: string,
    work: (tx: Tx, row: PlayerRow) => Promise<T>,
  ): Promise<T> => {
    const done = await prisma.$transaction(async (tx) => {
      await tx.$queryRaw`select 1 from (select pg_advisory_xact_lock(${ONE_AT_A_TIME})) as locked`
      const row = await livingPlayer(tx, player)
      const result = await work(tx, row)
      await recordAct(tx, { by, act: kind, player, reason })
      return result
    })
    onAct({ by, act: kind, player, reason })
    return done
  }

/** Postgres would refuse what cannot be an id. */
function requireId(id: string): void {
  if (!PlayerId.safeParse(id).success) throw notFound('player')
}

/** Locked: the tokens of a player and what it may do change one at a time. */
async function livingPlayer(tx: Tx, id: string): Promise<PlayerRow> {
  requireId(id)
  const [row] = await tx.$queryRaw<PlayerRow[]>`select ${COLUMNS} from player where id = ${id}::uuid for no key update`
  if (!row) throw notFound('player')
  if (row.erased_at) throw new Problem(409, 'PLAYER_ERASED', 'This player has been erased.')
  if (isHouse(row.id))
    throw new Problem(
      409,
      'PLAYER_IS_HOUSE',
      'The house is no account: it has no tokens, and its seats are played by the server.',
    )
  return row
}

/** The id of the administrator. Nobody shuts the door behind themselves by a slip of the hand. */
function requireOther(caller: Caller, id: string): string {
  const by = requirePlayer(caller, 'admin').id
  if (by === id) throw new Problem(409, 'OWN_ACCOUNT', 'This is your own account.')
  return by
}

async function keepOneAdministrator(tx: Tx, { id, admin }: PlayerRow): Promise<void> {
  if (!admin) return
  const rows = await tx.$queryRaw<{ id: string }[]>`
    select id::text from player where admin and blocked_at is null`
  if (rows.every((row) => row.id === id))
    throw new Problem(409, 'LAST_ADMINISTRATOR', 'There must be an administrator: this is the last one.')
}

async function setBlocked(tx: Tx, id: string, at: Date | null): Promise<PlayerRecord> {
  const [row] = await tx.$queryRaw<PlayerRow[]>`
    update player set blocked_at = case when ${at}::timestamptz is null then null else coalesce(blocked_at, ${at}::timestamptz) end
    where id = ${id}::uuid returning ${COLUMNS}`
  if (!row) throw notFound('player')
  return toRecord(row)
}

/** As with revoking: a token that may only read must not end what another may do. */
async function requireWidest(tx: Tx, { scopes }: Caller, id: string): Promise<void> {
  const rows = await tx.token.findMany({ where: { playerId: id, revokedAt: null }, select: { scopes: true } })
  const own = new Set<string>(scopes)
  if (rows.some((row) => row.scopes.some((scope) => !own.has(scope))))
    throw new Problem(403, 'SCOPE_MISSING', 'You have a token that may do more than this one: ask with that.')
}

/** The key of the new name holds the whole id: it is longer than any that can be registered. Labels of tokens and keys of requests go too. */
async function eraseRow(tx: Tx, { id }: PlayerRow, now: Date): Promise<{ record: PlayerRecord; tokens: Revoked[] }> {
  const tokens = await tx.$queryRaw<Revoked[]>`delete from token where player_id = ${id}::uuid returning id::text, hash`
  await tx.$executeRaw`delete from request_key where player_id = ${id}::uuid`
  await tx.$executeRaw`delete from registration_key where player_id = ${id}::uuid`
  const [row] = await tx.$queryRaw<PlayerRow[]>`
    update player set name = ${erasedName(id)}, name_key = ${`erased ${id}`}, admin = false, blocked_at = null, erased_at = ${now}::timestamptz
    where id = ${id}::uuid returning ${COLUMNS}`
  if (!row) throw notFound('player')
  return { record: toRecord(row), tokens }
}
