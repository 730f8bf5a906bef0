/** Where a campaign plays: real server processes on an embedded Postgres of their own, in a temporary folder, on loopback. */
import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** `src/campaigns` and `dist/campaigns` lie equally deep. */
const SERVER = fileURLToPath(new URL('../../dist/server.js', import.meta.url))
const START_PATIENCE = 60_000

export interface Server {
  readonly url: string
  /** Resolves when it is ready to play, or has died before. */
  start(): Promise<'ready' | 'died'>
  /** Starts it without waiting. */
  launch(): void
  /** Resolves when the process is gone. */
  kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>
  /** All that it has written to its terminal. */
  output(): string
}

export interface Ground {
  /** All servers of a ground share its Postgres. Each keeps its port for life. */
  server(environment?: Readonly<Record<string, string>>): Promise<Server>
  /** Kills the postmaster; the servers are to start another one. False if there is none at this moment. */
  killDatabase(): Promise<boolean>
  close(): Promise<void>
}

export async function prepareGround(program = SERVER): Promise<Ground> {
  const folder = await mkdtemp(join(tmpdir(), 'chancery-campaign-'))
  // Postgres does not run as root; the account that it runs as instead must be able to get in.
  await chmod(folder, 0o755)
  const dataDir = join(folder, 'data')
  const servers: Server[] = []
  let closed = false
  return {
    async server(environment = {}) {
      const made = makeServer({
        program,
        port: await freePort(),
        environment: { DATA_DIR: dataDir, ...environment },
        cwd: folder,
        mayStart: () => !closed,
      })
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

interface Making {
  readonly program: string
  readonly port: number
  readonly environment: Readonly<Record<string, string>>
  readonly cwd: string
  /** Once the ground is closed nothing may be started that nobody would stop. */
  readonly mayStart: () => boolean
}

function makeServer({ program, port, environment, cwd, mayStart }: Making): Server {
  const url = `http://127.0.0.1:${port}`
  const written: string[] = []
  let child: ChildProcess | undefined

  const launch = (): void => {
    if (!mayStart()) throw new Error('the campaign is over')
    const { PATH, HOME } = process.env
    const env = {
      PATH,
      HOME,
      HOST: '127.0.0.1',
      PORT: String(port),
      LOG_LEVEL: 'warn',
      RATE_LIMIT: '0',
      REGISTRATION_LIMIT: '0',
      ...environment,
    }
    const started = spawn(process.execPath, [program], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [started.stdout, started.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => written.push(text))
    started.once('exit', () => {
      if (child === started) child = undefined
    })
    child = started
  }
  return {
    url,
    launch,
    async start() {
      launch()
      const mine = child
      const deadline = Date.now() + START_PATIENCE
      while (!(await isReady(url))) {
        if (child !== mine) return 'died'
        if (Date.now() > deadline) throw new Error(`the server does not get ready:\n${written.join('').slice(-2000)}`)
        await sleep(20)
      }
      return 'ready'
    },
    async kill(name) {
      const dying = child
      if (!dying) return
      const gone = new Promise((resolve) => dying.once('exit', resolve))
      dying.kill(name)
      await gone
    },
    output: () => written.join(''),
  }
}

export const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(2_000) }).then(
    async (response) => {
      await response.arrayBuffer()
      return response.ok
    },
    () => false,
  )

async function postmaster(dataDir: string): Promise<number | undefined> {
  const [pid] = (await readFile(join(dataDir, 'cluster', 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  return Number(pid) > 0 ? Number(pid) : undefined
}

/** A server that was killed could not stop it. Its data is not needed any more, so it need not be gentle. */
async function stopDatabase(dataDir: string): Promise<void> {
  const pid = await postmaster(dataDir)
  if (pid === undefined || !signal(pid, 'SIGQUIT')) return
  for (let tries = 0; tries < 200 && signal(pid, 0); tries++) await sleep(25)
}

function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}
