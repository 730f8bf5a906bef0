/** HTTP answers that stay open: streams as NDJSON or server-sent events, and files that are made as they are sent. */
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { WentBack } from '../../match/went-back.js'
import { preferred } from '../http/accept.js'
import type { Client, Presence } from '../http/presence.js'

const FORMATS = ['json', 'ndjson', 'sse'] as const
type Format = (typeof FORMATS)[number]
type StreamFormat = Exclude<Format, 'json'>
const MEDIA_TYPES: Record<Format, string> = {
  json: 'application/json',
  ndjson: 'application/x-ndjson',
  sse: 'text/event-stream',
}

/** The format with the highest q in an Accept header; JSON if it names none that we have. */
export function formatFor(accept: string | undefined): Format {
  const type = preferred(accept, [MEDIA_TYPES.json, MEDIA_TYPES.ndjson, MEDIA_TYPES.sse])
  return FORMATS.find((format) => MEDIA_TYPES[format] === type) ?? 'json'
}

export interface Source<T extends object> {
  /** The cursor before the first item, for a stream that may have nothing to tell for long. */
  readonly start?: string
  /** Ends when there will be no more, or when the signal is aborted. */
  items(signal: AbortSignal): AsyncIterable<T>
  /** The field of an item that a client sends back to resume after it. */
  readonly cursor: keyof T
}

export interface Download {
  readonly type: string
  /** Under which a browser keeps it. */
  readonly name: string
  readonly parts: AsyncIterable<string>
}

export interface OpenAnswers {
  send<T extends object>(
    request: FastifyRequest,
    reply: FastifyReply,
    format: StreamFormat,
    source: Source<T>,
    client?: Client,
  ): Promise<void>
  /** A file that need not be in memory at once. What goes wrong on the way cuts the connection, so that nobody takes a part for the whole. */
  download(request: FastifyRequest, reply: FastifyReply, file: Download, client: Client): Promise<void>
}

export const createOpenAnswers = (presence: Presence, keepAliveSeconds: number): OpenAnswers => ({
  send: (request, reply, format, source, client) =>
    presence('stream', reply, client, async (here) => {
      reply.hijack()
      writeHead(reply, format, source.start)
      const tick = { every: keepAliveSeconds * 1000, client }
      await pour(request, reply.raw, format, source, here, tick)
    }),
  download: (request, reply, file, client) =>
    presence('stream', reply, client, async (here) => {
      reply.hijack()
      const named = `attachment; filename="${file.name}"`
      open(reply, { 'content-type': `${file.type}; charset=utf-8`, 'content-disposition': named })
      await pourFile(request, reply.raw, file, here.signal)
    }),
})

function open(reply: FastifyReply, own: Readonly<Record<string, string | undefined>>): void {
  const headers = {
    ...reply.getHeaders(),
    'cache-control': 'private, no-store',
    // So that an answer ended by a shutdown does not leave an idle connection to wait for.
    connection: 'close',
    ...own,
  }
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) reply.raw.setHeader(name, value)
  reply.raw.writeHead(200)
  reply.raw.flushHeaders()
}

/** Lines have no place for a cursor without an item, and programs that read them can read a header; an event stream has `id`. */
function writeHead(reply: FastifyReply, format: StreamFormat, start: string | undefined): void {
  open(reply, {
    'content-type': `${MEDIA_TYPES[format]}; charset=utf-8`,
    'x-accel-buffering': 'no',
    'chancery-cursor': start,
  })
  // Without data it is no event: a browser only remembers the id.
  if (format === 'sse' && start !== undefined) reply.raw.write(`id: ${start}\n\n`)
}

const KEEP_ALIVE: Record<StreamFormat, string> = { sse: ': keep-alive\n\n', ndjson: '\n' }

/** An item that is told to many is written down once. */
const frames: Record<StreamFormat, WeakMap<object, Buffer>> = { sse: new WeakMap(), ndjson: new WeakMap() }

function frame<T extends object>(format: StreamFormat, source: Source<T>, item: T): Buffer {
  const known = frames[format].get(item)
  if (known) return known
  const json = JSON.stringify(item)
  const made = Buffer.from(format === 'sse' ? `id: ${item[source.cursor]}\ndata: ${json}\n\n` : `${json}\n`)
  frames[format].set(item, made)
  return made
}

interface Tick {
  readonly every: number
  readonly client: Client | undefined
}

async function pour<T extends object>(
  request: FastifyRequest,
  raw: ServerResponse,
  format: StreamFormat,
  source: Source<T>,
  here: AbortController,
  { every, client }: Tick,
): Promise<void> {
  const { signal } = here
  const timer = setInterval(() => {
    if (!raw.writableNeedDrain) raw.write(KEEP_ALIVE[format])
    client?.isWelcome().then((welcome) => welcome || here.abort())
  }, every)
  try {
    for await (const item of source.items(signal)) {
      // Read before the token was revoked, perhaps, but not told any more.
      if (signal.aborted) break
      // A slow client is waited for; one that does not read at all is let go (unsent.ts), which aborts the signal.
      if (!raw.write(frame(format, source, item))) await once(raw, 'drain', { signal })
    }
    if (format === 'sse' && !signal.aborted) raw.write('event: end\ndata: {}\n\n')
    raw.end()
  } catch (error) {
    finishBroken(request, raw, format, error, signal)
  } finally {
    clearInterval(timer)
  }
}

/** Told in the stream: what came before it is void. A browser that reconnects sends the id, and so goes on from the version that stands. */
const resync = (format: StreamFormat, version: number): string =>
  format === 'sse'
    ? `id: ${version}\nevent: resync\ndata: ${JSON.stringify({ version })}\n\n`
    : `${JSON.stringify({ resync: { version } })}\n`

/** The connection is cut and not ended, so that a client does not take a failure for the end of the match. */
function finishBroken(
  request: FastifyRequest,
  raw: ServerResponse,
  format: StreamFormat,
  error: unknown,
  signal: AbortSignal,
): void {
  if (signal.aborted) return void raw.end()
  if (error instanceof WentBack) return void raw.end(resync(format, error.version))
  request.log.warn({ err: error }, 'stream broken off')
  raw.destroy()
}

async function pourFile(request: FastifyRequest, raw: ServerResponse, { parts }: Download, signal: AbortSignal): Promise<void> {
  try {
    for await (const part of parts) {
      if (signal.aborted) break
      if (!raw.write(part)) await once(raw, 'drain', { signal })
    }
    if (signal.aborted) raw.destroy()
    else raw.end()
  } catch (error) {
    if (!signal.aborted) request.log.warn({ err: error }, 'file broken off')
    raw.destroy()
  }
}
