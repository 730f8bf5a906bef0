/** A local program by its command. One process plays all matches; it is started anew after whatever has made its answers doubtful. */
import { setImmediate } from 'node:timers/promises'
import type { Fault } from './fault.js'
import type { Told } from './protocol.js'
import { type Heard, type Running, run } from './running.js'

/** So often in a row it may be started without a single answer. */
const FRUITLESS_STARTS = 3

export interface Program {
  /** A match begins. What went wrong since the one before, if anything did. */
  open(line: Told): Fault | undefined
  ask(line: Told, limitMs: number): Promise<Heard>
  /** What needs no answer. */
  tell(line: Told): void
  /** Ends the process: the next line that it wrote could not be trusted. */
  drop(): void
  /** What it has said on standard error, its last words if it is gone. */
  stderr(): readonly string[]
  end(): Promise<void>
}

export function program(command: string): Program {
  const past: Promise<void>[] = []
  let running: Running | undefined
  let opening: Told | undefined
  let fruitless = 0
  /** Whether the process has played an earlier match and not answered in this one. */
  let isFromBefore = false
  let lastWords: readonly string[] = []

  const drop = (): void => {
    if (!running) return
    lastWords = running.stderr()
    running.kill()
    past.push(running.end())
    running = undefined
  }
  /** Whenever it is started, also in the middle of a match, it is told which match there is. */
  const started = (): Running => {
    if (running) return running
    running = run(command)
    fruitless++
    if (opening) running.tell(JSON.stringify(opening))
    return running
  }

  const answerTo = async (line: Told, limitMs: number): Promise<Heard> => {
    if (!running && fruitless >= FRUITLESS_STARTS) return { ok: false, fault: GIVEN_UP }
    const one = started()
    one.tell(JSON.stringify(line))
    const heard = await one.hear(limitMs)
    if (heard.ok) fruitless = 0
    return heard
  }

  return {
    open(line) {
      const fault = running?.hasQuit() ? undefined : running?.fault()
      if (running?.fault()) drop()
      opening = line
      isFromBefore = running !== undefined
      if (running) running.tell(JSON.stringify(line))
      else if (fruitless < FRUITLESS_STARTS) started()
      return fault
    },
    async ask(line, limitMs) {
      // What it wrote meanwhile is read first, lest it be taken for the answer.
      await setImmediate()
      const heard = await answerTo(line, limitMs)
      const hasQuit = !heard.ok && isFromBefore && running?.hasQuit()
      isFromBefore = false
      if (!heard.ok) drop()
      // It ended with the match before, as it may, and had not quite done so when this one began.
      return hasQuit ? this.ask(line, limitMs) : heard
    },
    tell: (line) => running?.tell(JSON.stringify(line)),
    drop,
    stderr: () => running?.stderr() ?? lastWords,
    async end() {
      if (running) past.push(running.end())
      running = undefined
      await Promise.all(past)
    },
  }
}

const GIVEN_UP: Fault = {
  kind: 'givenUp',
  reason: `it is not started again: ${FRUITLESS_STARTS} starts in a row brought no answer`,
}
