/** Figures of webhooks. No label names a webhook or a host: there may be any number of them. */
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { SECONDS } from './answers.js'

/** What is left to do, over all servers. */
export interface Backlog {
  /** Deliveries that have not succeeded yet. */
  readonly pending: number
  /** For how many seconds the one that is longest overdue has been due. */
  readonly overdueSeconds: number
}

export interface WebhookMetrics {
  webhookAttempt(delivered: boolean, ms: number): void
  webhookDisabled(because: string): void
  watchBacklog(look: () => Promise<Backlog>): void
}

export function webhookMetrics(registry: Registry, isPrivate: boolean): WebhookMetrics {
  const registers = [registry]
  const attempts = new Counter({
    name: 'chancery_webhook_attempts_total',
    help: 'Attempts to deliver an event, by whether the receiver answered 2xx in time.',
    labelNames: ['outcome'],
    registers,
  })
  const time = new Histogram({
    name: 'chancery_webhook_attempt_seconds',
    help: 'How long an attempt took.',
    buckets: SECONDS,
    registers,
  })
  const disabled = new Counter({
    name: 'chancery_webhooks_disabled_total',
    help: 'Webhooks that the server disabled, by reason.',
    labelNames: ['because'],
    registers,
  })
  return {
    webhookAttempt(delivered, ms) {
      attempts.inc({ outcome: delivered ? 'delivered' : 'failed' })
      time.observe(ms / 1000)
    },
    webhookDisabled: (because) => disabled.inc({ because }),
    // Strangers cause no query.
    watchBacklog: isPrivate ? (look) => backlogMetrics(registry, look) : () => {},
  }
}

function backlogMetrics(registry: Registry, look: () => Promise<Backlog>): void {
  const registers = [registry]
  const overdue = new Gauge({
    name: 'chancery_webhook_overdue_seconds',
    help: 'For how long the delivery that is longest overdue has been due; all servers tell the same.',
    aggregator: 'max',
    registers,
  })
  new Gauge({
    name: 'chancery_webhook_pending',
    help: 'Deliveries that have not succeeded yet and are tried again; all servers tell the same.',
    aggregator: 'max',
    registers,
    async collect() {
      const backlog = await look().catch(() => undefined)
      // No figure rather than an old one while the database is away.
      if (!backlog) {
        overdue.reset()
        return this.reset()
      }
      this.set(backlog.pending)
      overdue.set(backlog.overdueSeconds)
    },
  })
}
