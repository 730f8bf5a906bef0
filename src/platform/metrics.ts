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

/** A series of requests takes some two kilobytes of the page; beyond these all others are counted together. */
const MOST_SERIES = 400

interface MetricsSettings {
  /** Who reads the page is known to the operator. Anybody else could learn from a code what a player lacks, where few matches run. */
  readonly isPrivate: boolean
}

/** Every registry is its own, so that two servers in one process do not add to each other's figures. */
export function createMetrics({ isPrivate }: MetricsSettings): Metrics {
  const registry = new Registry()
  // Brings event-loop delay (nodejs_eventloop_lag_*), CPU, memory and garbage collection.
  collectDefaultMetrics({ register: registry })
  return {
    ...playMetrics(registry, isPrivate),
    ...httpMetrics(registry, isPrivate),
    text: sparing(() => registry.metrics()),
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

function playMetrics(registry: Registry, isPrivate: boolean): Pick<Metrics, 'moveAccepted' | 'moveRefused' | 'batch' | 'cache'> {
  const registers = [registry]
  const accepted = new Counter({
    name: 'chancery_moves_accepted_total',
    help: 'Moves committed to a log.',
    labelNames: ['game'],
    registers,
  })
  const refused = new Counter({
    name: 'chancery_moves_refused_total',
    help: isPrivate ? 'Moves refused, by game and code.' : 'Moves refused.',
    labelNames: isPrivate ? ['game', 'code'] : [],
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
    moveRefused: (game, code) => (isPrivate ? refused.inc({ game, code }) : refused.inc()),
    batch: (entries, ms) => {
      size.observe(entries)
      time.observe(ms / 1000)
    },
    cache: (hit) => cache.inc({ result: hit ? 'hit' : 'miss' }),
  }
}

function httpMetrics(registry: Registry, isPrivate: boolean): Pick<Metrics, 'request' | 'streams'> {
  const registers = [registry]
  const labelNames = ['method', 'route', 'status'] as const
  const known = new Set<string>()
  const seconds = new Histogram({
    name: 'chancery_request_seconds',
    help: 'Time to answer, by route; streams are not counted.',
    labelNames,
    buckets: SECONDS,
    registers,
  })
  const streams = new Gauge({ name: 'chancery_streams_open', help: 'Streams that clients hold open.', registers })
  return {
    request: (method, route, status, ms) => {
      // The exact status of a move tells a refusal from a mistake.
      const answer = isPrivate ? status : `${Math.floor(status / 100)}xx`
      const name = `${method} ${route} ${answer}`
      const isCounted = known.has(name) || (known.size < MOST_SERIES && known.add(name) !== undefined)
      seconds.observe(
        isCounted ? { method, route, status: answer } : { method: 'other', route: 'other', status: answer },
        ms / 1000,
      )
    },
    streams: (open) => streams.set(open),
  }
}
