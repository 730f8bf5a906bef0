/**
 * Bots think in threads of their own, never on the event loop. A thought that takes too long is ended with its thread, and a simpler bot answers instead. Threads are
 * started when somebody thinks, and go when nobody does: a server without bots has none.
 */
import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'
import { findGame } from '../../games/registry.js'
import { turns } from '../../platform/turns.js'
import type { Move } from '../bot.js'
import { STANDARD_BOT } from '../names.js'
import { random } from '../random.js'
import type { Question } from './question.js'

interface ThinkingSettings {
  /** How many think at once. */
  readonly threads: number
  /** After which a thought is ended. */
  readonly limitMs: number
  /** One that has come to its end. */
  readonly onThought: (bot: string, ms: number) => void
  /** One that was ended, or that failed; what it failed with, if it did. */
  readonly onOverrun: (question: Question, error: unknown) => void
}

export interface Thinking {
  /** Undefined if not even a simple bot has an answer in time. */
  think(question: Question): Promise<Move | undefined>
  /** As many questions as are worth having in hand: those that are thought about, and those that come next. */
  readonly atOnce: number
  /** Questions that wait for a thread. */
  waiting(): number
  /** Ends all threads; what is thought about is given up, and rejects. */
  close(): Promise<void>
}

/** The compiled one, also for whoever runs the sources: a thread reads no TypeScript. */
const WORKER = fileURLToPath(new URL('../../../dist/bots/thinking/worker.js', import.meta.url))
/** Of a thread; the tree of the longest search takes a tenth of it. */
const MEGABYTES = 256
const IDLE_MS = 30_000
/** The event loop comes first where there are fewer cores than threads. */
const NICE = 5
/** For the simple bot that answers for another: most of it may be the start of a thread. */
const SIMPLE_MS = 5000

export function thinking(settings: ThinkingSettings): Thinking {
  const inTurn = turns(settings.threads)
  let opened = openPool(settings.threads)
  let waiting = 0
  return {
    atOnce: 2 * settings.threads + 2,
    async think(question) {
      if (question.bot === 'random') return inline(question)
      const pool = opened
      waiting++
      return inTurn(async () => {
        waiting--
        pool.closing.throwIfAborted()
        const move = await attempt(settings, pool, question, settings.limitMs)
        return move ?? attempt(settings, pool, { ...question, bot: STANDARD_BOT }, SIMPLE_MS)
      })
    },
    waiting: () => waiting,
    close() {
      const closed = opened.close()
      opened = openPool(settings.threads)
      return closed
    },
  }
}

/** Undefined if there was no answer in time. */
async function attempt(
  { onThought, onOverrun }: ThinkingSettings,
  pool: ThreadPool,
  question: Question,
  ms: number,
): Promise<Move | undefined> {
  const began = performance.now()
  try {
    const move = await pool.run(question, ms)
    onThought(question.bot, performance.now() - began)
    return move
  } catch (error) {
    pool.closing.throwIfAborted()
    onOverrun(question, isAbort(error) ? undefined : error)
    return undefined
  }
}

interface ThreadPool {
  /** Aborted when it is closed. */
  readonly closing: AbortSignal
  /** The thread is ended with what runs in it, if it takes longer. */
  run(question: Question, ms: number): Promise<Move>
  close(): Promise<void>
}

function openPool(threads: number): ThreadPool {
  const closing = new AbortController()
  let started: Piscina<Question, Move> | undefined
  return {
    closing: closing.signal,
    async run(question, ms) {
      started ??= startThreads(threads)
      const ending = new AbortController()
      const end = () => ending.abort()
      const timer = setTimeout(end, ms)
      closing.signal.addEventListener('abort', end)
      try {
        return await started.run(question, { signal: ending.signal })
      } finally {
        clearTimeout(timer)
        closing.signal.removeEventListener('abort', end)
      }
    },
    async close() {
      closing.abort()
      await started?.destroy()
    },
  }
}

const startThreads = (threads: number): Piscina<Question, Move> =>
  new Piscina({
    filename: WORKER,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: IDLE_MS,
    // Nobody waits inside: that has a place outside, where no time runs.
    maxQueue: threads,
    resourceLimits: { maxOldGenerationSizeMb: MEGABYTES },
    niceIncrement: NICE,
  })

const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError'

/** As quick as what it would take to ask a thread. */
function inline({ game: id, ...asked }: Question): Move | undefined {
  const game = findGame(id)
  return game && random({ game, ...asked })
}
