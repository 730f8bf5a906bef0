/** Bots that search take their time: they think in a thread, so that keys are heard meanwhile. */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Move } from '../../bots/bot.js'
import { answerTo, type Question } from './question.js'

/** Undefined if the signal ended it. */
export type Think = (question: Question, signal: AbortSignal) => Promise<Move | undefined>

/** The compiled one, also for whoever runs the sources: a thread reads no TypeScript. */
const THINKER = new URL('../../../dist/cli/play/thinker.js', import.meta.url)

/** One thread for all, started when somebody searches. */
export function thinking(): Think {
  let thread: Worker | undefined
  return async (question, signal) => {
    if (!question.bot.startsWith('search')) return quickly(question, signal)
    thread ??= new Worker(THINKER)
    return inThread(thread, question, signal)
  }
}

/** The others are done sooner than a thread would be asked. Keys that were pressed meanwhile are heard before. */
async function quickly(question: Question, signal: AbortSignal): Promise<Move | undefined> {
  await new Promise((resolve) => setImmediate(resolve))
  return signal.aborted ? undefined : answerTo(question)
}

/** The thread keeps the process alive only while it thinks. */
async function inThread(thread: Worker, question: Question, signal: AbortSignal): Promise<Move | undefined> {
  thread.ref()
  try {
    thread.postMessage(question)
    const [move] = await once(thread, 'message', { signal })
    return move
  } catch (error) {
    if (!signal.aborted) throw error
    await thread.terminate()
    return undefined
  } finally {
    thread.unref()
  }
}
