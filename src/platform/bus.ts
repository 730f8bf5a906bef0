/**
 * The bus carries wake-up calls between servers, by LISTEN and NOTIFY. A call says only that there is something to read: it may be lost,
 * doubled or late, so listeners read from the database what there is, and do so unasked after a gap.
 */
import pg from 'pg'
import { BUS_NAME, company } from './bus-company.js'
import type { Logger } from './logger.js'
import { openReconnectingClient } from './reconnecting-client.js'

/** `undefined` after a gap in which calls may have been missed: read again whatever you follow. `isOwn`: the call was made by this server. */
export type Listener = (payload: string | undefined, isOwn: boolean) => void

export interface Bus {
  subscribe(channel: string, listener: Listener): () => void
  notify(channel: string, payload: string): void
  /** The same for what this server knows already: where it is the only one, nothing is made or sent. */
  notifyOthers(channel: string, payloads: () => Iterable<string>): void
  close(): Promise<void>
}

interface BusSettings {
  /** Must lead to Postgres itself: LISTEN does not work through a transaction pooler. */
  readonly url: string
  readonly logger: Logger
  /** How often is looked whether all other servers have gone. */
  readonly lookMs?: number
}

const LOOK_MS = 10_000

/** Postgres takes payloads of less than 8000 bytes; a longer one is sent as an empty one: something has happened. */
const LONGEST_PAYLOAD = 7_999
const NOTIFY = { name: 'notify', text: 'SELECT pg_notify(c, p) FROM unnest($1::text[], $2::text[]) AS calls(c, p)' }

/** Resolves once connected for the first time, so that no early call is missed. */
export async function createBus({ url, logger, lookMs = LOOK_MS }: BusSettings): Promise<Bus> {
  const listeners = new Map<string, Set<Listener>>()
  const call = (called: Iterable<Listener>, payload: string | undefined, isOwn = false) => {
    for (const listener of [...called]) {
      try {
        listener(payload, isOwn)
      } catch (error) {
        logger.error({ err: error }, 'A bus listener failed')
      }
    }
  }
  const others = company()
  const client = await openReconnectingClient({
    url,
    name: BUS_NAME,
    logger,
    ping: { everyMs: lookMs, work: others.look },
    async prepare(connection) {
      const own = await backendOf(connection)
      await others.greet(connection, own)
      connection.on('notification', ({ channel, payload, processId }) =>
        call(listeners.get(channel) ?? [], payload ?? '', processId === own),
      )
      for (const channel of listeners.keys()) await connection.query(listenTo(channel))
    },
    onRestored() {
      for (const set of [...listeners.values()]) call(set, undefined)
    },
  })

  const notify = notifier((channels, payloads) =>
    client.run((connection) => connection.query({ ...NOTIFY, values: [channels, payloads] })),
  )
  return {
    subscribe(channel, listener) {
      const set = listeners.get(channel) ?? new Set()
      if (set.size === 0) void client.run((connection) => connection.query(listenTo(channel)))
      listeners.set(channel, set.add(listener))
      return () => {
        if (!set.delete(listener) || set.size > 0) return
        listeners.delete(channel)
        void client.run((connection) => connection.query(`UNLISTEN ${pg.escapeIdentifier(channel)}`))
      }
    },
    notify,
    notifyOthers(channel, payloads) {
      if (others.mayBeThere) for (const payload of payloads()) notify(channel, payload)
    },
    close: client.close,
  }
}

const listenTo = (channel: string): string => `LISTEN ${pg.escapeIdentifier(channel)}`

/** Notifications tell who made them by this number. */
async function backendOf(connection: pg.Client): Promise<number | undefined> {
  const { rows } = await connection.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  return rows[0]?.pid
}

/** Calls made in one turn of the event loop, or while others are on their way, go out together, equal ones once. */
function notifier(send: (channels: string[], payloads: string[]) => Promise<unknown>): Bus['notify'] {
  const waiting = new Map<string, readonly [channel: string, payload: string]>()
  let flushing = false
  const flush = async (): Promise<void> => {
    while (waiting.size > 0) {
      const calls = [...waiting.values()]
      waiting.clear()
      await send(
        calls.map(([channel]) => channel),
        calls.map(([, payload]) => payload),
      )
    }
    flushing = false
  }
  return (channel, given) => {
    const payload = Buffer.byteLength(given) > LONGEST_PAYLOAD ? '' : given
    waiting.set(`${channel}\0${payload}`, [channel, payload])
    if (flushing) return
    flushing = true
    setImmediate(flush)
  }
}
