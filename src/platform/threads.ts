/** Threads of their own for work that would keep this one busy: started when there is work, and ended with `close` or with the process. */
import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'

export interface ThreadPool {
  /** Calls the function of this name in a thread that is free, and gives what it returns. What goes there and back is plain data. */
  readonly run: Piscina['run']
  close(): Promise<void>
}

interface ThreadSettings {
  /** The module that the threads load, as it lies in `dist`. */
  readonly worker: string
  readonly most: number
  /** Added to the niceness of the threads: how much others come first where cores are few. */
  readonly nice?: number
}

/** A thread that waits for the next piece must not end meanwhile: starting one takes longer than many pieces. */
const IDLE_MS = 10_000

/** The compiled module, also for whoever runs the sources: a thread reads no TypeScript. */
const DIST = new URL('../../dist/', import.meta.url)

export function openThreads({ worker, most, nice = 0 }: ThreadSettings): ThreadPool {
  const pool = new Piscina({
    filename: fileURLToPath(new URL(worker, DIST)),
    minThreads: 0,
    maxThreads: most,
    idleTimeout: IDLE_MS,
    concurrentTasksPerWorker: 1,
    niceIncrement: nice,
  })
  return { run: pool.run.bind(pool), close: () => pool.destroy() }
}
