/** The figures that Prometheus reads. Whoever counts something is handed this object and knows nothing of prom-client. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export interface Metrics {
  moveAccepted(game: string): void
  moveRefused(game: string, code: string): void
  /** One group commit: how many entries, and how long the database took. */
  batch(size: number, ms: number): void
  /** Was the match still in memory? */
  cache(hit: boolean): void
  request(method: string, route: string, status: number, ms: number): void
  /** Streams open at this moment. */
  streams(open: number): void
  /** The page that Prometheus reads. */
  text(): Promise<string>
  readonly contentType: string
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
const ENTRIES = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512]

/** Every registry is its own, so that two servers in one process do not add to each other's figures. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  // Brings event-loop delay (nodejs_eventloop_lag_*), CPU, memory and garbage collection.
  collectDefaultMetrics({ register: registry })
  return { ...playMetrics(registry), ...httpMetrics(registry), text: () => registry.metrics(), contentType: registry.contentType }
}

function playMetrics(registry: Registry): Pick<Metrics, 'moveAccepted' | 'moveRefused' | 'batch' | 'cache'> {
  const registers = [registry]
  const accepted = new Counter({
    name: 'chancery_moves_accepted_total',
    help: 'Moves committed to a log.',
    labelNames: ['game'],
    registers,
  })
  const refused = new Counter({
    name: 'chancery_moves_refused_total',
    help: 'Moves refused, by code.',
    labelNames: ['game', 'code'],
    registers,
  })
  const size = new Histogram({
    name: 'chancery_append_batch_entries',
    help: 'Entries written by one group commit.',
    buckets: ENTRIES,
    registers,
  })
  const time = new Histogram({
    name: 'chancery_append_batch_seconds',
    help: 'Duration of one group commit.',
    buckets: SECONDS,
    registers,
  })
  const cache = new Counter({
    name: 'chancery_match_cache_total',
    help: 'Matches found in memory or not.',
    labelNames: ['result'],
    registers,
  })
  return {
    moveAccepted: (game) => accepted.inc({ game }),
    moveRefused: (game, code) => refused.inc({ game, code }),
    batch: (entries, ms) => {
      size.observe(entries)
      time.observe(ms / 1000)
    },
    cache: (hit) => cache.inc({ result: hit ? 'hit' : 'miss' }),
  }
}

function httpMetrics(registry: Registry): Pick<Metrics, 'request' | 'streams'> {
  const registers = [registry]
  const labelNames = ['method', 'route', 'status'] as const
  const seconds = new Histogram({
    name: 'chancery_request_seconds',
    help: 'Time to answer, by route; streams are not counted.',
    labelNames,
    buckets: SECONDS,
    registers,
  })
  const streams = new Gauge({ name: 'chancery_streams_open', help: 'Streams that clients hold open.', registers })
  return {
    request: (method, route, status, ms) => seconds.observe({ method, route, status }, ms / 1000),
    streams: (open) => streams.set(open),
  }
}
