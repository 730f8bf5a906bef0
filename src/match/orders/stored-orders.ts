/** The table of standing orders: the newest of each seat. What becomes of an order with an entry is written by the log (see src/log/ordering.ts). */
import type { Pool } from 'pg'
import type { Refusal } from '../../games/contract.js'
import type { StoredMove } from '../../log/entry.js'
import { SETTLED_NOW } from '../../log/ordering.js'
import type { StandingOrder, WhyDropped } from '../order-shapes.js'

interface OrderRow {
  id: string
  status: StandingOrder['status']
  moves: StoredMove[]
  decision: string | null
  set_version: number
  set_at: Date
  version: number | null
  settled_at: Date | null
  played: number | null
  why: WhyDropped | null
  refusals: StandingOrder['refusals']
}

/** An order together with the request that set it. */
export interface KeyedOrder {
  readonly order: StandingOrder
  readonly key: string | null
  readonly request: string | null
}

/** One that waits, as whoever carries it out needs it. */
export interface WaitingOrder {
  readonly id: string
  readonly seat: number
  readonly player: string
  readonly moves: readonly StoredMove[]
  readonly decision: string | null
  /** Its player is blocked or erased. */
  readonly barred: boolean
  /** Moves were taken back after it was set: by an entry that saw no order, if both came at the same moment. */
  readonly takenBack: boolean
}

const COLUMNS = 'id, status, moves, decision, set_version, set_at, version, settled_at, played, why, refusals'

const toOrder = ({ set_version, set_at, settled_at, ...row }: OrderRow): StandingOrder => ({
  id: row.id,
  status: row.status,
  moves: row.moves,
  decision: row.decision,
  setVersion: set_version,
  setAt: set_at.toISOString(),
  version: row.version,
  settledAt: settled_at?.toISOString() ?? null,
  played: row.played,
  why: row.why,
  refusals: row.refusals,
})

/** That of the player: who has the seat after them is not told of it. */
export async function findOrder(pool: Pool, match: string, player: string): Promise<KeyedOrder | undefined> {
  const { rows } = await pool.query<OrderRow & Pick<KeyedOrder, 'key' | 'request'>>({
    name: 'order',
    text: `select ${COLUMNS}, key, request from standing_order where match_id = $1 and player_id = $2 order by set_at desc limit 1`,
    values: [match, player],
  })
  return rows[0] && { order: toOrder(rows[0]), key: rows[0].key, request: rows[0].request }
}

export interface NewOrder {
  readonly id: string
  readonly match: string
  readonly seat: number
  readonly player: string
  readonly moves: readonly StoredMove[]
  readonly decision: string | null
  readonly version: number
  readonly key: string | null
  readonly request: string | null
}

/** In place of the one before, if there is one. Nothing is written where the same request was first. */
export async function keepOrder(pool: Pool, order: NewOrder): Promise<void> {
  const { id, match, seat, player, moves, decision, version, key, request } = order
  await pool.query({
    name: 'keep-order',
    text: `insert into standing_order as before (match_id, seat, id, player_id, moves, decision, status, set_version, set_at, key, request)
      values ($1, $2, $3, $4, $5, $6, 'waiting', $7, now(), $8, $9)
      on conflict (match_id, seat) do update set id = excluded.id, player_id = excluded.player_id, moves = excluded.moves, decision = excluded.decision,
        status = 'waiting', set_version = excluded.set_version, set_at = excluded.set_at, key = excluded.key, request = excluded.request,
        version = null, settled_at = null, played = null, why = null, refusals = null
      where before.key is null or before.key is distinct from excluded.key or before.player_id <> excluded.player_id`,
    values: [match, seat, id, player, JSON.stringify(moves), decision, version, key, request],
  })
}

/** One that is settled already stays as it is. */
export const withdrawOrder = (pool: Pool, match: string, player: string): Promise<unknown> =>
  pool.query({
    name: 'withdraw-order',
    text: `update standing_order set status = 'withdrawn', settled_at = clock_timestamp() where match_id = $1 and player_id = $2 and status = 'waiting'`,
    values: [match, player],
  })

export async function waitingIn(pool: Pool, match: string): Promise<WaitingOrder[]> {
  const { rows } = await pool.query<WaitingOrder>({
    name: 'waiting-orders',
    text: `select o.id, o.seat, o.player_id as player, o.moves, o.decision, (p.blocked_at is not null or p.erased_at is not null) as barred,
        exists (select from entry e where e.match_id = o.match_id and e.version > o.set_version and e.command ->> 'type' = 'takeBack') as "takenBack"
      from standing_order o join player p on p.id = o.player_id where o.match_id = $1 and o.status = 'waiting' order by o.seat`,
    values: [match],
  })
  return rows
}

export async function dropOrder(
  pool: Pool,
  id: { readonly match: string; readonly order: string },
  version: number,
  why: WhyDropped,
  refusals: readonly Refusal[] | null,
): Promise<void> {
  await pool.query({
    name: 'drop-order',
    text: `update standing_order set status = 'dropped', version = $3, why = $4, refusals = $5, settled_at = ${SETTLED_NOW}
      where match_id = $1 and id = $2 and status = 'waiting'`,
    values: [id.match, id.order, version, why, refusals && JSON.stringify(refusals)],
  })
}

/** Drops those of the player that wait; the matches they were in, whose players are to be woken. What becomes of orders with an entry needs no call. */
export async function dropOrders(pool: Pool, player: string, why: WhyDropped): Promise<string[]> {
  const { rows } = await pool.query<{ match_id: string }>(
    `update standing_order o set status = 'dropped', why = $1, settled_at = ${SETTLED_NOW},
       version = (select version from entry where match_id = o.match_id order by version desc limit 1)
     where player_id = $2 and status = 'waiting' returning match_id`,
    [why, player],
  )
  return rows.map(({ match_id }) => match_id)
}

/** Where a round through all waiting orders has come to. */
export interface Round {
  readonly match: string
  readonly seat: number
}

/**
 * Looks at so many waiting orders after that place: the matches in which one is due, and the place to go on after; null at the end. The whole round is
 * longer than one look where very many wait.
 */
export async function lookForDue(pool: Pool, after: Round, most: number): Promise<{ due: string[]; next: Round | null }> {
  const { rows } = await pool.query<Round & { due: boolean }>({
    name: 'due-orders',
    text: DUE,
    values: [after.match, after.seat, most],
  })
  const last = rows.at(-1)
  return {
    due: [...new Set(rows.filter(({ due }) => due).map(({ match }) => match))],
    next: last && rows.length === most ? { match: last.match, seat: last.seat } : null,
  }
}

/** Scalar subqueries, because the planner may join all seats and matches with the few that are looked at. */
const DUE = `
with page as materialized (
  select match_id, seat, player_id, decision from standing_order
  where status = 'waiting' and (match_id, seat) > ($1::uuid, $2::int) order by match_id, seat limit $3
)
select match_id as match, seat,
  (select status <> 'running' from match where id = page.match_id)
  or (select blocked_at is not null or erased_at is not null from player where id = page.player_id)
  or (select left_version is not null or player_id <> page.player_id from seat where match_id = page.match_id and seat = page.seat)
  or exists (
    select 1 from json_array_elements((select awaiting from entry where match_id = page.match_id order by version desc limit 1)) a
    where (a ->> 'seat')::int = page.seat and (page.decision is null or a ->> 'decision' = page.decision)) as due
from page order by match_id, seat`
