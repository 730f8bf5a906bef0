import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from './logger.js'

const FIRST_DELAY = 100
const LONGEST_DELAY = 5_000
const PING_EVERY = 10_000

/** One direct connection that is made again whenever it breaks. */
export interface Line {
  /** Does nothing while the connection is down. */
  run(sql: string, values?: unknown[]): void
  close(): Promise<void>
}

interface LineOptions {
  readonly url: string
  readonly name: string
  readonly logger: Logger
  /** Prepares every new connection, before it counts as made. */
  readonly greet: (client: pg.Client) => Promise<void>
  /** After a gap, once the new connection is prepared. */
  readonly restored: () => void
}

/** Resolves once connected for the first time. */
export async function openLine({ url, name, logger, greet, restored }: LineOptions): Promise<Line> {
  let current: pg.Client | undefined
  let closed = false

  const connect = async () => {
    const client = new pg.Client({
      connectionString: url,
      application_name: name,
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
      keepAlive: true,
    })
    client.on('error', () => {})
    client.once('end', () => client === current && lost())
    try {
      await client.connect()
      await greet(client)
      // Proves that it did not end meanwhile, when nobody was listening for that.
      await client.query('SELECT 1')
    } catch (error) {
      client.end().catch(() => {})
      throw error
    }
    current = client
    if (closed) await client.end()
  }

  const lost = () => {
    current = undefined
    if (closed) return
    logger.warn({ connection: name }, 'Lost the connection to the database')
    void reconnect()
  }

  const reconnect = async () => {
    for (let delay = FIRST_DELAY; !closed; delay = Math.min(delay * 2, LONGEST_DELAY)) {
      // Spread out, so that many servers do not come back at the same instant.
      await sleep(delay * (0.5 + Math.random()), undefined, { ref: false })
      if (closed || (await connect().then(yes, no))) break
    }
    if (!closed) restored()
  }

  /** One after the other: a connection works on a single query at a time. */
  let last: Promise<unknown> = Promise.resolve()
  const run = (sql: string, values?: unknown[]) => {
    const client = current
    // A query that fails here means a broken connection; ending it starts the next one.
    last = last.then(() =>
      client === current ? client?.query(sql, values).catch(() => client.end().catch(() => {})) : undefined,
    )
  }

  await connect()
  const ping = setInterval(run, PING_EVERY, 'SELECT 1').unref()
  const close = async () => {
    closed = true
    clearInterval(ping)
    await current?.end().catch(() => {})
  }
  return { run, close }
}

const yes = () => true
const no = () => false
