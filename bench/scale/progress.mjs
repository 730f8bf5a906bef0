/** How far something is, on standard error: share, rate and time left. */
import { thousands } from '../table.mjs'

const EVERY_MS = 5000

export function progress(what, total) {
  const began = performance.now()
  let told = began
  const seconds = () => (performance.now() - began) / 1000
  return {
    done(count) {
      if (performance.now() - told < EVERY_MS) return
      told = performance.now()
      const rate = count / seconds()
      const left = Math.ceil((total - count) / rate)
      console.error(`  ${what}: ${Math.floor((100 * count) / total)} %, ${thousands(rate)} a second, ${left} s left`)
    },
    /** The seconds that it took. */
    end: seconds,
  }
}
