/** A line now and then that tells how far a long run is. */
import type { Say } from '../outcome.js'

const EVERY_MS = 10_000

export interface Progress {
  /** Called after each portion with the number done so far. */
  at(done: number, more: () => string): void
}

export function progressOf(total: number, say: Say): Progress {
  const begun = performance.now()
  let told = begun
  return {
    at(done, more) {
      const now = performance.now()
      if (now - told < EVERY_MS) return
      told = now
      const rate = done / ((now - begun) / 1000)
      const left = Math.max(0, (total - done) / rate)
      say(
        `${done.toLocaleString('en')} of ${total.toLocaleString('en')} requests, ${Math.round(rate)} a second, ${minutes(left)} left; ${more()}`,
      )
    },
  }
}

const minutes = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`
