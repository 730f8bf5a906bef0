/** Bots of a match at the terminal think as those of a server do, in a thread, so that keys are heard meanwhile. */
import { setImmediate as immediate } from 'node:timers/promises'
import type { Move } from '../../bots/bot.js'
import { thinking as threads } from '../../bots/thinking/pool.js'
import type { Question } from '../../bots/thinking/question.js'

/** Undefined if the signal ended it, or no bot had an answer. */
export type Think = (question: Question, signal: AbortSignal) => Promise<Move | undefined>

/** Whoever waits at the terminal ends it by a key: this is for a thought that never would. */
const LIMIT_MS = 600_000

export function thinking(): Think {
  const pool = threads({ threads: 1, limitMs: LIMIT_MS, onThought: () => {}, onOverrun: () => {} })
  return async (question, signal) => {
    // Keys that were pressed meanwhile are heard before.
    await immediate()
    if (signal.aborted) return undefined
    const end = () => void pool.close()
    signal.addEventListener('abort', end, { once: true })
    try {
      return await pool.think(question)
    } catch (error) {
      if (signal.aborted) return undefined
      throw error
    } finally {
      signal.removeEventListener('abort', end)
    }
  }
}
