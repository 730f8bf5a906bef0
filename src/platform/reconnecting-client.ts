/** One direct connection to Postgres that is made again whenever it breaks. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from './logger.js'

const FIRST_DELAY = 100
const LONGEST_DELAY = 5_000

type Work = (client: pg.Client) => Promise<unknown>

export interface ReconnectingClient {
  /** Does nothing while the connection is down. Resolves when it is done, or cannot be done any more; never rejects. */
  run(work: Work): Promise<unknown>
  close(): Promise<void>
}

interface ClientSettings {
  readonly url: string
  readonly name: string
  readonly logger: Logger
  /** Prepares every new connection, before it counts as made. */
  readonly prepare: (client: pg.Client) => Promise<void>
  /** Done every now and then: a connection that is dead is noticed by it. */
  readonly ping: { readonly everyMs: number; readonly work: Work }
  /** Called after a gap, once the new connection is prepared. */
  readonly onRestored: () => void
}

/** Resolves once connected for the first time. */
export async function openReconnectingClient(settings: ClientSettings): Promise<ReconnectingClient> {
  let current: pg.Client | undefined
  let closed = false

  const connect = async () => {
    const client = await connected(settings, (ended) => ended === current && onLost())
    current = client
    if (closed) await client.end()
  }

  const onLost = () => {
    current = undefined
    if (closed) return
    settings.logger.warn({ connection: settings.name }, 'Lost the connection to the database')
    void reconnect()
  }

  const reconnect = async () => {
    for (let delay = FIRST_DELAY; !closed; delay = Math.min(delay * 2, LONGEST_DELAY)) {
      // Spread out, so that many servers do not come back at the same instant.
      await sleep(delay * (0.5 + Math.random()), undefined, { ref: false })
      if (closed || (await connect().then(yes, no))) break
    }
    if (!closed) settings.onRestored()
  }

  /** One after the other: a connection works on a single query at a time. */
  let last: Promise<unknown> = Promise.resolve()
  const run = (work: Work): Promise<unknown> => {
    const client = current
    // What fails here means a broken connection; ending it starts the next one.
    last = last.then(() => (client && client === current ? work(client).catch(() => client.end().catch(() => {})) : undefined))
    return last
  }

  await connect()
  const ping = setInterval(run, settings.ping.everyMs, settings.ping.work).unref()
  const close = async () => {
    closed = true
    clearInterval(ping)
    await current?.end().catch(() => {})
  }
  return { run, close }
}

async function connected({ url, name, prepare }: ClientSettings, onEnd: (client: pg.Client) => void): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
    keepAlive: true,
  })
  client.on('error', () => {})
  client.once('end', () => onEnd(client))
  try {
    await client.connect()
    await prepare(client)
    // Proves that the connection did not end meanwhile: its end would not have been noticed yet.
    await client.query('SELECT 1')
    return client
  } catch (error) {
    client.end().catch(() => {})
    throw error
  }
}

const yes = () => true
const no = () => false
