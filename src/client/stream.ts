/** Streams that resume by themselves: what was handed out last is where the next connection goes on. */
import { unreachable } from './answered.js'
import type { Operations } from './generated/operations.js'
import { ChanceryProblem } from './problem.js'
import { memoryOf, Resync, type Source } from './told.js'
import { either, mayPass, pause, RETRIES, type Transport } from './transport.js'

export interface Stream<Item> extends Source<Item> {
  /** Of the match, if it is that of one. */
  readonly id?: string
  /** Asked when a connection ended in order: is there nothing more to come after this cursor? */
  isComplete(cursor: string | number | undefined): Promise<boolean>
  readonly signal?: AbortSignal | undefined
}

/** The server writes at least a blank line in this time; a connection that is silent for longer is dead. */
const LONGEST_SILENCE = 60_000

/**
 * The items after the cursor, as the server tells them. A wrong token or match fails at once, a server that is out of reach after the
 * usual retries; once an item has come, a lost connection is made again without end. If the match has gone back, the newest entry that still
 * stands is handed out again, or the first that is otherwise, and what follows it.
 */
export async function* follow<Item>(
  transport: Transport,
  operation: keyof Operations,
  stream: Stream<Item>,
): AsyncGenerator<Item, void, undefined> {
  const { signal, id } = stream
  const { settings } = transport
  const told = memoryOf(stream)
  let connected = false
  for (let failures = 0; !signal?.aborted; ) {
    try {
      const given = { id, after: told.resumeAfter(), accept: 'application/x-ndjson', signal }
      for await (const item of connection<Item>(
        (signal) => transport.open(operation, { ...given, signal }),
        signal,
        told.begin,
      )) {
        failures = 0
        connected = true
        if (told.keep(item)) yield item
      }
      if (signal?.aborted || (await stream.isComplete(told.cursor()))) return
      throw unreachable(new Error('the stream ended early'))
    } catch (error) {
      if (signal?.aborted) return
      if (error instanceof Resync) told.goBack(error.to)
      else if (!mayPass(error) || (!connected && failures >= (settings.retries ?? RETRIES))) throw error
      settings.onRetry?.(error, failures + 1)
      await pause(settings, failures++, error, signal).catch(() => undefined)
    }
  }
}

async function* connection<Item>(
  open: (signal: AbortSignal) => Promise<Response>,
  signal: AbortSignal | undefined,
  begun: (cursor: string) => void,
): AsyncGenerator<Item> {
  const here = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const heard = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => here.abort(unreachable(new Error('the stream fell silent'))), LONGEST_SILENCE)
  }
  heard()
  try {
    const response = await open(either(signal, here.signal))
    // The place before the first item, which may be long in coming: what happens after a cut is then not missed.
    const cursor = response.headers.get('chancery-cursor')
    if (cursor !== null) begun(cursor)
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
