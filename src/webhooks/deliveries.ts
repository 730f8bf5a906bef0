/** The deliveries of events, as the database keeps them: it knows what is left to do, whatever becomes of servers and their jobs. */
import { randomUUID } from 'node:crypto'
import type { ClientBase, Pool } from 'pg'
import { cursorOf, type Listed, type ListPage, listed, readCursor } from '../accounts/lists.js'
import { invalid, notFound } from '../platform/problem.js'
import { bodyOf, type WebhookEvent, webhookId } from './events.js'
import type { WebhookDelivery } from './shapes.js'

export type Queries = Pick<ClientBase, 'query'>

/** One delivery that a server is at. */
export interface Claimed {
  readonly id: string
  readonly event: string
  readonly body: string
  /** Since it was last sent off by hand, this one included. */
  readonly tries: number
}

interface DeliveryRow {
  id: string
  event_id: string
  type: string
  status: WebhookDelivery['status']
  attempts: number
  next_at: Date
  answer: number | null
  error: string | null
  excerpt: string | null
  created_at: Date
  finished_at: Date | null
}

/** Whoever takes longer has died. An attempt ends long before. */
const CLAIMED_FOR = `interval '1 minute'`
const COLUMNS =
  'd.id, d.event_id, d.type, d.status, d.attempts, d.next_at, d.answer, d.error, d.excerpt, d.created_at, d.finished_at'

/**
 * Takes events up for the webhooks that want them, each once; the webhooks that have something to do now. Events of before a webhook was made or resumed are not told. Blocked
 * players hear nothing.
 */
export async function takeUp(
  client: Queries,
  events: readonly (WebhookEvent & { readonly writtenAt?: number })[],
): Promise<string[]> {
  if (events.length === 0) return []
  const asked = events.map((event) => ({
    player: event.player,
    event: webhookId(event),
    type: event.type,
    body: bodyOf(event),
    at: event.writtenAt ?? null,
  }))
  const { rows } = await client.query<{ webhook_id: string }>({
    name: 'take-up',
    text: `insert into webhook_delivery (id, webhook_id, event_id, type, body)
      select gen_random_uuid(), w.id, asked.event, asked.type, asked.body
      from json_to_recordset($1::json) as asked(player uuid, event text, type text, body text, at float8)
      join webhook w on w.player_id = asked.player and not w.paused and w.disabled_at is null and asked.type = any(w.events)
        and (asked.at is null or w.told_since <= timestamptz 'epoch' + asked.at * interval '1 microsecond')
      join player p on p.id = w.player_id and p.blocked_at is null and p.erased_at is null
      on conflict (webhook_id, event_id) do nothing returning webhook_id`,
    values: [JSON.stringify(asked)],
  })
  return [...new Set(rows.map(({ webhook_id }) => webhook_id))]
}

const IS_DUE = `webhook_id = $1 and status = 'pending' and next_at <= now() and (claimed_until is null or claimed_until <= now())`

/**
 * Up to `most` that are due, less those that other servers are at; those that were not tried yet, or were asked for by hand, first. A new ping has a place of its
 * own: somebody waits to see whether the receiver answers, and is not to wait for others that hang.
 */
export async function claim(client: Queries, webhook: string, most: number): Promise<Claimed[]> {
  const { rows } = await client.query<Claimed>({
    name: 'claim-deliveries',
    text: `update webhook_delivery set claimed_until = now() + ${CLAIMED_FOR}, attempts = attempts + 1, tries = tries + 1
      where id in ((select id from webhook_delivery where ${IS_DUE} order by tries, next_at
          limit greatest(0, $2 - (select count(*) from webhook_delivery where webhook_id = $1 and status = 'pending' and claimed_until > now())))
        union (select id from webhook_delivery where ${IS_DUE} and type = 'ping' and tries = 0))
      returning id, event_id as event, body, tries`,
    values: [webhook, most],
  })
  return rows
}

export interface Settled {
  readonly id: string
  readonly status: WebhookDelivery['status']
  /** Until it is tried again, if it is pending. */
  readonly retryMs: number
  readonly answer: number | null
  readonly error: string | null
  readonly excerpt: string | null
  /** It was called off: as if it had not been tried. */
  readonly interrupted: boolean
}

export async function settle(client: Queries, outcomes: readonly Settled[]): Promise<void> {
  const asked = outcomes.map(({ retryMs, ...rest }) => ({ ...rest, retry_ms: retryMs }))
  await client.query({
    name: 'settle-deliveries',
    text: `update webhook_delivery d set status = o.status, claimed_until = null, next_at = now() + o.retry_ms * interval '1 millisecond',
        attempts = attempts - o.interrupted::int, tries = tries - o.interrupted::int,
        answer = case when o.interrupted then d.answer else o.answer end, error = case when o.interrupted then d.error else o.error end,
        excerpt = case when o.interrupted then d.excerpt else o.excerpt end, finished_at = case when o.status = 'pending' then null else now() end
      from json_to_recordset($1::json) as o(id uuid, status text, retry_ms float8, answer int, error text, excerpt text, interrupted boolean)
      where d.id = o.id and d.status = 'pending'`,
    values: [JSON.stringify(asked)],
  })
}

/**
 * In how many milliseconds there is something to do; undefined if there is nothing. What another server is at is left to it: a job for when it must have died would
 * stand in the way of the one that it makes for its next attempt.
 */
