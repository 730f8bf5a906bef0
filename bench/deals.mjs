/**
 * Duplicate deals against fresh ones: how many matches with fresh deals tell as much about two bots of planted strengths as one match of a set that has the same deal. The stronger one plays `greedy`; the weaker one does,
 * too, but for one decision in fifty, which it leaves to chance. A set is one deal with the stronger one in each seat once; taken one by one, its matches are matches with fresh deals.
 */
import { cpus } from 'node:os'
import { Piscina } from 'piscina'
import { seededStream } from '../dist/dice/seeded.js'
import { games } from '../dist/games/registry.js'
import { decimals, row } from './table.mjs'

const SETS = 160
const STRONGER = { good: 'greedy', bad: 'random', share: 1 }
const WEAKER = { ...STRONGER, share: 0.98 }
const RESAMPLES = 2000

const mean = (numbers) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length

function variance(numbers) {
  const middle = mean(numbers)
  return mean(numbers.map((one) => (one - middle) ** 2))
}

/** Of the mean advantage, for each match. With fresh deals seats are dealt out evenly as well, so that what differs between seats does not count. */
const withFresh = (sets) => mean(sets[0].map((_, seat) => variance(sets.map((points) => points[seat]))))
const withDuplicate = (sets) => sets[0].length * variance(sets.map(mean))

const ratio = (sets) => withFresh(sets) / withDuplicate(sets)

/** 95 %, by drawing sets again. */
function interval(sets) {
  const next = seededStream(1)
  const drawn = Array.from({ length: RESAMPLES }, () => ratio(sets.map(() => sets[Math.floor(next() * sets.length)])))
  drawn.sort((one, other) => one - other)
  return [drawn[Math.floor(0.025 * RESAMPLES)], drawn[Math.floor(0.975 * RESAMPLES)]]
}

function rowOf({ name, seats: { min } }, sets) {
  const [low, high] = interval(sets)
  const advantage = decimals(mean(sets.map(mean)))
  const spreads = [withFresh(sets), withDuplicate(sets)].map((one) => decimals(one, 3)).join(', ')
  return [
    row(
      `${name}, ${min} seats: matches with fresh deals for one with a duplicate deal (95 %)`,
      `${decimals(ratio(sets))} (${decimals(low)} to ${decimals(high)})`,
      'more than 1',
      low > 1,
    ),
    row(`  points of the stronger one a match; variance with fresh deals, with duplicate deals`, `${advantage}; ${spreads}`),
  ]
}

export async function dealsSection() {
  const pool = new Piscina({ filename: new URL('./deals-worker.mjs', import.meta.url).href, maxThreads: cpus().length })
  const rows = []
  for (const game of games) {
    const setting = { game: game.id, seats: game.seats.min, stronger: STRONGER, weaker: WEAKER }
    const sets = await Promise.all(Array.from({ length: SETS }, (_, set) => pool.run({ ...setting, set })))
    rows.push(...rowOf(game, sets))
  }
  await pool.destroy()
  return rows
}
