/** Answers that go on: the same items as JSON pages, NDJSON or server-sent events, whichever the client accepts. */
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Metrics } from '../../platform/metrics.js'
import { Problem } from '../../platform/problem.js'
import { quota } from '../quota.js'

const FORMATS = { json: 'application/json', ndjson: 'application/x-ndjson', sse: 'text/event-stream' } as const
export type Format = keyof typeof FORMATS
type StreamFormat = Exclude<Format, 'json'>

/** The wanted format with the highest q; JSON if none is named. */
export function formatFor(accept: string | undefined): Format {
  const wanted = (accept ?? '').split(',').flatMap((range) => {
    const [type = '', ...parameters] = range
      .toLowerCase()
      .split(';')
      .map((part) => part.trim())
    const format = (Object.keys(FORMATS) as Format[]).find((known) => FORMATS[known] === type)
    const q = Number(parameters.find((one) => one.startsWith('q='))?.slice(2) ?? 1)
    return format && q > 0 ? [{ format, q }] : []
  })
  return wanted.reduce((best, one) => (one.q > best.q ? one : best), { format: 'json' as Format, q: 0 }).format
}

const STREAMS_A_CLIENT = 100
const RETRY_SECONDS = 5

export interface Source<T> {
  /** Ends when there will be no more, or when the signal is aborted. */
  items(signal: AbortSignal): AsyncIterable<T>
  /** What a client sends back to resume after this item. */
  cursor(item: T): string | number
}

/** Who holds the stream. */
export interface Client {
  readonly id: string
  /** False when the token has expired or been revoked since. */
  isWelcome(): Promise<boolean>
}

export interface Streams {
  send<T>(request: FastifyRequest, reply: FastifyReply, format: StreamFormat, source: Source<T>, client?: Client): Promise<void>
  /** Waits until there is an item, the source ends, the client leaves or the time is up. */
  wait(reply: FastifyReply, seconds: number, source: Pick<Source<unknown>, 'items'>, client?: Client): Promise<void>
}

export function createStreams(app: FastifyInstance, keepAliveSeconds: number, metrics: Pick<Metrics, 'streams'>): Streams {
  const closing = new AbortController()
  const open = new Set<AbortController>()
  const places = quota(STREAMS_A_CLIENT)
  app.addHook('preClose', async () => {
    closing.abort()
    for (const one of open) one.abort()
  })

  /** Runs something for as long as both the client and the server are there. */
  async function whileBothStay(raw: ServerResponse, run: (here: AbortController) => Promise<void>): Promise<void> {
    const here = new AbortController()
    const leave = () => here.abort()
    open.add(here)
    metrics.streams(open.size)
    raw.once('close', leave)
    if (closing.signal.aborted || raw.destroyed) leave()
    try {
      await run(here)
    } finally {
      here.abort()
      open.delete(here)
      metrics.streams(open.size)
      raw.removeListener('close', leave)
    }
  }

  /** Each stream is work for as long as it is open, so nobody holds any number of them. */
  async function inPlace(client: Client | undefined, run: () => Promise<void>): Promise<void> {
    const leave = client ? places.take(client.id) : () => {}
    if (!leave) throw new Problem(429, 'TOO_MANY_STREAMS', `No more than ${STREAMS_A_CLIENT} streams at a time.`, RETRY_SECONDS)
    await run().finally(leave)
  }

  return {
    send: (request, reply, format, source, client) =>
      inPlace(client, async () => {
        reply.hijack()
        writeHead(reply, format)
        const tick = { every: keepAliveSeconds * 1000, client }
        await whileBothStay(reply.raw, (here) => pour(request, reply.raw, format, source, here, tick))
      }),
    wait: (reply, seconds, source, client) =>
      inPlace(client, () => whileBothStay(reply.raw, ({ signal }) => firstItem(source, signal, seconds * 1000))),
  }
}

function writeHead(reply: FastifyReply, format: StreamFormat): void {
  // Connection: close, so that a stream ended by a shutdown does not leave an idle connection to wait for.
  const own = {
    'content-type': `${FORMATS[format]}; charset=utf-8`,
    'cache-control': 'private, no-store',
    'x-accel-buffering': 'no',
    connection: 'close',
  }
  reply.raw.writeHead(200, { ...reply.getHeaders(), ...own } as Record<string, string>)
  reply.raw.flushHeaders()
}

const KEEP_ALIVE: Record<StreamFormat, string> = { sse: ': keep-alive\n\n', ndjson: '\n' }

const frame = (format: StreamFormat, cursor: string | number, item: unknown): string =>
  format === 'sse' ? `id: ${cursor}\ndata: ${JSON.stringify(item)}\n\n` : `${JSON.stringify(item)}\n`

async function pour<T>(
  request: FastifyRequest,
  raw: ServerResponse,
  format: StreamFormat,
  source: Source<T>,
  here: AbortController,
  { every, client }: { every: number; client: Client | undefined },
): Promise<void> {
  const { signal } = here
  const timer = setInterval(() => {
    if (!raw.writableNeedDrain) raw.write(KEEP_ALIVE[format])
    client?.isWelcome().then((welcome) => welcome || here.abort())
  }, every)
  try {
    for await (const item of source.items(signal)) {
      if (!raw.write(frame(format, source.cursor(item), item))) await once(raw, 'drain', { signal })
    }
    if (format === 'sse' && !signal.aborted) raw.write('event: end\ndata: {}\n\n')
    raw.end()
  } catch (error) {
    finishBroken(request, raw, error, signal)
  } finally {
    clearInterval(timer)
  }
}

/** Cut off, not ended: a client must not take a failure for the end of the match. */
function finishBroken(request: FastifyRequest, raw: ServerResponse, error: unknown, signal: AbortSignal): void {
  if (signal.aborted) return void raw.end()
  request.log.warn({ err: error }, 'stream broken off')
  raw.destroy()
}

async function firstItem(source: Pick<Source<unknown>, 'items'>, signal: AbortSignal, ms: number): Promise<void> {
  const patience = new AbortController()
  const stop = () => patience.abort()
  const timer = setTimeout(stop, ms)
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  try {
    for await (const _ of source.items(patience.signal)) return
  } catch (error) {
    if (!patience.signal.aborted) throw error
  } finally {
    clearTimeout(timer)
    stop()
  }
}
