/** Streams that resume by themselves: what was handed out last is where the next connection goes on. */
import { unreachable } from './answered.js'
import { ChanceryProblem } from './problem.js'
import { Resync, type Told } from './told.js'
import { either, mayPass, pause, RETRIES, type Transport } from './transport.js'

/** The streams of the API, and what they are asked with. */
export interface Stream<Item> {
  readonly operation: 'GET /v1/me/stream' | 'GET /v1/matches/{id}/notices' | 'GET /v1/tournaments/{id}/records'
  /** Of the match or the tournament, if it is that of one. */
  readonly id?: string
  readonly told: Told<Item>
  readonly signal: AbortSignal | undefined
}

/** The server writes at least a blank line in this time; a connection that is silent for longer is dead. */
const LONGEST_SILENCE = 60_000

/**
 * The items after the cursor, as the server tells them. A wrong token or match fails at once, a server that is out of reach after the
 * usual retries; once an item has come, a lost connection is made again without end. If the match has gone back, the newest entry that still
 * stands is handed out again, or the first that is otherwise, and what follows it.
 */
export async function* follow<Item>(transport: Transport, stream: Stream<Item>): AsyncGenerator<Item, void, undefined> {
  const { signal, told } = stream
  const { settings } = transport
  let connected = false
  for (let failures = 0; !signal?.aborted; ) {
    try {
      for await (const item of connection(transport, stream)) {
        failures = 0
        connected = true
        if (told.keep(item)) yield item
      }
      if (signal?.aborted || (await told.isComplete())) return
      throw unreachable(new Error('the stream ended early'))
    } catch (error) {
      if (signal?.aborted) return
      if (error instanceof Resync) told.goBack?.(error.to)
      else if (!mayPass(error) || (!connected && failures >= (settings.retries ?? RETRIES))) throw error
      settings.onRetry?.(error, failures + 1)
      await pause(settings, failures++, error, signal).catch(() => undefined)
    }
  }
}

async function* connection<Item>({ open }: Transport, { operation, id, told, signal }: Stream<Item>): AsyncGenerator<Item> {
  const here = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const heard = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => here.abort(unreachable(new Error('the stream fell silent'))), LONGEST_SILENCE)
  }
  heard()
  try {
    const given = { id, after: told.resumeAfter(), accept: 'application/x-ndjson' }
    const response = await open(operation, { ...given, signal: either(signal, here.signal) })
    // The place before the first item, which may be long in coming: what happens after a cut is then not missed.
    const cursor = response.headers.get('chancery-cursor')
    if (cursor !== null) told.begin?.(cursor)
    for await (const line of lines(response, heard)) {
      if (line === '') continue
      const item: Awaited<Item> & { resync?: { version: number } } = JSON.parse(line)
      if (item.resync) throw new Resync(item.resync.version)
      yield item
    }
  } finally {
    clearTimeout(timer)
    here.abort()
  }
}

/** Whole lines only: a line that was cut comes again, whole, on the next connection. */
async function* lines(response: Response, heard: () => void): AsyncGenerator<string> {
  if (!response.body) return
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read().catch((cause: unknown) => {
      throw cause instanceof ChanceryProblem ? cause : unreachable(cause)
    })
    if (done) return
    heard()
    const parts = (rest + decoder.decode(value, { stream: true })).split('\n')
    rest = parts.pop() ?? ''
    yield* parts
  }
}
