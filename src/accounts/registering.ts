/** New players, one or a thousand: all of them and their first tokens are made by one statement. */
import { createHash, randomUUID } from 'node:crypto'
import type { Player as PlayerRow, Prisma, PrismaClient } from '../generated/prisma/client.js'
import { complaintOf } from '../platform/complaint.js'
import { invalid, keyReused, Problem } from '../platform/problem.js'
import { type Player, PlayerKind, SELF_SERVICE } from './caller.js'
import { isReserved, nameKey, plainKey } from './names.js'
import { RegisterPlayer, type RegisterPlayers, type Registration } from './shapes.js'
import { freshToken, type Revoked } from './tokens.js'

type Wanted = RegisterPlayers['players'][number]

export interface Registered {
  readonly player: Player
  readonly token: string
  readonly tokenId: string
}

/** How long a key is kept under which players were registered. */
const KEPT_MS = 86_400_000

export const toPlayer = (row: Pick<PlayerRow, 'id' | 'name' | 'kind' | 'createdAt'>): Player => ({
  id: row.id,
  name: row.name,
  kind: PlayerKind.parse(row.kind),
  createdAt: row.createdAt.toISOString(),
})

/** One for each that is wanted, in their order. */
export async function registerEach(
  tx: Pick<Prisma.TransactionClient, '$queryRaw'>,
  wanted: readonly Wanted[],
  now: Date,
): Promise<(Registered | Problem)[]> {
  const candidates = wanted.map((one) => refusalOf(one) ?? candidate(one, now))
  const made = await insert(
    tx,
    candidates.filter((one): one is Candidate => !(one instanceof Problem)),
    now,
  )
  return candidates.map((one) => {
    if (one instanceof Problem) return one
    const createdAt = made.get(one.id)
    if (!createdAt) return taken(one.name)
    return { player: toPlayer({ ...one, createdAt }), token: one.token, tokenId: one.tokenId }
  })
}

function refusalOf(wanted: Wanted): Problem | undefined {
  const read = RegisterPlayer.safeParse(wanted)
  if (!read.success) return invalid(complaintOf(read.error))
  return isReserved(wanted.name)
    ? new Problem(409, 'NAME_RESERVED', `The name ${wanted.name} is kept for those who run the server.`)
    : undefined
}

const taken = (name: string): Problem => new Problem(409, 'NAME_TAKEN', `The name ${name} is taken, or looks like one that is.`)

function candidate({ name, kind }: Wanted, now: Date) {
  const { token, data } = freshToken({ scopes: [...SELF_SERVICE] }, now)
  return { id: randomUUID(), name, kind, token, tokenId: data.id, hash: data.hash }
}
type Candidate = ReturnType<typeof candidate>

/**
 * When each was made; those whose name is taken are left out. Players of earlier versions have a plain key, and some look alike. In the order of their looks, so that two
 * who register the same names do not wait for each other.
 */
async function insert(
  tx: Pick<Prisma.TransactionClient, '$queryRaw'>,
  all: readonly Candidate[],
  now: Date,
): Promise<Map<string, Date>> {
  if (all.length === 0) return new Map()
  const column = (of: (one: Candidate) => string) => all.map(of)
  const rows = await tx.$queryRaw<{ id: string; created_at: Date }[]>`
    with wanted as (
      select * from unnest(${column(({ id }) => id)}::uuid[], ${column(({ name }) => name)}::text[], ${column(({ kind }) => kind)}::text[],
        ${column(({ name }) => nameKey(name))}::text[], ${column(({ name }) => plainKey(name))}::text[],
        ${column(({ tokenId }) => tokenId)}::uuid[], ${column(({ hash }) => hash)}::text[])
        with ordinality as wanted(id, name, kind, name_key, plain_key, token_id, hash, place)
    ), made as (
      insert into player (id, name, name_key, kind)
      select id, name, name_key, kind from wanted
      where not exists (select 1 from player where player.name_key = wanted.plain_key)
        and not exists (select 1 from player where looks_like_another and look in (name_look(wanted.name_key), name_look(wanted.plain_key)))
      order by name_look(name_key), place
      on conflict do nothing returning id, created_at
    ), tokens as (
      insert into token (id, player_id, hash, label, scopes, created_at)
      select token_id, id, hash, 'first token', ${[...SELF_SERVICE]}::text[], ${now}::timestamptz from wanted join made using (id)
    )
    select id::text, created_at from made`
  return new Map(rows.map((row) => [row.id, row.created_at]))
}

