/** Webhooks: what players ask for, and the work behind it. */
import type { Pool } from 'pg'
import { type Caller, requirePlayer } from '../accounts/caller.js'
import type { Listed, ListPage } from '../accounts/lists.js'
import { deleteDeadJobs, type Jobs } from '../jobs/jobs.js'
import { transaction } from '../platform/database.js'
import type { Backlog, WebhookMetrics } from '../platform/metrics/webhooks.js'
import type { Sealing } from '../platform/sealing.js'
import { atMostEvery } from '../platform/seldom.js'
import type { Backoff } from './backoff.js'
import { type Consumer, consumer, type ReadNews, readyToListen } from './consumer.js'
import {
  DISABLED,
  deleteOld,
  giveUp,
  listDeliveries,
  overdue,
  type Queries,
  sendAgain,
  takeUp,
  takeUpPing,
  webhookOf,
} from './deliveries.js'
import { DELIVER, delivering, delivery } from './delivering.js'
import type { WebhookEvent } from './events.js'
import type { PostSettings } from './post.js'
import {
  changeWebhook,
  deleteOfErased,
  deleteWebhook,
  disableOf,
  insertWebhook,
  listeners,
  listWebhooks,
  requireOwn,
  rotateKey,
  wakeUp,
} from './registry.js'
import type { CreateWebhook, UpdateWebhook, WebhookCard, WebhookDelivery, WebhookWithSecret } from './shapes.js'
import { requireTarget } from './target.js'

/** What transports use. Of another player's webhook it is said that there is none. */
export interface Webhooks {
  list(caller: Caller): Promise<WebhookCard[]>
  /** The secret is returned once. */
  create(caller: Caller, input: CreateWebhook): Promise<WebhookWithSecret>
  update(caller: Caller, webhook: string, input: UpdateWebhook): Promise<WebhookCard>
  remove(caller: Caller, webhook: string): Promise<void>
  /** A new secret; that of before signs besides for a day. */
  rotate(caller: Caller, webhook: string): Promise<WebhookWithSecret>
  /** Sends an event of the type `ping`, whatever the webhook is told of. */
  ping(caller: Caller, webhook: string): Promise<WebhookDelivery>
  /** The newest first. */
  deliveries(caller: Caller, webhook: string, page: ListPage): Promise<Listed<WebhookDelivery>>
  /** Sends an event again, under the same id. */
  redeliver(caller: Caller, delivery: string): Promise<WebhookDelivery>
}

/** It happened now, unless it says when. */
export type NewEvent = Omit<WebhookEvent, 'at'> & Partial<Pick<WebhookEvent, 'at'>>

export interface WebhookService extends Webhooks {
  /** Tells webhooks of something, in the transaction of the client if there is one. An event that was told before, by the same id, is not told again. */
  tell(events: readonly NewEvent[], client?: Queries): Promise<void>
  /** Entries were appended. */
  nudge(): void
  /** Does what is left over; to be called every few seconds. */
  sweep(): Promise<void>
  /** Deletes the webhooks of erased players. */
  forgetErased(): Promise<void>
  /** Disables all webhooks of a player whose tokens were reset; their number. */
  disableOf(player: string): Promise<number>
  /** Ends all that is under way. */
  stop(): Promise<void>
}

export interface WebhookDeps {
  /** Of its own: jobs and the position hold connections. */
  readonly pool: Pool
  readonly jobs: Jobs
  readonly sealing: Sealing
  readonly news: ReadNews
  readonly backoff: Backoff
  readonly post: PostSettings
  readonly metrics: WebhookMetrics
  readonly now: () => number
  readonly onDisabled: (webhook: string, because: string) => void
  readonly onError: (error: unknown) => void
}

export function webhookService(deps: WebhookDeps): WebhookService {
  const { pool, jobs, metrics } = deps
  const closing = new AbortController()
  const reading = consumer(deps)
  const onDisabled = (webhook: string, because: string): void => {
    metrics.webhookDisabled(because)
    deps.onDisabled(webhook, because)
  }
  const deliver = delivering({ ...deps, onDisabled, closing: closing.signal })
  metrics.watchBacklog(() => backlogOf(pool))
  return {
    ...ownWebhooks(deps, reading),
    ...ownDeliveries(deps),
    nudge: reading.nudge,
    async tell(events, client) {
      const at = new Date(deps.now()).toISOString()
      const told = async (inside: Queries): Promise<void> => {
        const webhooks = await takeUp(
          inside,
          events.map((event) => ({ at, ...event })),
        )
        await jobs.add(
          inside,
          webhooks.map((webhook) => delivery(webhook)),
        )
      }
      await (client ? told(client) : transaction(pool, told))
    },
    sweep: sweeper(deps, reading, () => jobs.start({ [DELIVER]: deliver })),
    forgetErased: () => deleteOfErased(pool),
    async disableOf(player) {
      const because = 'tokensReset'
      const disabled = await transaction(pool, async (client) => {
        const webhooks = await disableOf(client, player, because)
        for (const webhook of webhooks) await giveUp(client, webhook, DISABLED)
        return webhooks
      })
      for (const webhook of disabled) onDisabled(webhook, because)
      return disabled.length
    },
    async stop() {
      closing.abort()
      await Promise.all([reading.stop(), jobs.stop()])
    },
  }
}

