/** Seeks: standing requests to play. They are paired by pairing.ts. */
import { randomUUID } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import { type Clock, settled } from '../../clocks/clock.js'
import { invalid, notFound, Problem } from '../../platform/problem.js'
import { checkedGame } from '../checked-game.js'
import type { List, ListPage } from '../finding.js'
import { type CreateSeek, PENDING, type Seek, type SeekFilter } from '../finding-shapes.js'
import { requestHash } from '../play/idempotency.js'
import { isMatchId } from '../shapes.js'
import { acceptanceOf, lockPlayers, outside, requireLiving } from './acceptance.js'
import { requireRateable } from './rateable.js'

type Terms = Pick<Seek, 'game' | 'seats' | 'options' | 'clock' | 'rated'>

/** What has to be the same for seeks to be paired. Those from before there were ratings have the terms of unrated ones. */
export const termsOf = ({ game, seats, options, clock, rated }: Terms): string =>
  requestHash({ game, seats, options, clock, ...(rated && { rated }) })

export async function storeSeek(client: PoolClient, player: string, input: CreateSeek): Promise<string> {
  const { game, options } = checkedGame(input)
  const { rated, leastRating: least = null, mostRating: most = null } = input
  requireRateable({ ...input, options, visibility: 'public' }, [])
  if (least !== null && most !== null && least > most) throw invalid('leastRating: nobody is between it and mostRating')
  requireLiving(await lockPlayers(client, [player]), player)
  const why = outside(await acceptanceOf(client, player), input)
  if (why) throw new Problem(409, 'NOT_ACCEPTED', `You have stated that you accept ${why}.`)
  const waiting = await client.query(`select from seek where player_id = $1 and status = 'waiting'`, [player])
  if (waiting.rows.length >= PENDING.seeks)
    throw new Problem(409, 'TOO_MANY_SEEKS', `A player has at most ${PENDING.seeks} seeks at a time: withdraw one first.`)
  const id = randomUUID()
  const clock = input.clock ? settled(input.clock) : null
  const terms = termsOf({ game: game.id, seats: input.seats, options, clock, rated })
  await client.query(
    `insert into seek (id, player_id, terms, game, seats, options, clock, expires_at, rated, least_rating, most_rating)
     values ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(mins => $8), $9, $10, $11)`,
    [
      ...[id, player, terms, game.id, input.seats],
      ...[JSON.stringify(options), clock && JSON.stringify(clock), input.expiresInMinutes, rated, least, most],
    ],
  )
  return id
}

export async function withdrawSeek(pool: Pool, player: string, id: string): Promise<void> {
  const found = await ownSeek(pool, player, id)
  const { rows } = await pool.query(
    `update seek set status = 'withdrawn', ended_at = now() where id = $1 and status = 'waiting' returning id`,
    [id],
  )
  if (rows.length > 0) return
  const now = found.status === 'waiting' ? await ownSeek(pool, player, id) : found
  throw new Problem(409, 'SEEK_ENDED', `This seek is ${now.status}.`)
}

const AT_ONCE = 1000

/** Any number of servers may do so. */
export async function expireSeeks(pool: Pool): Promise<number> {
  const { rowCount } = await pool.query({
    name: 'expire-seeks',
    text: `update seek set status = 'expired', ended_at = now() where id = any(array(
      select id from seek where status = 'waiting' and expires_at <= now() order by expires_at limit ${AT_ONCE} for update skip locked))`,
  })
  return rowCount ?? 0
}

interface Row {
  id: string
  game: string
  seats: number
  options: Record<string, unknown>
  status: Seek['status']
  clock: Clock | null
  rated: boolean
  least_rating: number | null
  most_rating: number | null
  match_id: string | null
  created_at: Date
  expires_at: Date
  ended_at: Date | null
}

const CARD =
  'select id, game, seats, options, clock, rated, least_rating, most_rating, status, match_id, created_at, expires_at, ended_at from seek'

export async function ownSeek(pool: Pool, player: string, id: string): Promise<Seek> {
  const { rows } = isMatchId(id) ? await pool.query<Row>(`${CARD} where id = $1 and player_id = $2`, [id, player]) : { rows: [] }
  if (!rows[0]) throw notFound('seek')
  return toSeek(rows[0])
}

export async function listSeeks(
  pool: Pool,
  player: string,
  { status }: SeekFilter,
  { first, after }: ListPage,
): Promise<List<Seek>> {
  if (after !== undefined && !isMatchId(after)) throw invalid('after: not a cursor of this list')
  const { rows } = await pool.query<Row>(
    `${CARD} where player_id = $1 and status = $2
     and ($3::uuid is null or (created_at, id) < (select created_at, id from seek where id = $3))
     order by created_at desc, id desc limit $4`,
    [player, status, after ?? null, first + 1],
  )
  const items = rows.slice(0, first).map(toSeek)
  return { items, next: rows.length > first ? (items.at(-1)?.id ?? null) : null }
}

const toSeek = (row: Row): Seek => ({
  id: row.id,
  game: row.game,
  seats: row.seats,
  options: row.options,
  clock: row.clock,
  rated: row.rated,
  leastRating: row.least_rating,
  mostRating: row.most_rating,
  status: row.status,
  match: row.match_id,
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  endedAt: row.ended_at?.toISOString() ?? null,
})
