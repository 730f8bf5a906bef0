/**
 * Wake-up calls between servers by LISTEN and NOTIFY. A call is only a hint that there is something to read: it may be lost,
 * doubled or late, so subscribers always re-read the log, and do so unasked after a gap.
 */
import pg from 'pg'
import { openLine } from './line.js'
import type { Logger } from './logger.js'

/** `undefined` after a gap in which calls may have been missed: re-read everything you watch. */
export type Listener = (payload: string | undefined) => void

export interface Bus {
  subscribe(channel: string, listener: Listener): () => void
  notify(channel: string, payload: string): void
  close(): Promise<void>
}

interface BusOptions {
  /** Must lead to Postgres itself: a transaction pooler would swallow LISTEN. */
  readonly url: string
  readonly logger: Logger
}

/** Postgres takes payloads of less than 8000 bytes; a longer one is sent as "something". */
const LONGEST_PAYLOAD = 7_999
const NOTIFY = 'SELECT pg_notify(c, p) FROM unnest($1::text[], $2::text[]) AS calls(c, p)'

/** Resolves once connected for the first time, so that no early call is missed. */
export async function createBus({ url, logger }: BusOptions): Promise<Bus> {
  const listeners = new Map<string, Set<Listener>>()
  const waiting = new Map<string, readonly [channel: string, payload: string]>()

  const call = (called: Iterable<Listener>, payload: string | undefined) => {
    for (const listener of [...called]) {
      try {
        listener(payload)
      } catch (error) {
        logger.error({ err: error }, 'A bus listener failed')
      }
    }
  }

  const greet = async (client: pg.Client) => {
    client.on('notification', ({ channel, payload }) => call(listeners.get(channel) ?? [], payload ?? ''))
    for (const channel of listeners.keys()) await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
  }
  const restored = () =>
    call(
      [...listeners.values()].flatMap((set) => [...set]),
      undefined,
    )
  const line = await openLine({ url, name: 'chancery bus', logger, greet, restored })

  const flush = () => {
    const calls = [...waiting.values()]
    waiting.clear()
    line.run(NOTIFY, [calls.map(([channel]) => channel), calls.map(([, payload]) => payload)])
  }

  return {
    subscribe(channel, listener) {
      const set = listeners.get(channel) ?? new Set()
      if (set.size === 0) line.run(`LISTEN ${pg.escapeIdentifier(channel)}`)
      listeners.set(channel, set.add(listener))
      return () => {
        if (!set.delete(listener) || set.size > 0) return
        listeners.delete(channel)
        line.run(`UNLISTEN ${pg.escapeIdentifier(channel)}`)
      }
    },
    /** Calls made in one turn of the event loop go out together, equal ones once. */
    notify(channel, payload) {
      const hint = Buffer.byteLength(payload) > LONGEST_PAYLOAD ? '' : payload
      if (waiting.size === 0) setImmediate(flush)
      waiting.set(`${channel}\0${hint}`, [channel, hint])
    },
    close: line.close,
  }
}
