/** Streams that resume by themselves: what was handed out last is where the next connection goes on. */
import { unreachable } from './answered.js'
import { ChanceryProblem } from './problem.js'
import { memoryOf, Resync } from './told.js'
import { type Call, pause, RETRIES, type Transport } from './transport.js'

export interface Stream<Item> {
  readonly path: string
  /** Where to begin; undefined for where the server begins by itself. */
  readonly after: string | number | undefined
  cursor(item: Item): string | number
  /** Whether this was handed out before, on an earlier connection. */
  isRepeat?(item: Item): boolean
  /** For a stream whose cursors are versions: the hash of an item's entry. It tells whether what was handed out still stands. */
  head?(item: Item): string
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
export async function* follow<Item>(transport: Transport, stream: Stream<Item>): AsyncGenerator<Item, void, undefined> {
  const { signal } = stream
  const told = memoryOf(stream)
  let connected = false
  for (let failures = 0; !signal?.aborted; ) {
    try {
      for await (const item of connection<Item>(transport, stream, told.resumeAfter(), told.begin)) {
        failures = 0
        connected = true
        if (told.keep(item)) yield item
      }
      if (signal?.aborted || (await stream.isComplete(told.cursor()))) return
      throw unreachable(new Error('the stream ended early'))
    } catch (error) {
      if (signal?.aborted) return
      if (error instanceof Resync) told.goBack(error.to)
      else if (!mayPass(error) || (!connected && failures >= (transport.settings.retries ?? RETRIES))) throw error
      transport.settings.onRetry?.(error, failures + 1)
      await pause(transport.settings, failures++, error, signal).catch(() => undefined)
    }
  }
}

const isResync = (line: unknown): line is { resync: { version: number } } =>
  typeof line === 'object' && line !== null && 'resync' in line

const mayPass = (error: unknown): error is ChanceryProblem => error instanceof ChanceryProblem && error.isPassing

async function* connection<Item>(
  transport: Transport,
  { path, signal }: Stream<Item>,
  after: string | number | undefined,
  begun: (cursor: string) => void,
): AsyncGenerator<Item> {
  const here = new AbortController()
  const call: Call = {
    path,
    query: { after },
    headers: { accept: 'application/x-ndjson' },
    signal: signal ? AbortSignal.any([signal, here.signal]) : here.signal,
  }
  const watchdog = silenceWatch(() => here.abort(unreachable(new Error('the stream fell silent'))))
  try {
    const response = await transport.open(call)
    // The place before the first item, which may be long in coming: what happens after a cut is then not missed.
    const cursor = response.headers.get('chancery-cursor')
    if (cursor !== null) begun(cursor)
    for await (const line of lines(response, watchdog.heard)) {
      if (line === '') continue
      const item: Item | { resync: { version: number } } = JSON.parse(line)
      if (isResync(item)) throw new Resync(item.resync.version)
      yield item
    }
  } finally {
    watchdog.stop()
    here.abort()
  }
}

function silenceWatch(onSilence: () => void): { heard(): void; stop(): void } {
  let timer = setTimeout(onSilence, LONGEST_SILENCE)
  return {
    heard() {
      clearTimeout(timer)
      timer = setTimeout(onSilence, LONGEST_SILENCE)
    },
    stop: () => clearTimeout(timer),
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
