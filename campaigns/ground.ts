/** Where a campaign plays: real server processes on an embedded Postgres of their own, in a temporary folder, on loopback. */
import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort, type ServerProcess, serverProcess } from './server-process.js'

/** The compiled project, found by its own name: the sources of the campaigns and their compiled form lie unequally deep. */
const DIST = dirname(dirname(createRequire(import.meta.url).resolve('chancery/client')))
export const ROOT = dirname(DIST)

const execute = promisify(execFile)

export interface Ground {
  /** All servers of a ground share its Postgres. Each keeps its port for life. */
  server(environment?: Readonly<Record<string, string>>): Promise<ServerProcess>
  /** Kills the postmaster; the servers are to start another one. False if there is none at this moment. */
  killDatabase(): Promise<boolean>
  /** Of the Postgres that runs now. */
  databaseUrl(): Promise<string>
  /** A copy of the data folder as it is now. Servers stand still meanwhile and start Postgres again themselves. */
  copyDatabase(): Promise<DatabaseCopy>
  close(): Promise<void>
}

export interface DatabaseCopy {
  /** Puts the copy in the place of what has been written since, under the running servers. */
  putBack(): Promise<void>
}

const open = new Set<Ground>()

/** For a campaign that is interrupted: ends all that it has started. */
export const closeGrounds = async (): Promise<void> => void (await Promise.all([...open].map((ground) => ground.close())))

/** A test run names its own, which starts sooner. */
const PROGRAM = process.env.BUNDLE === undefined ? join(DIST, 'server.js') : join(process.env.BUNDLE, 'server.mjs')

export async function prepareGround(program = PROGRAM): Promise<Ground> {
  const folder = await mkdtemp(join(tmpdir(), 'chancery-campaign-'))
  // Postgres does not run as root; the account that it runs as instead must be able to get in.
  await chmod(folder, 0o755)
  const dataDir = join(folder, 'data')
  // Set by a test run, whose campaigns need not make the data of a Postgres each for itself.
  if (process.env.PREPARED_DATA) await execute('cp', ['-a', process.env.PREPARED_DATA, dataDir])
  const servers: ServerProcess[] = []
  let closed = false
  const whileStopped = async (work: () => Promise<unknown>): Promise<void> => {
    for (const one of servers) one.signal('SIGSTOP')
    await stopDatabase(dataDir, 'SIGINT')
    await work()
    for (const one of servers) one.signal('SIGCONT')
  }
  const ground: Ground = {
    databaseUrl: () => urlOf(dataDir),
    async copyDatabase() {
      const [cluster, copy] = [join(dataDir, 'cluster'), join(folder, 'copy')]
      const replace = async (from: string, by: string): Promise<void> => {
        await rm(from, { recursive: true, force: true })
        // With its owner: Postgres may run under another account than the campaign.
        await execute('cp', ['-a', by, from])
      }
      await whileStopped(() => replace(copy, cluster))
      return { putBack: () => whileStopped(() => replace(cluster, copy)) }
    },
    async server(environment = {}) {
      const port = await freePort()
      const env = { DATA_DIR: dataDir, ...environment }
      const made = serverProcess({ program, port, environment: env, cwd: folder, mayStart: () => !closed })
      servers.push(made)
      return made
    },
    async killDatabase() {
      const pid = await postmaster(dataDir)
      return pid !== undefined && signal(pid, 'SIGKILL')
    },
    async close() {
      closed = true
      await Promise.all(servers.map((one) => one.kill('SIGTERM')))
      await stopDatabase(dataDir, 'SIGQUIT')
      await rm(folder, { recursive: true, force: true })
      open.delete(ground)
    },
  }
  open.add(ground)
  return ground
}

async function postmaster(dataDir: string): Promise<number | undefined> {
  const [pid] = (await readFile(join(dataDir, 'cluster', 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  return Number(pid) > 0 ? Number(pid) : undefined
}

/** The embedded Postgres listens on the port in the fourth line of its pid file. Waits for it to be there. */
async function urlOf(dataDir: string): Promise<string> {
  for (;;) {
    const port = (await readFile(join(dataDir, 'cluster', 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[3]
    const password = await readFile(join(dataDir, 'password'), 'utf8')
    if (port) return `postgres://chancery:${password}@127.0.0.1:${port}/chancery`
    await sleep(50)
  }
}

/** SIGINT: in order. SIGQUIT: without a checkpoint, because a server that was killed could not stop it and the data is not needed any more. */
async function stopDatabase(dataDir: string, how: 'SIGINT' | 'SIGQUIT'): Promise<void> {
  const pid = await postmaster(dataDir)
  if (pid === undefined || !signal(pid, how)) return
  // It removes its pid file last of all. The process itself stays as long as the server that started it stands still.
  for (let tries = 0; tries < 400 && signal(pid, 0) && (await postmaster(dataDir)) === pid; tries++) await sleep(25)
}

/** False if there is no such process. The signal 0 only asks. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}
