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
const ROUNDS = 60
const MOST = 1.5
/** Tables that may grow for ever. */
const LARGE = new Set(['match', 'seat', 'entry', 'secret', 'player', 'token', 'deadline'])
/** Below this a difference is that of the clock, not of the work. */
const LEAST_PAGES = 40

export async function scaleSection({ postgres, matches: sizes }) {
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
  const medians = await latencies(worlds, ROUNDS)
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
  row(`ms of a request, and pages that Postgres touches for it, at ${sizes.map(thousands).join(' / ')}`, '')

const growth = (numbers) => numbers.at(-1) / numbers[0]

function compared(name, ms, plans) {
  const pages = plans.map((plan) => plan.pages)
  const scans = [...new Set(plans.at(-1).scanned)].filter((table) => LARGE.has(table))
  const holds = growth(ms) <= MOST && scans.length === 0
  return row(
    name,
    `${ms.map((one) => decimals(one)).join(' / ')} x ${decimals(growth(ms))}; ${pages.join(' / ')} x ${decimals(growth(pages))}${scans.length > 0 ? ` SCANS ${scans}` : ''}`,
    `at most x ${MOST}`,
    holds,
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