const answerOf = (made: Registered | Problem): Registration =>
  made instanceof Problem
    ? { player: null, token: null, problem: { code: made.code, message: made.message } }
    : { player: made.player, token: made.token, problem: null }

interface Answered {
  readonly answers: Registration[]
  /** First tokens of an earlier answer to the same request, which the new ones replace. */
  readonly replaced: Revoked[]
}

/** The same key and request register nobody twice. */
export async function registerOnce(
  prisma: PrismaClient,
  organiser: string,
  key: string | undefined,
  wanted: readonly Wanted[],
  now: Date,
): Promise<Answered> {
  if (key === undefined) return { answers: (await registerEach(prisma, wanted, now)).map(answerOf), replaced: [] }
  const request = createHash('sha256').update(JSON.stringify(wanted)).digest('base64url')
  return prisma.$transaction(async (tx) => {
    await tx.$queryRaw`select 1 from (select pg_advisory_xact_lock(hashtextextended(${`${organiser} ${key}`}, 0))) as locked`
    const before = await earlier(tx, organiser, key, now)
    if (before && before.request !== request) throw keyReused()
    if (before) return answerAgain(tx, wanted, before)
    const made = await registerEach(tx, wanted, now)
    await remember(tx, organiser, { key, request, made }, now)
    return { answers: made.map(answerOf), replaced: [] }
  })
}

interface Earlier {
  readonly request: string
  /** Null where nobody was registered. */
  readonly players: (string | null)[]
  readonly tokens: (string | null)[]
}

async function earlier(tx: Prisma.TransactionClient, organiser: string, key: string, now: Date): Promise<Earlier | undefined> {
  await tx.$executeRaw`delete from registration_key where created_at < ${new Date(now.getTime() - KEPT_MS)}::timestamptz`
  const [row] = await tx.$queryRaw<Earlier[]>`
    select request, players::text[], tokens::text[] from registration_key where player_id = ${organiser}::uuid and key = ${key}`
  return row
}

async function remember(
  tx: Prisma.TransactionClient,
  organiser: string,
  { key, request, made }: { key: string; request: string; made: readonly (Registered | Problem)[] },
  now: Date,
): Promise<void> {
  const idsOf = (id: (one: Registered) => string) => made.map((one) => (one instanceof Problem ? '' : id(one)))
  const players = idsOf(({ player }) => player.id)
  const tokens = idsOf(({ tokenId }) => tokenId)
  await tx.$executeRaw`
    insert into registration_key (player_id, key, request, players, tokens, created_at)
    select ${organiser}::uuid, ${key}, ${request}, array_agg(nullif(player, '')::uuid order by place), array_agg(nullif(token, '')::uuid order by place), ${now}::timestamptz
    from unnest(${players}::text[], ${tokens}::text[]) with ordinality as made(player, token, place)`
}

/**
 * The same players. Of their first tokens only hashes are kept, so those that still work get a new secret, and the old one, which nobody may have
 * received, is worth nothing. One that was revoked stays so: its player may have taken the account over.
 */
async function answerAgain(
  tx: Prisma.TransactionClient,
  wanted: readonly Wanted[],
  { players, tokens }: Earlier,
): Promise<Answered> {
  const living = await tx.$queryRaw<Revoked[]>`
    select id::text, hash from token where id = any(${tokens.filter((id) => id !== null)}::uuid[]) and revoked_at is null for update`
  const fresh = new Map(living.map(({ id }) => [id, freshToken({ scopes: [...SELF_SERVICE] }, new Date())]))
  await tx.$executeRaw`
    update token set hash = fresh.hash
    from unnest(${[...fresh.keys()]}::uuid[], ${[...fresh.values()].map(({ data }) => data.hash)}::text[]) as fresh(id, hash)
    where token.id = fresh.id`
  const rows = await tx.player.findMany({ where: { id: { in: players.filter((id) => id !== null) } } })
  const known = new Map(rows.map((row) => [row.id, toPlayer(row)]))
  const answers = wanted.map((one, place): Registration => {
    const player = known.get(players[place] ?? '')
    if (!player) return answerOf(refusalOf(one) ?? taken(one.name))
    return { player, token: fresh.get(tokens[place] ?? '')?.token ?? null, problem: null }
  })
  return { answers, replaced: living }
}
