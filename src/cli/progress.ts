/** A progress bar for whoever watches; silent where nobody does. */
import type { Io } from './io.js'

const WIDTH = 30
const EVERY_MS = 100

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
