/** Figures of answers: the quick ones, those that wait, those that are kept open, and those that the limits refuse. */
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

/** Answers that stay open for long, so that their times say nothing about how quick the server is. */
export type Kept = 'poll' | 'stream' | 'subscription'

export const LIMITS = ['points', 'registrations', 'streams', 'sockets', 'connections'] as const
/** Which limit was reached: points a minute, registrations a minute, open answers, WebSockets or connections at a time. */
export type Limit = (typeof LIMITS)[number]

export interface AnswerMetrics {
  request(method: string, route: string, status: number, ms: number): void
  /** The same for a request that waited for something to happen. */
  longPoll(route: string, ms: number): void
  /** An answer is kept open from now until what is returned is called. */
  opened(kind: Kept): () => void
  /** A client was refused for asking too much. */
  limited(limit: Limit): void
  /** What was sent is no request that could be answered by a route. */
  refusedOnTheWire(status: number): void
}

export const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
const SECONDS_OF_WAITING = [0.1, 0.5, 1, 2.5, 5, 10, 20, 30, 60]
const SECONDS_OF_STREAMS = [1, 10, 60, 300, 1800, 7200, 28_800]

/** A series of requests takes some two kilobytes of the page; beyond these all others are counted together. */
const MOST_SERIES = 400

export const answerMetrics = (registry: Registry, isPrivate: boolean): AnswerMetrics => ({
  ...requestMetrics(registry, isPrivate),
  ...keptMetrics(registry),
  ...limitMetrics(registry),
})

/** Whoever counts the requests for it on a page for strangers learns that somebody has left orders, where few matches run. */
const NOBODYS_BUSINESS = '/v1/matches/:id/orders'

function requestMetrics(registry: Registry, isPrivate: boolean): Pick<AnswerMetrics, 'request'> {
  const known = new Set<string>()
  const seconds = new Histogram({
    name: 'chancery_request_seconds',
    help: 'Time to answer, by route; neither streams nor long polls are counted.',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [registry],
  })
  return {
    request: (method, route, status, ms) => {
      if (!isPrivate && route === NOBODYS_BUSINESS) return
      // The exact status of a move tells a refusal from a mistake.
      const answer = isPrivate ? status : `${Math.floor(status / 100)}xx`
      const name = `${method} ${route} ${answer}`
      const isCounted = known.has(name) || (known.size < MOST_SERIES && known.add(name) !== undefined)
      seconds.observe(
        isCounted ? { method, route, status: answer } : { method: 'other', route: 'other', status: answer },
        ms / 1000,
      )
    },
  }
}

function keptMetrics(registry: Registry): Pick<AnswerMetrics, 'opened' | 'longPoll'> {
  const registers = [registry]
  const open = new Gauge({
    name: 'chancery_open_answers',
    help: 'Long polls, streams and subscriptions that clients hold open.',
    labelNames: ['kind'],
    registers,
  })
  for (const kind of ['poll', 'stream', 'subscription']) open.set({ kind }, 0)
  const polls = new Histogram({
    name: 'chancery_long_poll_seconds',
    help: 'Time to answer of requests that waited for something to happen.',
    labelNames: ['route'],
    buckets: SECONDS_OF_WAITING,
    registers,
  })
  const streams = new Histogram({
    name: 'chancery_stream_seconds',
    help: 'How long streams and subscriptions lasted.',
    labelNames: ['kind'],
    buckets: SECONDS_OF_STREAMS,
    registers,
  })
  return {
    longPoll: (route, ms) => polls.observe({ route }, ms / 1000),
    opened: (kind) => {
      const began = performance.now()
      open.inc({ kind })
      return () => {
        open.dec({ kind })
        if (kind !== 'poll') streams.observe({ kind }, (performance.now() - began) / 1000)
      }
    },
  }
}

function limitMetrics(registry: Registry): Pick<AnswerMetrics, 'limited' | 'refusedOnTheWire'> {
  const refused = new Counter({
    name: 'chancery_rate_limited_total',
    help: 'Requests, messages and connections that a limit refused.',
    labelNames: ['limit'],
    registers: [registry],
  })
  for (const limit of LIMITS) refused.inc({ limit }, 0)
  const unreadable = new Counter({
    name: 'chancery_refused_on_the_wire_total',
    help: 'What was sent and is no request that a route could answer, by the status it was refused with.',
    labelNames: ['status'],
    registers: [registry],
  })
  return { limited: (limit) => refused.inc({ limit }), refusedOnTheWire: (status) => unreadable.inc({ status }) }
}
