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

interface Pace {
  /** By minutes, for what takes long. */
  readonly perMinute?: boolean
  /** How many were done before. */
  readonly before?: number
}

/** A progress bar on a terminal; silent elsewhere. */
export function progress(
  io: Io,
  total: number,
  noun: string,
  { perMinute = false, before = 0 }: Pace = {},
): { done(count: number, of?: number): void; clear(): void } {
  const { status } = io
  if (!status) return { done: () => {}, clear: () => {} }
  const began = performance.now()
  let shown = Number.NEGATIVE_INFINITY
  return {
    done(count, of = total) {
      const now = performance.now()
      if (now - shown < EVERY_MS && count < of) return
      shown = now
      const filled = Math.round((count / of) * WIDTH)
      const rate = (count - before) / Math.max((now - began) / 1000, 0.001)
      const pace = perMinute ? `${(60 * rate).toFixed(0)}/min` : `${rate.toFixed(rate < 10 ? 1 : 0)}/s`
      const left = `${timeLeft((of - count) / rate)} left`
      status(`[${'#'.repeat(filled)}${'.'.repeat(WIDTH - filled)}] ${count}/${of} ${noun}, ${pace}, ${left}`)
    },
    clear: () => status(''),
  }
}

/** Minutes and seconds, hours where there are any. */
export function timeLeft(seconds: number): string {
  if (!Number.isFinite(seconds)) return '?'
  const whole = Math.ceil(seconds)
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const [hours = 0, ...rest] = parts
  const padded = (hours > 0 ? parts : rest).map((part, index) => (index === 0 ? `${part}` : `${part}`.padStart(2, '0')))
  return padded.join(':')
}

export const sizeText = (bytes: number): string =>
  bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
