/**
 * Whether lists, loads and writes cost the same however many matches there are. Databases of different sizes are filled (bench/scale/population.mjs says with what): the matches are
 * some hundred that were played in memory, written many times with ids, moments and hashes of their own; most ended early, because seats left, so that a million fit on a disk.
 */
import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { latencies, planned } from './scale/measuring.mjs'
import { progress } from './scale/progress.mjs'
import { makeWorld } from './scale/worlds.mjs'
import { decimals, row, thousands } from './table.mjs'

/** Measured, with what Postgres writes besides while it is filled. */
const BYTES_A_MATCH = 8000
const BLOCKS = 5
const MOST = 1.5
/** A page looks at 2,000 matches at most (src/match/viewing/looked-at.ts), and there are not as many in the smallest database: this tells what that bound costs. */
const BOUNDED = /^nothing to find/

export async function scaleSection({ postgres, sizes }) {
  requireDisk(sizes)
  const worlds = []
  const rows = []
  for (const size of sizes) {
    const shown = progress(`${thousands(size)} matches`, size)
    const world = await makeWorld(postgres, size, shown.done)
    rows.push(filled(world, shown.end()))
    worlds.push(world)
  }
  const plans = []
  for (const world of worlds) plans.push(await planned(world))
  const medians = await latencies(worlds, postgres, BLOCKS)
  for (const { client } of worlds) await client.end()
  return [
    ...rows,
    heading(sizes),
    ...[...medians].flatMap(([name, ms]) =>
      compared(
        name,
        ms,
        plans.map((found) => found.get(name)),
      ),
    ),
  ]
}

const filled = ({ matches, bytes }, seconds) =>
  row(
    `filling ${thousands(matches)} matches: seconds / bytes a match, indexes included`,
    `${decimals(seconds, 0)} / ${thousands(bytes / matches)}`,
  )

const heading = (sizes) =>
  row(
    `at ${sizes.map(thousands).join(' / ')} matches: ms of a request; CPU ms of server and Postgres; pages that Postgres touches`,
    '',
  )

const growth = (numbers) => numbers.at(-1) / numbers[0]
const grown = (numbers, digits) => `${numbers.map((one) => decimals(one, digits)).join(' / ')} (x ${decimals(growth(numbers))})`

/** The goal goes by CPU time, which means the same on a busy machine; what Postgres writes at the moment is not counted in pages. */
function compared(name, taken, plans) {
  const [ms, cpu, pages] = [taken.map((one) => one.ms), taken.map((one) => one.cpu), plans.map((plan) => plan.pages)]
  const scans = [...new Set(plans.at(-1).scanned)]
  const told = `${grown(ms, 1)}; ${grown(cpu, 2)}; ${grown(pages, 0)}`
  if (BOUNDED.test(name)) return row(name, told)
  return row(
    name,
    scans.length > 0 ? `${told}; scans all of ${scans}` : told,
    `at most x ${MOST}`,
    growth(cpu) <= MOST && scans.length === 0,
  )
}

function requireDisk(sizes) {
  const { bavail, bsize } = statfsSync(tmpdir())
  const needed = sizes.reduce((sum, size) => sum + size, 0) * BYTES_A_MATCH + 2 ** 31
  console.error(`needs ${decimals(needed / 2 ** 30, 1)} GiB in ${tmpdir()}, which are given back at the end`)
  if (bavail * bsize < needed)
    throw new Error(
      `${tmpdir()} has ${decimals((bavail * bsize) / 2 ** 30, 1)} GiB free: set TMPDIR, or fill less with --matches`,
    )
}
