/** How a server puts webhooks together, with the figures that it runs them by. */
import type { Pool } from 'pg'
import { jobQueue } from '../jobs/jobs.js'
import { allowsPrivateWebhooks, type Config } from '../platform/config.js'
import type { Logger } from '../platform/logger.js'
import type { WebhookMetrics } from '../platform/metrics/webhooks.js'
import { sealing } from '../platform/sealing.js'
import { type Backoff, backoff } from './backoff.js'
import type { ReadNews } from './consumer.js'
import { type WebhookService, webhookService } from './service.js'
import { lookUp, type Resolve } from './target.js'

/** One listens for jobs, and one is held while the log is read for webhooks. Where nobody has a webhook, one is open. */
export const JOB_CONNECTIONS = 8
const JOBS_AT_ONCE = 20
const LOOK_FOR_JOBS_MS = 5000
const TIMEOUT_MS = 10_000

interface Parts {
  readonly config: Config
  readonly pool: Pool
  readonly news: ReadNews
  readonly metrics: WebhookMetrics
  readonly logger: Logger
}

/** What webhooks take from outside, and how long they wait for it. */
export interface WebhookTuning {
  readonly backoff: Backoff
  readonly resolve: Resolve
  readonly timeoutMs: number
  readonly lookEveryMs: number
}

const USUAL: WebhookTuning = { backoff: backoff(), resolve: lookUp, timeoutMs: TIMEOUT_MS, lookEveryMs: LOOK_FOR_JOBS_MS }

export function wireWebhooks(
  { config, pool, news, metrics, logger }: Parts,
  tuning: Partial<WebhookTuning> = {},
): WebhookService {
  const { lookEveryMs, resolve, timeoutMs, ...settings } = { ...USUAL, ...tuning }
  return webhookService({
    pool,
    jobs: jobQueue({ pool, logger, atOnce: JOBS_AT_ONCE, lookEveryMs }),
    sealing: sealing(config.secretsKey ?? null),
    news,
    ...settings,
    post: { resolve, allowsPrivate: allowsPrivateWebhooks(config), timeoutMs },
    metrics,
    now: Date.now,
    onDisabled: (webhook, because) => logger.warn({ webhook, because }, 'a webhook was disabled'),
    onError: (error) => logger.warn({ err: error }, 'webhooks are told of news later'),
  })
}
