/** `chancery simulate` and `chancery verify` with two workers against one: the same matches, in turns, by the clock on the wall. Wants two cores that nobody else uses. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { median } from './statistics.mjs'
import { decimals, row } from './table.mjs'

const CHILD = fileURLToPath(new URL('./cores-child.mjs', import.meta.url))
const PAIRS = 3
/** As many as one core plays in about a second. */
const MATCHES_A_SECOND = 1200
/** Times as long as the other sections measure: every worker compiles the rules for itself, a second each, which is a third of a short run and little of a long one. */
const LONGER = 8
/** To verify a file takes several times as long as to play its match. */
const PLAYED_FOR_A_FILE = 24
const SIMULATE = ['simulate', 'kingdoms', '--seats', '4', '--seed', '1']
const GOAL = 1.8

const run = (argv, workers) =>
  new Promise((resolve, reject) =>
    execFile(process.execPath, [CHILD, ...argv, '--workers', String(workers)], { maxBuffer: 2 ** 30 }, (error, out) =>
      error ? reject(error) : resolve(JSON.parse(out)),
    ),
  )

async function pairs(argv) {
  const measured = []
  for (let pair = 0; pair < PAIRS; pair++) {
    const times = {}
    for (const workers of pair % 2 === 0 ? [1, 2] : [2, 1]) times[workers] = await run(argv, workers)
    measured.push(times)
    console.error(`  ${decimals(times[1].seconds, 1)} / ${decimals(times[2].seconds, 1)} s`)
  }
  const of = (take) => median(measured.map(take))
  return {
    seconds: [1, 2]
      .map((workers) =>
        decimals(
          of((times) => times[workers].seconds),
          1,
        ),
      )
      .join(' / '),
    cpu: [1, 2]
      .map((workers) =>
        decimals(
          of((times) => times[workers].cpuSeconds),
          1,
        ),
      )
      .join(' / '),
    ratio: of((times) => times[1].seconds / times[2].seconds),
  }
}

export async function coresSection({ seconds }) {
  if (availableParallelism() < 2) return [row('simulate with 2 workers against 1', 'needs two cores')]
  const matches = Math.ceil(LONGER * seconds * MATCHES_A_SECOND)
  const files = Math.ceil(matches / PLAYED_FOR_A_FILE)
  const simulated = await pairs([...SIMULATE, '--matches', String(matches)])
  const folder = mkdtempSync(join(tmpdir(), 'chancery-bench-matches-'))
  try {
    await run([...SIMULATE, '--matches', String(files), '--log', folder], 2)
    const verified = await pairs(['verify', folder])
    return [
      row(`simulate of ${matches} matches with 1 / 2 workers, seconds`, simulated.seconds),
      row('  CPU seconds', simulated.cpu),
      row('  times as fast', decimals(simulated.ratio), `at least ${GOAL}`, simulated.ratio >= GOAL),
      row(`verify of ${files} files with 1 / 2 workers, seconds`, verified.seconds),
      row('  times as fast', decimals(verified.ratio)),
    ]
  } finally {
    rmSync(folder, { recursive: true })
  }
}
