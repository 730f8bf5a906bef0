/** A real server as a process of its own, which can be killed and started again on the same port. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { createServer, type Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const START_PATIENCE = 60_000

export interface ServerProcess {
  readonly url: string
  /** Resolves when it is ready to play. One that dies before is started again, because Postgres may be killed at this moment; for so long, and then what it has written is told. */
  start(): Promise<void>
  /** Starts it without waiting. */
  launch(): void
  /** Resolves when the process is gone. */
  kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>
  /** Holds it in the middle of whatever it does, or lets it go on. */
  signal(name: 'SIGSTOP' | 'SIGCONT'): void
  /** All that it has written to its terminal. */
  output(): string
  /** Undefined if it is not running. */
  pid(): number | undefined
}

export interface Setting {
  /** The compiled server. */
  readonly program: string
  readonly port: number
  readonly environment: Readonly<Record<string, string>>
  readonly cwd: string
  /** Once the campaign is over nothing may be started, because nobody would stop it. */
  readonly mayStart: () => boolean
}

export function serverProcess(setting: Setting): ServerProcess {
  const url = `http://127.0.0.1:${setting.port}`
  const written: string[] = []
  let running: ChildProcess | undefined
  const launch = (): void => {
    const child = run(setting, (text) => written.push(text))
    child.once('exit', () => {
      if (running === child) running = undefined
    })
    running = child
  }
  return {
    url,
    launch,
    async start() {
      launch()
      const deadline = Date.now() + START_PATIENCE
      while (!(await isReady(url))) {
        if (Date.now() > deadline) throw new Error(`the server does not get ready:\n${written.join('').slice(-2000)}`)
        if (!running) launch()
        await sleep(20)
      }
    },
    kill: async (signal) => running && gone(running, signal),
    signal: (name) => void running?.kill(name),
    output: () => written.join(''),
    pid: () => running?.pid,
  }
}

function run({ program, port, environment, cwd, mayStart }: Setting, onOutput: (text: string) => void): ChildProcess {
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
  const child = spawn(process.execPath, [program], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', onOutput)
  return child
}

async function gone(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const exit = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  await exit
}

export const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(2_000) }).then(
    async (response) => {
      await response.arrayBuffer()
      return response.ok
    },
    () => false,
  )

/** Listens on a port of loopback that the system chooses, unless one is given, and says which. */
export function listenOnLoopback(server: Server, port = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      if (address === null || typeof address === 'string') reject(new Error('the server has no port'))
      else resolve(address.port)
    })
  })
}

/** Ports that no system gives to a connection that goes out: one of those may be taken by the time a server is started on it, or started again. */
const OWN_PORTS = [10_000, 32_000] as const

export async function freePort(): Promise<number> {
  for (;;) {
    const probe = createServer()
    const port = await listenOnLoopback(probe, randomInt(...OWN_PORTS)).catch(() => undefined)
    if (port === undefined) continue
    await new Promise((resolve) => probe.close(resolve))
    return port
  }
}
