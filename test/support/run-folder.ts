/**
 * One temporary folder for all that a test run leaves on the disk: databases, copies, reports, of the run itself and of the
 * processes that its tests start. When the run ends, also by a signal, whoever still works in the folder is ended and the folder
 * is removed. What a run that was killed outright left behind is removed by the next one.
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { memoryFolder } from './memory-folder.js'

const PREFIX = 'chancery-run-'
const OF_A_RUN = /^chancery-run-(\d+)-/
const PATIENCE_MS = 10_000

/** Makes the folder the place for temporary files of this process and of those that it starts. `others` are removed with it. */
export function openRunFolder(others: readonly string[]): void {
  const inMemory = memoryFolder()
  for (const place of [tmpdir(), inMemory]) if (place !== undefined) removeAbandoned(place)
  const folder = mkdtempSync(join(inMemory ?? tmpdir(), `${PREFIX}${process.pid}-`))
  // Open to the account that Postgres runs as when the tests are run by root.
  chmodSync(folder, 0o755)
  for (const name of ['TMPDIR', 'TMP', 'TEMP']) process.env[name] = folder
  process.once('exit', () => [folder, ...others].forEach(remove))
  // Never taken off: a second signal, as Ctrl-C may bring, would end the process while it removes the folder.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => process.exit(128 + constants.signals[signal]))
}

function removeAbandoned(place: string): void {
  for (const name of readdirSync(place)) {
    const pid = OF_A_RUN.exec(name)?.[1]
    if (pid !== undefined && !isAlive(Number(pid))) remove(join(place, name))
  }
}

/** Without waiting for events, because it is also called while the process exits. */
function remove(folder: string): void {
  const deadline = Date.now() + PATIENCE_MS
  for (let users = usersOf(folder); users.length > 0 && Date.now() < deadline; users = usersOf(folder)) {
    for (const user of users) end(user)
    pause(20)
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
}

interface Program {
  readonly pid: number
  /** Command line and environment. */
  readonly started: string
}

/** Programs of the run: those with the folder in their environment, and servers and databases with the folder in their command line. */
export const usersOf = (folder: string): Program[] =>
  (process.platform === 'linux' ? fromProc() : fromPs()).filter(
    ({ pid, started }) =>
      pid !== process.pid && (started.includes(`=${folder}`) || (SERVERS.test(started) && started.includes(folder))),
  )

/** Whoever looks into the folder with a shell or an editor is left alone. */
const SERVERS = /^[^\0\s]*(node|postgres|initdb)[\0\s:]/

const fromProc = (): Program[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({
      pid: Number(name),
      started: ['cmdline', 'environ'].map((file) => textOf(`/proc/${name}/${file}`)).join(' '),
    }))

const fromPs = (): Program[] =>
  psOutput()
    .split('\n')
    .flatMap((line) => {
      const [, pid, started] = /^\s*(\d+) (.*)$/.exec(line) ?? []
      return pid === undefined || started === undefined ? [] : [{ pid: Number(pid), started }]
    })

function psOutput(): string {
  try {
    return execFileSync('ps', ['axeww', '-o', 'pid=,command='], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  } catch {
    return ''
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function end({ pid, started }: Program): void {
  try {
    // Postgres ends its own processes if it is asked to; everything else is a server or a test that nobody waits for.
    process.kill(pid, /postgres[\0 ]-D/.test(started) ? 'SIGQUIT' : 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // A process of somebody else's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

const pause = (milliseconds: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
