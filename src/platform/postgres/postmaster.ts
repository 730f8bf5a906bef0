import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { failure } from '../failure.js'
import { messageOf } from '../thrown.js'
import type { Account } from './account.js'
import { type Layout, plainEnvironment } from './cluster.js'
import { isAlive } from './process.js'

export interface Postmaster {
  readonly pid: number
  readonly port: number
}

/** One that this process began, and hears of when it ends. */
export interface Launched extends Postmaster {
  /** How it ended, if it has. */
  ending(): string | undefined
}

const LONGEST_LOG = 10 * 1024 * 1024
/** How long each is waited for. At the second, Postgres itself kills after five seconds what does not end. */
const STOPPING = [
  ['SIGINT', 10_000],
  ['SIGQUIT', 8_000],
  ['SIGKILL', 1_000],
] as const

const pidFile = (cluster: string) => join(cluster, 'postmaster.pid')

/** The Postgres that runs on this cluster, whoever started it. */
export async function findPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const lines = (await readFile(pidFile(cluster), 'utf8').catch(() => '')).split('\n')
  const [pid, port] = [Number(lines[0]), Number(lines[3])]
  return pid > 0 && port > 0 && isPostgres(pid) ? { pid, port } : undefined
}

/** After a crash or a restart of the machine the number in the file may belong to any process. */
export function isPostgres(pid: number): boolean {
  if (!isAlive(pid)) return false
  try {
    const command =
      process.platform === 'linux'
        ? readFileSync(`/proc/${pid}/cmdline`, 'utf8')
        : execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
    return command.includes('postgres')
  } catch {
    return process.platform === 'win32'
  }
}

/**
 * A number that now belongs to another program would stop Postgres from starting. That of a dead process is left in place:
 * by it Postgres finds sessions that outlived their parent, and waits for them instead of spoiling the data.
 */
async function forgetRecycled(cluster: string): Promise<void> {
  const pid = Number((await readFile(pidFile(cluster), 'utf8').catch(() => '')).split('\n')[0])
  if (pid > 0 && isAlive(pid) && !isPostgres(pid)) await rm(pidFile(cluster), { force: true })
}

/** The port used last if it is free, so that addresses handed out stay good; else any free one. */
export async function choosePort(file: string): Promise<number> {
  const last = Number(await readFile(file, 'utf8').catch(() => '0'))
  const port = (last > 0 ? await bind(last) : undefined) ?? (await bind(0))
  if (port === undefined) throw failure('Postgres could not be started: no port is free on 127.0.0.1.')
  await writeFile(file, String(port))
  return port
}

function bind(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(undefined))
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : undefined))
    })
  })
}

/** In a session of its own: Ctrl-C at our terminal, or our death, must not end it before the server has drained. */
export async function launch(
  program: string,
  at: Layout,
  port: number,
  account: Account,
  connections?: number,
): Promise<Launched> {
  await forgetRecycled(at.cluster)
  const log = await openLog(at.log)
  const fixed = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'jit=off', 'log_timezone=UTC', 'timezone=UTC']
  const settings = connections === undefined ? fixed : [...fixed, `max_connections=${connections}`]
  const args = ['-D', at.cluster, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])]
  const apart = { ...account, cwd: at.cluster, detached: true, env: plainEnvironment() }
  const child = spawn(program, args, { ...apart, stdio: ['ignore', log, log] })
  closeSync(log)
  const error = await new Promise((resolve) => child.once('spawn', () => resolve(undefined)).once('error', resolve))
  if (error !== undefined || child.pid === undefined) throw failure(`Postgres could not be started: ${messageOf(error)}`)
  child.unref()
  return { pid: child.pid, port, ending: () => endingOf(child) }
}

const endingOf = ({ exitCode, signalCode }: ChildProcess): string | undefined =>
  signalCode === null ? (exitCode === null ? undefined : `exit code ${exitCode}`) : `ended by ${signalCode}`

async function openLog(file: string): Promise<number> {
  const size = await stat(file).then(
    (it) => it.size,
    () => 0,
  )
  if (size > LONGEST_LOG) await truncate(file)
  return openSync(file, 'a', 0o600)
}

/** Why it did not start, in the words of its own log. */
export async function lastComplaint(log: string): Promise<string> {
  const lines = (await readFile(log, 'utf8').catch(() => '')).trim().split('\n')
  return (
    lines
      .filter((line) => /FATAL|PANIC|HINT|could not/.test(line))
      .slice(-2)
      .join(' ') || `see ${log}`
  )
}

/** "Fast" shutdown: sessions are cut, everything committed is on disk. "Immediate" loses nothing either, nor does a kill; the next start replays the log. */
export async function stopPostmaster(pid: number): Promise<void> {
  // Long after its end the number may be that of any program.
  if (!isPostgres(pid)) return
  // One that was suspended would not hear the others.
  signal(pid, 'SIGCONT')
  for (const [name, patience] of STOPPING) {
    signal(pid, name)
    const deadline = performance.now() + patience
    while (isPostgres(pid) && performance.now() < deadline) await sleep(20)
    if (!isPostgres(pid)) return
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended by itself.
  }
}