export async function nextIn(client: Queries, webhook: string): Promise<number | undefined> {
  const { rows } = await client.query<{ ms: number | null }>({
    name: 'next-delivery',
    text: `select extract(epoch from min(next_at) - now())::float8 * 1000 as ms
      from webhook_delivery where webhook_id = $1 and status = 'pending' and (claimed_until is null or claimed_until <= now())`,
    values: [webhook],
  })
  const ms = rows[0]?.ms ?? undefined
  return ms === undefined ? undefined : Math.max(0, ms)
}

/** Why nothing more is tried. */
export const DISABLED = 'the webhook was disabled'

/** Nothing more is tried. */
export const giveUp = (client: Queries, webhook: string, why: string): Promise<unknown> =>
  client.query(
    `update webhook_delivery set status = 'failed', finished_at = now(), claimed_until = null, error = $2 where webhook_id = $1 and status = 'pending'`,
    [webhook, why],
  )

/** One that waits already is tried now instead: however often somebody asks, there is one at a time. */
export async function takeUpPing(client: Queries, webhook: string, now: string): Promise<WebhookDelivery> {
  const waiting = await client.query<{ id: string }>(
    `select id from webhook_delivery where webhook_id = $1 and type = 'ping' and status = 'pending'`,
    [webhook],
  )
  if (waiting.rows[0]) return sendAgain(client, waiting.rows[0].id)
  const id = randomUUID()
  const event = webhookId({ player: webhook, type: 'ping', id })
  const body = bodyOf({ type: 'ping', at: now, data: { webhook } })
  const { rows } = await client.query<DeliveryRow>(
    `insert into webhook_delivery as d (id, webhook_id, event_id, type, body) values ($1, $2, $3, 'ping', $4) returning ${COLUMNS}`,
    [id, webhook, event, body],
  )
  if (!rows[0]) throw new Error('a ping was not stored')
  return toDelivery(rows[0])
}

/** The same event under the same id, from the beginning of its schedule. One that is under way is left alone. */
export async function sendAgain(client: Queries, delivery: string): Promise<WebhookDelivery> {
  const { rows } = await client.query<DeliveryRow>(
    `update webhook_delivery d set status = 'pending', tries = 0, next_at = now(), finished_at = null where id = $1 returning ${COLUMNS}`,
    [delivery],
  )
  if (!rows[0]) throw notFound('delivery')
  return toDelivery(rows[0])
}

/** The webhook of a player's delivery. */
export async function webhookOf(pool: Pool, player: string, delivery: string): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    'select w.id from webhook_delivery d join webhook w on w.id = d.webhook_id where d.id = $1 and w.player_id = $2',
    [delivery, player],
  )
  if (!rows[0]) throw notFound('delivery')
  return rows[0].id
}

export async function listDeliveries(pool: Pool, webhook: string, { first, after }: ListPage): Promise<Listed<WebhookDelivery>> {
  const [at = null, id = null] = after === undefined ? [] : readPlace(after)
  const { rows } = await pool.query<DeliveryRow>({
    name: 'list-deliveries',
    text: `select ${COLUMNS} from webhook_delivery d where webhook_id = $1
      and ($2::timestamptz is null or (created_at, id) < ($2::timestamptz, $3::uuid)) order by created_at desc, id desc limit $4`,
    values: [webhook, at, id, first + 1],
  })
  return listed(rows.map(toDelivery), first, ({ createdAt, id: last }) => cursorOf(createdAt, last))
}

function readPlace(cursor: string): string[] {
  const [at = '', id = ''] = readCursor(cursor, 2)
  if (!/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/.test(at) || !/^[0-9a-f-]{36}$/.test(id)) throw invalid('after: not a cursor of this list')
  return [at, id]
}

/** Webhooks whose jobs were lost: something has been due for a while and nobody is at it. */
export async function overdue(client: Queries, lateMs: number, most: number): Promise<string[]> {
  const { rows } = await client.query<{ webhook_id: string }>({
    name: 'overdue-deliveries',
    text: `select distinct d.webhook_id from webhook_delivery d join webhook w on w.id = d.webhook_id and not w.paused and w.disabled_at is null
      where d.status = 'pending' and d.next_at < now() - $1 * interval '1 millisecond' and (d.claimed_until is null or d.claimed_until < now())
        and (w.resting_until is null or w.resting_until < now()) limit $2`,
    values: [lateMs, most],
  })
  return rows.map(({ webhook_id }) => webhook_id)
}

/** A batch at a time; whether there may be more. */
export async function deleteOld(pool: Pool, days: number, most: number): Promise<boolean> {
  const { rowCount } = await pool.query(
    `delete from webhook_delivery where id in (select id from webhook_delivery where created_at < now() - $1 * interval '1 day' limit $2)`,
    [days, most],
  )
  return rowCount === most
}

const toDelivery = (row: DeliveryRow): WebhookDelivery => ({
  id: row.id,
  event: row.event_id,
  type: row.type,
  status: row.status,
  attempts: row.attempts,
  nextAt: row.status === 'pending' ? row.next_at.toISOString() : null,
  answer: row.answer,
  error: row.error,
  excerpt: row.excerpt,
  createdAt: row.created_at.toISOString(),
  finishedAt: row.finished_at?.toISOString() ?? null,
})
