/** The figures that Prometheus reads. Whoever counts something is handed this object and knows nothing of prom-client. */
import { collectDefaultMetrics, Registry } from 'prom-client'
import { type AnswerMetrics, answerMetrics } from './metrics/answers.js'
import { type BotMetrics, botMetrics } from './metrics/bots.js'
import { type DatabaseMetrics, databaseMetrics } from './metrics/database.js'
import { type GraphqlMetrics, graphqlMetrics } from './metrics/graphql.js'
import { type PlayMetrics, playMetrics } from './metrics/play.js'
import { type WebhookMetrics, webhookMetrics } from './metrics/webhooks.js'
import { type Colleagues, NO_COLLEAGUES } from './workers/colleagues.js'

export interface Metrics extends PlayMetrics, AnswerMetrics, GraphqlMetrics, DatabaseMetrics, WebhookMetrics, BotMetrics {
  /** The page that Prometheus reads. */
  text(): Promise<string>
  readonly contentType: string
}

interface MetricsSettings {
  /** Who reads the page is known to the operator. Anybody else could learn from a code what a player lacks, where few matches run. */
  readonly isPrivate: boolean
  /** With whom the page is shared. */
  readonly colleagues?: Pick<Colleagues, 'page'> | undefined
}

/** Every registry is its own, so that two servers in one process do not add to each other's figures. */
export function createMetrics({ isPrivate, colleagues = NO_COLLEAGUES }: MetricsSettings): Metrics {
  const registry = new Registry()
  // Brings event-loop delay (nodejs_eventloop_lag_*), CPU, memory and garbage collection.
  collectDefaultMetrics({ register: registry })
  return {
    ...playMetrics(registry, isPrivate),
    ...answerMetrics(registry, isPrivate),
    ...graphqlMetrics(registry, isPrivate),
    ...databaseMetrics(registry, isPrivate),
    ...webhookMetrics(registry, isPrivate),
    ...botMetrics(registry),
    text: sparing(colleagues.page(registry)),
    contentType: registry.contentType,
  }
}

/**
 * Whoever may read the page may ask for it as often as they like, so it is kept for ten times as long as it took to make: that bounds what all
 * readers together cost to a tenth of the time.
 */
function sparing<T>(make: () => Promise<T>): () => Promise<T> {
  let kept: Promise<T> | undefined
  return () => {
    if (kept) return kept
    const began = performance.now()
    kept = make().finally(() => {
      const took = performance.now() - began
      setTimeout(() => {
        kept = undefined
      }, 10 * took).unref()
    })
    return kept
  }
}