function ownWebhooks(
  { pool, sealing, news, post }: WebhookDeps,
  reading: Consumer,
): Pick<Webhooks, 'list' | 'create' | 'update' | 'remove' | 'rotate'> {
  /** Whoever begins to listen is told of what happens from now on. */
  const listening = async <T>(work: (client: Parameters<typeof insertWebhook>[0]) => Promise<T>): Promise<T> => {
    const { next } = await news(null, [], 0)
    const done = await transaction(pool, async (client) => {
      await readyToListen(client, next)
      return work(client)
    })
    reading.listening(true)
    return done
  }
  return {
    list: async (caller) => listWebhooks(pool, requirePlayer(caller, 'read').id),
    async create(caller, input) {
      const { id } = requirePlayer(caller, 'play')
      await requireTarget(input.url, post)
      return listening((client) => insertWebhook(client, sealing, id, input))
    },
    async update(caller, webhook, input) {
      const { id } = requirePlayer(caller, 'play')
      if (input.url !== undefined) await requireTarget(input.url, post)
      const change = (client: Queries) => changeWebhook(client, id, webhook, input)
      return input.paused === false ? listening(change) : change(pool)
    },
    remove: async (caller, webhook) => deleteWebhook(pool, requirePlayer(caller, 'play').id, webhook),
    rotate: async (caller, webhook) => rotateKey(pool, sealing, requirePlayer(caller, 'play').id, webhook),
  }
}

function ownDeliveries({ pool, jobs, now }: WebhookDeps): Pick<Webhooks, 'ping' | 'deliveries' | 'redeliver'> {
  /** Asked for by hand: it is tried at once, also where the receiver is left alone. */
  const atOnce = (webhook: string, work: (client: Queries) => Promise<WebhookDelivery>): Promise<WebhookDelivery> =>
    transaction(pool, async (client) => {
      await wakeUp(client, webhook)
      const sent = await work(client)
      await jobs.add(client, [delivery(webhook)])
      return sent
    })
  return {
    async ping(caller, webhook) {
      await requireOwn(pool, requirePlayer(caller, 'play').id, webhook)
      return atOnce(webhook, (client) => takeUpPing(client, webhook, new Date(now()).toISOString()))
    },
    async deliveries(caller, webhook, page) {
      await requireOwn(pool, requirePlayer(caller, 'read').id, webhook)
      return listDeliveries(pool, webhook, page)
    },
    async redeliver(caller, of) {
      const webhook = await webhookOf(pool, requirePlayer(caller, 'play').id, of)
      return atOnce(webhook, (client) => sendAgain(client, of))
    },
  }
}

/** A job that was lost is missed by so much. */
const OVERDUE_MS = 30_000
const OVERDUE_AT_ONCE = 1000
const TIDY_MS = 10 * 60_000
const KEPT_DAYS = 30
const DELETED_AT_ONCE = 5000

/** Where nobody has a webhook, it is one look at an empty index. */
function sweeper({ pool, jobs }: WebhookDeps, reading: Consumer, startJobs: () => void): () => Promise<void> {
  const findLost = atMostEvery(OVERDUE_MS, async () => {
    const lost = await overdue(pool, OVERDUE_MS, OVERDUE_AT_ONCE)
    await jobs.add(
      pool,
      lost.map((webhook) => delivery(webhook)),
    )
  })
  const tidy = atMostEvery(
    TIDY_MS,
    async () => {
      await deleteOfErased(pool)
      await deleteDeadJobs(pool)
      while (await deleteOld(pool, KEPT_DAYS, DELETED_AT_ONCE));
    },
    Date.now(),
  )
  return async () => {
    const isListening = (await listeners(pool, 1)).length > 0
    reading.listening(isListening)
    await tidy()
    if (!isListening) return
    startJobs()
    await reading.look()
    await findLost()
  }
}

async function backlogOf(pool: Pool): Promise<Backlog> {
  const { rows } = await pool.query<{ pending: number; overdue: number }>(
    `select (select count(*) from (select from webhook_delivery where status = 'pending' limit 100000) few)::int as pending,
       coalesce((select greatest(0, extract(epoch from now() - min(d.next_at))) from webhook_delivery d join webhook w on w.id = d.webhook_id
         where d.status = 'pending' and w.failures = 0 and not w.paused), 0)::float8 as overdue`,
  )
  return { pending: rows[0]?.pending ?? 0, overdueSeconds: rows[0]?.overdue ?? 0 }
}
