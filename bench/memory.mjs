/** How much memory an idle match takes while it is kept, measured in a process of its own with the garbage collected. */
import { fileURLToPath } from 'node:url'
import { start } from './processes.mjs'
import { decimals, row } from './table.mjs'

const LIMIT_KIB = 16

export async function memorySection({ postgres }) {
  const child = start(process.execPath, ['--expose-gc', fileURLToPath(new URL('./memory-child.mjs', import.meta.url))], {
    BENCH_POSTGRES: postgres.url,
  })
  const { kib, matches } = JSON.parse(await child.line(/^{/))
  return [
    row(
      `memory per idle cached match, KiB (heap, ${matches} Kingdoms matches in mid-play)`,
      decimals(kib, 1),
      `at most ${LIMIT_KIB}`,
      kib <= LIMIT_KIB,
    ),
  ]
}
