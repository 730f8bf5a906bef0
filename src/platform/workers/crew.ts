/** The primary process of a server of several: it starts the workers, starts one again that has died, and ends them. It serves nothing itself. */
import cluster, { type Worker } from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import { toldAlready } from '../failure.js'
import type { Logger } from '../logger.js'
import { type Exchange, exchange } from './exchange.js'
import { closeUnconfirmed } from './hand-overs.js'
import type { FromPrimary, FromWorker } from './messages.js'

interface CrewSettings {
  readonly workers: number
  /** The file that they run. */
  readonly program: string
  /** Of the database. */
  readonly url: string
  readonly logger: Logger
  /** How many milliseconds a worker may take to close before it is killed. */
  readonly patience: number
}

export interface Crew {
  /** Resolves when all serve, and whoever started the server is told so. Rejects, with all closed, if one cannot: it has said why. */
  start(): Promise<void>
  /** Resolves when none is left that could be started again. */
  lost(): Promise<void>
  /** Closes all in order. Rejects if one failed to close, or had to be killed. */
  close(): Promise<void>
}

/** One that has served for as long as `steadyMs` is started again at once; one that has not waits longer each time, and after so many times in a row it is given up. */
const RESTARTING = { steadyMs: 60_000, firstWaitMs: 100, longestWaitMs: 10_000, mostInARow: 10 }

interface End {
  readonly code: number | null
  readonly signal: string | null
}

/** One process, from its start to its end. */
interface Life {
  readonly worker: Worker
  readonly ended: Promise<End>
  /** Whether it has begun to. One that has not knows nothing yet of closing in order. */
  serves(): boolean
  /** Resolves when it has said so; rejects if it ends before. */
  said(what: FromWorker['type']): Promise<void>
}

export function crew(settings: CrewSettings, restarting = RESTARTING): Crew {
  const { workers, logger, patience } = settings
  const among = exchange()
  const living = new Map<number, Life>()
  const ending = new AbortController()
  let posts: Promise<unknown> | undefined
  cluster.setupPrimary({ exec: settings.program, args: [] })

  const begin = (number: number): Life => {
    const life = beginLife(number, settings, among)
    living.set(number, life)
    void life.ended.then(() => living.delete(number))
    return life
  }
  const startAll = async (): Promise<Life[]> => {
    const first = begin(1)
    await first.said('listening')
    const others = Array.from({ length: workers - 1 }, (_, index) => begin(index + 2))
    await Promise.all(others.map((life) => life.said('listening')))
    tell(first.worker, { type: 'greet' })
    await first.said('greeted')
    return [first, ...others]
  }
  const close = async (): Promise<void> => {
    ending.abort()
    const inOrder = await Promise.all([...living.values()].map((life) => endLife(life, patience)))
    if (inOrder.includes(false)) throw new Error('a worker did not close in order')
  }
  /** A post is held by one process after the other. */
  const holdPost = async (number: number, first: Life): Promise<void> => {
    let life = first
    for (let failures = 0; ; ) {
      const began = performance.now()
      const end = await life.ended
      if (ending.signal.aborted) return
      failures = performance.now() - began >= restarting.steadyMs ? 0 : failures + 1
      if (failures >= restarting.mostInARow)
        return logger.error({ worker: number, ...end }, `a worker died ${failures} times in a row and is not started again`)
      logger.warn({ worker: number, ...end }, 'a worker has died and is started again')
      await sleep(waitAfter(failures, restarting), undefined, { signal: ending.signal }).catch(() => {})
      if (ending.signal.aborted) return
      life = begin(number)
    }
  }
  return {
    async start() {
      const lives = await startAll().catch(async (error) => {
        await close().catch(() => {})
        throw error
      })
      posts = Promise.all(lives.map((life, index) => holdPost(index + 1, life)))
    },
    lost: async () => void (await posts),
    close,
  }
}

const waitAfter = (failures: number, { firstWaitMs, longestWaitMs }: typeof RESTARTING): number =>
  failures === 0 ? 0 : Math.min(longestWaitMs, firstWaitMs * 2 ** (failures - 1))

/** Whoever has gone hears nothing. */
const tell = (worker: Worker, message: FromPrimary): void => {
  if (worker.isConnected()) worker.send(message, () => {})
}

function beginLife(number: number, { url, logger }: CrewSettings, among: Exchange): Life {
  const worker = cluster.fork()
  closeUnconfirmed(worker)
  let serves = false
  const said = new Map<FromWorker['type'], () => void>()
  const ended = new Promise<End>((resolve) => worker.once('exit', (code, signal) => resolve({ code, signal })))
  // Nobody but a worker of ours writes to its channel.
  worker.on('message', (message: FromWorker) => {
    if (message.type === 'ready') {
      tell(worker, { type: 'serve', url, worker: number })
      among.join(number, (told) => tell(worker, told))
    }
    if (message.type === 'listening') {
      serves = true
      logger.info({ worker: number, pid: worker.process.pid }, 'a worker serves')
    }
    among.hear(number, message)
    said.get(message.type)?.()
  })
  worker.on('error', (error) => logger.warn({ worker: number, err: error }, 'a worker cannot be spoken to'))
  void ended.then(() => among.leave(number))
  return {
    worker,
    ended,
    serves: () => serves,
    said: (what) =>
      new Promise((resolve, reject) => {
        said.set(what, resolve)
        void ended.then(({ code }) => reject(toldAlready(code === 2 ? 2 : 1)))
      }),
  }
}

/** Whether it ended in order. */
async function endLife({ worker, ended, serves }: Life, patience: number): Promise<boolean> {
  const hadBegun = serves()
  worker.process.kill('SIGTERM')
  const timer = setTimeout(() => worker.process.kill('SIGKILL'), patience)
  const { code, signal } = await ended
  clearTimeout(timer)
  return code === 0 || (!hadBegun && signal === 'SIGTERM')
}
