/** Ends a run with the names of the files that cost most, so that growth is seen. */
import { relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'

const SHOWN = 5

const line = (module: TestModule): string =>
  `  ${(module.meta().cpu ?? 0).toFixed(1).padStart(5)} s  ${relative(process.cwd(), module.moduleId)}`

export default function cpuReporter(): Reporter {
  return {
    onTestRunEnd(modules) {
      const costliest = [...modules].sort((one, other) => (other.meta().cpu ?? 0) - (one.meta().cpu ?? 0))
      console.log(`\nMost CPU:\n${costliest.slice(0, SHOWN).map(line).join('\n')}`)
    },
  }
}
