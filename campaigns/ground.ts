/** Where a campaign plays: real server processes on an embedded Postgres of their own, in a temporary folder, on loopback. */
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, type ServerProcess, serverProcess } from './server-process.js'

/** The compiled project, found by its own name: the sources of the campaigns and their compiled form lie unequally deep. */
const DIST = dirname(dirname(createRequire(import.meta.url).resolve('chancery/client')))
export const ROOT = dirname(DIST)

export interface Ground {
  /** All servers of a ground share its Postgres. Each keeps its port for life. */
  server(environment?: Readonly<Record<string, string>>): Promise<ServerProcess>
  /** Kills the postmaster; the servers are to start another one. False if there is none at this moment. */
  killDatabase(): Promise<boolean>
  close(): Promise<void>
}

export async function prepareGround(program = join(DIST, 'server.js')): Promise<Ground> {
  const folder = await mkdtemp(join(tmpdir(), 'chancery-campaign-'))
  // Postgres does not run as root; the account that it runs as instead must be able to get in.
  await chmod(folder, 0o755)
  const dataDir = join(folder, 'data')
  const servers: ServerProcess[] = []
  let closed = false
  return {
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
      await stopDatabase(dataDir)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function postmaster(dataDir: string): Promise<number | undefined> {
  const [pid] = (await readFile(join(dataDir, 'cluster', 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  return Number(pid) > 0 ? Number(pid) : undefined
}

/** A server that was killed could not stop its Postgres. The data is not needed any more: SIGQUIT ends it without a checkpoint. */
async function stopDatabase(dataDir: string): Promise<void> {
  const pid = await postmaster(dataDir)
  if (pid === undefined || !signal(pid, 'SIGQUIT')) return
  for (let tries = 0; tries < 200 && signal(pid, 0); tries++) await sleep(25)
}

/** False if there is no such process. The signal 0 only asks. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}
