/**
 * Sends what is due at one webhook, a few at a time, and then lets others have their turn: a receiver that hangs, floods or fails takes one place among many, and after some failures
 * it is left alone for a while. What was sent and not recorded, because a server or the database died, is sent again.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { Jobs, NewJob } from '../jobs/jobs.js'
import { transaction } from '../platform/database.js'
import type { WebhookMetrics } from '../platform/metrics/webhooks.js'
import type { Sealing } from '../platform/sealing.js'
import { type Backoff, isTroubled } from './backoff.js'
import { type Claimed, claim, DISABLED, giveUp, nextIn, type Queries, type Settled, settle } from './deliveries.js'
import { type Attempt, type PostSettings, post } from './post.js'
import { disable, hasFailed, lockReceiver, type Receiver, succeeded } from './registry.js'
import { signedHeaders } from './signing.js'

export interface DeliveringDeps {
  readonly pool: Pool
  readonly sealing: Sealing
  readonly jobs: Jobs
  readonly backoff: Backoff
  readonly post: PostSettings
  readonly metrics: WebhookMetrics
  /** Hears of a webhook that the server has disabled. */
  readonly onDisabled: (webhook: string, because: string) => void
  /** Calls off what is under way. */
  readonly closing: AbortSignal
}

export const DELIVER = 'deliver'
/** Of one webhook, on all servers together. */
const AT_ONCE = 4
/** Places on a server for receivers that have failed last time: the others are for those who answer. */
const TROUBLED_AT_ONCE = 10
const LATER_MS = 1000
const RECORDED_AFTER = [50, 200, 1000, 3000]
const GONE = 410
const FAILING_DAYS = 5

export const delivery = (webhook: string, inMs = 0): NewJob => ({ task: DELIVER, key: webhook, inMs })

export function delivering(deps: DeliveringDeps): (webhook: string) => Promise<void> {
  let troubled = 0
  return async (webhook) => {
    const taken = await transaction(deps.pool, (client) => take(deps, client, webhook, troubled < TROUBLED_AT_ONCE))
    if (!taken) return
    const isTrouble = taken.receiver.failures > 0
    if (isTrouble) troubled++
    try {
      const attempts = await Promise.all(taken.claimed.map((one) => send(deps, taken.receiver, one)))
      await persistently(() => transaction(deps.pool, (client) => record(deps, client, webhook, taken, attempts)))
    } finally {
      if (isTrouble) troubled--
    }
  }
}

/** What was sent and is not recorded is sent again after a minute, so a database that is away for a moment is waited for. */
async function persistently(work: () => Promise<void>): Promise<void> {
  for (const pause of RECORDED_AFTER) {
    const isDone = await work().then(
      () => true,
      () => false,
    )
    if (isDone) return
    await sleep(pause)
  }
  await work()
}

interface Taken {
  readonly receiver: Receiver
  readonly claimed: readonly Claimed[]
}

/** Undefined if there is nothing to do now; then a job waits for the time when there is. */
async function take(
  { sealing, jobs }: DeliveringDeps,
  client: Queries,
  webhook: string,
  hasPlace: boolean,
): Promise<Taken | undefined> {
  const receiver = await lockReceiver(client, sealing, webhook)
  if (!receiver) return undefined
  const mayGo = receiver.restsMs === 0 && (hasPlace || receiver.failures === 0)
  const claimed = await claim(client, webhook, mayGo ? (isTroubled(receiver.failures) ? 1 : AT_ONCE) : 0)
  if (claimed.length > 0) return { receiver, claimed }
  // Whoever is at it now comes back by itself, and at once.
  await comeBack(jobs, client, webhook, Math.max(receiver.restsMs, LATER_MS))
  return undefined
}

/** A job that waits already stays as it is, unless there is something to do now. */
async function comeBack(jobs: Jobs, client: Queries, webhook: string, notBeforeMs: number): Promise<void> {
  const ms = await nextIn(client, webhook)
  if (ms === undefined) return
  const inMs = Math.max(ms, notBeforeMs)
  await jobs.add(client, [delivery(webhook, inMs)], inMs > 0 ? 'keep' : undefined)
}

async function send(
  { post: settings, metrics, closing }: DeliveringDeps,
  { url, keys }: Receiver,
  one: Claimed,
): Promise<Attempt> {
  const headers = signedHeaders({ id: one.event, at: new Date(), body: one.body }, keys)
  const began = performance.now()
  const attempt = await post({ url, headers, body: one.body }, settings, closing)
  if (!attempt.interrupted) metrics.webhookAttempt(attempt.delivered, performance.now() - began)
  return attempt
}

async function record(
  { jobs, backoff, onDisabled }: DeliveringDeps,
  client: Queries,
  webhook: string,
  { receiver, claimed }: Taken,
  attempts: readonly Attempt[],
): Promise<void> {
  // First of all, as everybody does who touches both.
  await client.query('select from webhook where id = $1 for no key update', [webhook])
  await settle(
    client,
    claimed.map(({ id, tries }, index) => settled(id, tries, attempts[index], backoff)),
  )
  const failed = attempts.filter(({ delivered, interrupted }) => !delivered && !interrupted)
  const restMs = backoff.restMs(receiver.failures + failed.length)
  const end = await judge(client, webhook, attempts, failed.length, restMs)
  if (end) {
    await giveUp(client, webhook, DISABLED)
    onDisabled(webhook, end)
  } else await comeBack(jobs, client, webhook, attempts.some(({ delivered }) => delivered) ? 0 : restMs)
}

function settled(id: string, tries: number, attempt: Attempt | undefined, backoff: Backoff): Settled {
  const { delivered = false, interrupted = true, answer = null, error = null, excerpt = null } = attempt ?? {}
  const retryMs = interrupted ? 0 : backoff.retryMs(tries)
  const status = delivered ? 'delivered' : retryMs === undefined ? 'failed' : 'pending'
  return { id, status, retryMs: retryMs ?? 0, answer, error, excerpt, interrupted }
}

/** Why the webhook is disabled; undefined if it is not. */
async function judge(client: Queries, webhook: string, attempts: readonly Attempt[], failures: number, restMs: number) {
  if (attempts.some(({ answer }) => answer === GONE)) {
    await disable(client, webhook, 'gone')
    return 'gone' as const
  }
  if (attempts.some(({ delivered }) => delivered)) await succeeded(client, webhook)
  else if (failures > 0 && (await hasFailed(client, webhook, failures, restMs, FAILING_DAYS))) {
    await disable(client, webhook, 'failing')
    return 'failing' as const
  }
  return undefined
}
