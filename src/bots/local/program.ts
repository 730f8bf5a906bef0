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
  let lastWords: readonly string[] = []

  const drop = (): void => {
    if (!running) return
    lastWords = running.stderr()
    running.kill()
    past.push(running.end())
    running = undefined
  }
  /** A program that has been started in the middle of a match is told that there is one. */
  const started = (): Running => {
    if (running) return running
    running = run(command)
    fruitless++
    if (opening) running.tell(JSON.stringify(opening))
    return running
  }

  return {
    open(line) {
      opening = undefined
      const fault = running?.hasQuit() ? undefined : running?.fault()
      if (running?.fault()) drop()
      if (fruitless < FRUITLESS_STARTS || running) started().tell(JSON.stringify(line))
      opening = line
      return fault
    },
    async ask(line, limitMs) {
      // What it wrote meanwhile is read first, lest it be taken for the answer.
      await setImmediate()
      if (!running && fruitless >= FRUITLESS_STARTS) return { ok: false, fault: GIVEN_UP }
      const one = started()
      one.tell(JSON.stringify(line))
      const heard = await one.hear(limitMs)
      if (heard.ok) fruitless = 0
      else drop()
      return heard
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
