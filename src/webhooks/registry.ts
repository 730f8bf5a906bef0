/** The webhooks that players have registered. */
import { randomUUID } from 'node:crypto'
import type { ClientBase, Pool } from 'pg'
import { itemAt } from '../games/lists.js'
import { notFound, Problem } from '../platform/problem.js'
import type { Sealing } from '../platform/sealing.js'
import type { Queries } from './deliveries.js'
import {
  type CreateWebhook,
  type DISABLED_BECAUSE,
  MOST_WEBHOOKS,
  OLD_KEY_HOURS,
  type UpdateWebhook,
  type WebhookCard,
  type WebhookWithSecret,
} from './shapes.js'
import { newKey, secretText } from './signing.js'

interface CardRow {
  id: string
  url: string
  description: string
  events: WebhookCard['events']
  paused: boolean
  disabled_at: Date | null
  disabled_because: WebhookCard['disabledBecause']
  failures: number
  failing_since: Date | null
  succeeded_at: Date | null
  old_key_until: Date | null
  created_at: Date
}

const COLUMNS =
  'id, url, description, events, paused, disabled_at, disabled_because, failures, failing_since, succeeded_at, old_key_until, created_at'
const OLD_KEY_FOR = `interval '${OLD_KEY_HOURS} hours'`

/** What is needed to send. */
export interface Receiver {
  readonly url: string
  /** All that sign now, the newest first. */
  readonly keys: readonly Uint8Array[]
  readonly failures: number
  /** For so long nothing is sent to it; 0 if something may be. */
  readonly restsMs: number
}

export async function listWebhooks(pool: Pool, player: string): Promise<WebhookCard[]> {
  const { rows } = await pool.query<CardRow>(`select ${COLUMNS} from webhook where player_id = $1 order by created_at, id`, [
    player,
  ])
  return rows.map(toCard)
}

export async function requireOwn(pool: Pool, player: string, webhook: string): Promise<void> {
  const { rows } = await pool.query('select from webhook where id = $1 and player_id = $2', [webhook, player])
  if (rows.length === 0) throw notFound('webhook')
}

/** In a transaction: of two who ask at once for the last place, one gets it. */
export async function insertWebhook(
  client: ClientBase,
  sealing: Sealing,
  player: string,
  { url, events, description }: CreateWebhook,
): Promise<WebhookWithSecret> {
  await client.query('select from player where id = $1 for no key update', [player])
  const { rowCount } = await client.query('select from webhook where player_id = $1', [player])
  if (rowCount === null || rowCount >= MOST_WEBHOOKS)
    throw new Problem(409, 'TOO_MANY_WEBHOOKS', `A player has at most ${MOST_WEBHOOKS} webhooks: delete one first.`)
  const key = newKey()
  const { rows } = await client.query<CardRow>(
    `insert into webhook (id, player_id, url, description, events, key) values ($1, $2, $3, $4, $5, $6) returning ${COLUMNS}`,
    [randomUUID(), player, url, description, events, sealing.seal(key)],
  )
  return { ...toCard(itemAt(rows, 0)), secret: secretText(key) }
}

/** Whoever resumes begins anew: with no failures, and with what happens from now on. */
const RESUMED = `paused = false, disabled_at = null, disabled_because = null, failures = 0, failing_since = null, resting_until = null,
  told_since = case when paused or disabled_at is not null then clock_timestamp() else told_since end`

export async function changeWebhook(
  client: Queries,
  player: string,
  webhook: string,
  { url, events, description, paused }: UpdateWebhook,
): Promise<WebhookCard> {
  const { rows } = await client.query<CardRow>(
    `update webhook set url = coalesce($3, url), events = coalesce($4, events), description = coalesce($5, description)
       ${paused === false ? `, ${RESUMED}` : paused ? ', paused = true' : ''}
     where id = $1 and player_id = $2 returning ${COLUMNS}`,
    [webhook, player, url ?? null, events ?? null, description ?? null],
  )
  if (!rows[0]) throw notFound('webhook')
  return toCard(rows[0])
}

export async function deleteWebhook(pool: Pool, player: string, webhook: string): Promise<void> {
  const { rowCount } = await pool.query('delete from webhook where id = $1 and player_id = $2', [webhook, player])
  if (rowCount === 0) throw notFound('webhook')
}

/** The key of before signs besides for a while; that of before it does no longer. */
export async function rotateKey(pool: Pool, sealing: Sealing, player: string, webhook: string): Promise<WebhookWithSecret> {
  const key = newKey()
  const { rows } = await pool.query<CardRow>(
    `update webhook set old_key = key, old_key_until = now() + ${OLD_KEY_FOR}, key = $3 where id = $1 and player_id = $2 returning ${COLUMNS}`,
    [webhook, player, sealing.seal(key)],
  )
  if (!rows[0]) throw notFound('webhook')
  return { ...toCard(rows[0]), secret: secretText(key) }
}

