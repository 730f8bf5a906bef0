/** What can be seen of the server from outside while it is attacked: memory, open files, how long its loop is busy, and whether it lives. */
import { readdir, readFile } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerProcess } from '../server-process.js'

export interface Figures {
  /** The longest wait for an answer that costs nothing, in milliseconds, less what this process itself was late. */
  readonly delay: number
  /** The most resident memory, in megabytes; 0 where the system does not tell. */
  readonly memory: number
  /** The most open files and sockets at a time. */
  readonly files: number
}

export interface Watch {
  /** The figures since the last call. */
  take(): Figures
  stop(): Promise<void>
}

const EVERY_MS = 100
const NANOSECONDS = 1e6
/** An answer that takes longer is counted as late as this; asking goes on. */
const PATIENCE = 120_000

export function watch(server: ServerProcess): Watch {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 })
  const own = monitorEventLoopDelay({ resolution: 10 })
  own.enable()
  let figures: Figures = { delay: 0, memory: 0, files: 0 }
  let asked: number | undefined
  let goesOn = true
  const seeDelay = async (): Promise<void> => {
    while (goesOn) {
      own.reset()
      asked = performance.now()
      await alive(server.url, agent)
      figures = { ...figures, delay: Math.max(figures.delay, waited()) }
      asked = undefined
      await sleep(EVERY_MS)
    }
  }
  const waited = (): number => (asked === undefined ? 0 : Math.max(0, performance.now() - asked - own.max / NANOSECONDS))
  const seeProcess = async (): Promise<void> => {
    while (goesOn) {
      const { memory, files } = await processFigures(server.pid())
      figures = { ...figures, memory: Math.max(figures.memory, memory), files: Math.max(figures.files, files) }
      await sleep(EVERY_MS)
    }
  }
  const watching = [seeDelay(), seeProcess()]
  return {
    take() {
      const taken = { ...figures, delay: Math.max(figures.delay, waited()) }
      figures = { delay: 0, memory: 0, files: 0 }
      return taken
    },
    async stop() {
      goesOn = false
      agent.destroy()
      await Promise.all(watching)
      own.disable()
    },
  }
}

/** Resolves when there is an answer, or can be none. */
const alive = (url: string, agent: Agent): Promise<void> =>
  new Promise((resolve) => {
    const request = get(`${url}/health/live`, { agent, timeout: PATIENCE }, (response) => {
      response.resume().on('close', resolve)
    })
    request.on('timeout', () => request.destroy())
    request.on('error', () => resolve())
  })

interface ProcessFigures extends Pick<Figures, 'memory' | 'files'> {
  /** Seconds of processor time since it was started: unlike a delay, they are the same on a busy machine. */
  readonly cpu: number
}

const TICKS_A_SECOND = 100

/** Linux tells all of them; elsewhere they stay 0, and are not judged. */
export async function processFigures(pid: number | undefined): Promise<ProcessFigures> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const files = await readdir(`/proc/${pid}/fd`).catch(() => [])
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The fields after the name in brackets, of which the 12th and 13th are the time in user mode and in the kernel.
  const [user = 0, kernel = 0] = stat.split(') ')[1]?.split(' ').slice(11, 13).map(Number) ?? []
  const memory = Math.round(Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024)
  return { memory, files: files.length, cpu: (user + kernel) / TICKS_A_SECOND }
}
