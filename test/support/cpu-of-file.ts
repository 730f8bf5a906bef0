/** Runs before every test file: notes what the file costs, for the line at the end of a run (cpu-reporter.ts). */
import { readFileSync } from 'node:fs'
import { afterAll } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** Seconds of CPU of the worker and of the processes that the file started and awaited. The Postgres of the run is not in it. */
    cpu?: number
  }
}

/** Linux counts in hundredths of a second, here and in every build that Node supports. */
const TICKS = 100

/** Of processes that have ended; 0 where there is no /proc. */
function secondsOfChildren(): number {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
    const [cutime, cstime] = fields.slice(13)
    return (Number(cutime) + Number(cstime)) / TICKS
  } catch {
    return 0
  }
}

function seconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000_000 + secondsOfChildren()
}

const before = seconds()

// Registered before any of the file's own, so it runs after them.
// biome-ignore lint/correctness/noEmptyPattern: Vitest reads which fixtures a hook asks for from its first parameter.
afterAll(({}, { file }) => {
  file.meta.cpu = seconds() - before
})