/** In a transaction: nobody else claims deliveries of it meanwhile. Undefined if it is not to be told of anything. */
export async function lockReceiver(client: Queries, sealing: Sealing, webhook: string): Promise<Receiver | undefined> {
  const { rows } = await client.query<{ url: string; key: Buffer; old_key: Buffer | null; failures: number; rests_ms: number }>({
    name: 'lock-receiver',
    text: `select w.url, w.key, case when w.old_key_until > now() then w.old_key end as old_key, w.failures, coalesce(greatest(0, extract(epoch from w.resting_until - now()) * 1000), 0)::float8 as rests_ms
      from webhook w join player p on p.id = w.player_id and p.blocked_at is null and p.erased_at is null
      where w.id = $1 and not w.paused and w.disabled_at is null for no key update of w`,
    values: [webhook],
  })
  const [row] = rows
  if (!row) return undefined
  const keys = [row.key, row.old_key].filter((key) => key !== null).map(sealing.open)
  return { url: row.url, keys, failures: row.failures, restsMs: row.rests_ms }
}

export const succeeded = (client: Queries, webhook: string): Promise<unknown> =>
  client.query({
    name: 'webhook-succeeded',
    text: 'update webhook set failures = 0, failing_since = null, resting_until = null, succeeded_at = now() where id = $1',
    values: [webhook],
  })

/** Resolves to whether it has failed for so many days, with no success. */
export async function hasFailed(client: Queries, webhook: string, times: number, restMs: number, days: number): Promise<boolean> {
  const { rows } = await client.query<{ long: boolean }>({
    name: 'webhook-failed',
    text: `update webhook set failures = failures + $2, failing_since = coalesce(failing_since, now()),
        resting_until = case when $3::float8 > 0 then now() + $3::float8 * interval '1 millisecond' end
      where id = $1 returning failing_since < now() - $4 * interval '1 day' as long`,
    values: [webhook, times, restMs, days],
  })
  return rows[0]?.long ?? false
}

export const disable = (client: Queries, webhook: string, because: (typeof DISABLED_BECAUSE)[number]): Promise<unknown> =>
  client.query('update webhook set disabled_at = now(), disabled_because = $2 where id = $1 and disabled_at is null', [
    webhook,
    because,
  ])

/** All that a player has; their ids. */
export async function disableOf(client: Queries, player: string, because: (typeof DISABLED_BECAUSE)[number]): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    'update webhook set disabled_at = now(), disabled_because = $2 where player_id = $1 and disabled_at is null returning id',
    [player, because],
  )
  return rows.map(({ id }) => id)
}

/** Whoever asks for a delivery does not wait until a receiver has rested. Locks the webhook, as everybody does before its deliveries. */
export async function wakeUp(client: Queries, webhook: string): Promise<void> {
  const { rowCount } = await client.query(
    'update webhook set resting_until = null where id = $1 and not paused and disabled_at is null',
    [webhook],
  )
  if (rowCount === 0) throw new Problem(409, 'WEBHOOK_INACTIVE', 'This webhook is paused or disabled: resume it first.')
}

/** Players who are told of anything. */
export async function listeners(client: Queries, most: number): Promise<string[]> {
  const { rows } = await client.query<{ player_id: string }>({
    name: 'webhook-listeners',
    text: 'select distinct player_id from webhook where not paused and disabled_at is null limit $1',
    values: [most],
  })
  return rows.map(({ player_id }) => player_id)
}

export async function deleteOfErased(pool: Pool): Promise<void> {
  await pool.query('delete from webhook using player p where p.id = webhook.player_id and p.erased_at is not null')
}

const iso = (time: Date | null): string | null => time?.toISOString() ?? null

const toCard = (row: CardRow): WebhookCard => ({
  id: row.id,
  url: row.url,
  description: row.description,
  events: row.events,
  status: row.disabled_at ? 'disabled' : row.paused ? 'paused' : 'active',
  disabledBecause: row.disabled_because,
  disabledAt: iso(row.disabled_at),
  failures: row.failures,
  failingSince: iso(row.failing_since),
  succeededAt: iso(row.succeeded_at),
  oldSecretUntil: row.old_key_until && row.old_key_until.getTime() > Date.now() ? iso(row.old_key_until) : null,
  createdAt: row.created_at.toISOString(),
})
