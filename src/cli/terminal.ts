/** Where a command writes, and the progress bar it shows there. */

/** Standard output and error; tests have one of their own. */
export interface Io {
  /** Results: one line each. */
  out(line: string): void
  /** Complaints: one line each. */
  complain(line: string): void
  /** A line that is overwritten by the next; undefined if the output is not a terminal. */
  readonly status?: (line: string) => void
}

export function processIo(): Io {
  // `chancery ... | head` closes the pipe early: that is no failure.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))
  const { stderr } = process
  return {
    out: (line) => void process.stdout.write(`${line}\n`),
    complain: (line) => void stderr.write(`${line}\n`),
    ...(stderr.isTTY ? { status: (line: string) => void stderr.write(`\r\x1b[K${line}`) } : {}),
  }
}

const WIDTH = 30
const EVERY_MS = 100

/** A progress bar on a terminal; silent elsewhere. */
export function progress(io: Io, total: number, noun: string): { done(count: number): void; clear(): void } {
  const { status } = io
  if (!status) return { done: () => {}, clear: () => {} }
  const began = performance.now()
  let shown = Number.NEGATIVE_INFINITY
  return {
    done(count) {
      const now = performance.now()
      if (now - shown < EVERY_MS && count < total) return
      shown = now
      const filled = Math.round((count / total) * WIDTH)
      const rate = count / Math.max((now - began) / 1000, 0.001)
      status(`[${'#'.repeat(filled)}${'.'.repeat(WIDTH - filled)}] ${count}/${total} ${noun}, ${rate.toFixed(0)}/s`)
    },
    clear: () => status(''),
  }
}
