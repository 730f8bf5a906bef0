/** One running process of a local program: it is told lines and writes one for each that asks for an answer. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { clipped } from '../../platform/complaint.js'
import { messageOf } from '../../platform/thrown.js'
import type { Fault } from './fault.js'
import { lastLines, lineReader } from './lines.js'

const LONGEST_LINE = 1_000_000
const STDERR_LINES = 20
/** How long a program may take to end by itself once its input has ended. */
const GRACE_MS = 1000
/** With these a shell says that there is no such program, or none that it may run. */
const SHELL_FAILED = [126, 127]

export type Heard = { readonly ok: true; readonly line: string } | { readonly ok: false; readonly fault: Fault }

export interface Running {
  tell(line: string): void
  /** The line that it writes next. After a fault there is no other. */
  hear(limitMs: number): Promise<Heard>
  /** What has gone wrong while it was not asked. */
  fault(): Fault | undefined
  /** Whether it has ended by itself and calls that a success. */
  hasQuit(): boolean
  stderr(): readonly string[]
  kill(): void
  /** Lets it end by itself, for a moment. */
  end(): Promise<void>
}

export function run(command: string): Running {
  // A group of its own, so that what a shell has started ends with it.
  const child = spawn(command, { shell: true, detached: process.platform !== 'win32', stdio: 'pipe' })
  const errors = lastLines(STDERR_LINES)
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const kill = killing(child)
  let waiting: ((heard: Heard) => void) | undefined
  let fault: Fault | undefined
  let hasWritten = false
  let hasQuit = false

  const answer = (heard: Heard): void => {
    waiting?.(heard)
    waiting = undefined
  }
  const fail = (found: Fault): void => {
    if (fault) return
    fault = found
    kill()
    answer({ ok: false, fault: found })
  }
  const onLine = (line: string): void => {
    hasWritten = true
    if (waiting) answer({ ok: true, line })
    else fail({ kind: 'spokeUnasked', reason: 'it wrote a line although nothing was asked', line })
  }
  const tooLong = (line: string): void =>
    fail({ kind: 'flooded', reason: `it wrote a line of more than ${LONGEST_LINE} characters`, line })
  const noteError = (line: string): void => errors.add(clipped(line))

  child.stdout.on('data', lineReader(LONGEST_LINE, onLine, tooLong))
  child.stderr.on('data', lineReader(LONGEST_LINE, noteError, noteError))
  // That it does not read is noticed by its end or by its silence.
  child.stdin.on('error', () => {})
  child.once('error', (error) => fail({ kind: 'didNotStart', reason: `it could not be started: ${messageOf(error)}` }))
  child.once('exit', kill)
  child.once('close', (code, signal) => {
    hasQuit = code === 0 && fault === undefined
    fail(endedWith(code, signal, hasWritten))
  })

  return {
    tell: (line) => void child.stdin.write(`${line}\n`),
    hear: (limitMs) =>
      new Promise((resolve) => {
        if (fault) return resolve({ ok: false, fault })
        const timer = setTimeout(() => fail(late(limitMs, hasWritten)), limitMs)
        waiting = (heard) => {
          clearTimeout(timer)
          resolve(heard)
        }
      }),
    fault: () => fault,
    hasQuit: () => hasQuit,
    stderr: errors.lines,
    kill,
    end: () => ended(child, kill, closed),
  }
}

/** That output is kept back until there is more of it is what beginners meet first. */
const late = (limitMs: number, hasWritten: boolean): Fault => ({
  kind: 'tookTooLong',
  reason: `it gave no answer within ${limitMs / 1000} s${hasWritten ? '' : ', nor any before (does it flush its output?)'}`,
})

function endedWith(code: number | null, signal: NodeJS.Signals | null, hasWritten: boolean): Fault {
  if (code !== null && SHELL_FAILED.includes(code) && !hasWritten)
    return { kind: 'didNotStart', reason: `the shell could not run the command (exit code ${code})` }
  return { kind: 'died', reason: code === null ? `it was ended by ${signal}` : `it ended with exit code ${code}` }
}

/** Signals that end this process do not reach a group of its own, so they are passed on. */
function killing(child: ChildProcessWithoutNullStreams): () => void {
  const kill = (): void => {
    if (child.pid === undefined) return
    try {
      process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGKILL')
    } catch {
      // It has ended already.
    }
  }
  const passOn = (signal: NodeJS.Signals): void => {
    kill()
    process.kill(process.pid, signal)
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.once(signal, passOn)
  child.once('close', () => {
    for (const signal of signals) process.off(signal, passOn)
  })
  return kill
}

async function ended(child: ChildProcessWithoutNullStreams, kill: () => void, closed: Promise<void>): Promise<void> {
  child.stdin.end()
  const timer = setTimeout(() => {
    kill()
    // What has left the group may hold these open.
    child.stdout.destroy()
    child.stderr.destroy()
  }, GRACE_MS)
  await closed
  clearTimeout(timer)
}
