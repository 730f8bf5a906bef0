/** Engines and bots of this build against those of another checkout that is built: processes in turns, each with one build and one game, and the median of the ratios of neighbours. */
import { fileURLToPath } from 'node:url'
import { buildIn } from './build.mjs'
import { start } from './processes.mjs'
import { median } from './statistics.mjs'
import { decimals, row, thousands } from './table.mjs'

const PAIRS = 5
/** Of the time that other sections measure, for each turn. */
const PART = 1 / 8
const CHILD = fileURLToPath(new URL('./against-child.mjs', import.meta.url))

const SEARCH_GOAL = 1.5
/** Of random play, for the games whose engines were to become so much faster. */
const PLAY_GOALS = { 'medieval-realms': 2, royals: 2 }

export async function againstSection({ against, seconds }) {
  if (against === undefined)
    throw new Error('--against DIR says which checkout it is compared with, built by `npm run build` there')
  const before = await buildIn(against)
  const rows = []
  for (const { id, name, seats } of (await buildIn()).games)
    rows.push(
      ...(before.games.some((game) => game.id === id)
        ? rowsOf({ id, name, seats }, await inTurns((...of) => measured(id, seconds * PART, ...of), against))
        : [row(`${name}, which is new`, '')]),
    )
  return rows
}

async function measured(...settings) {
  const child = start(process.execPath, [CHILD, ...settings.map(String)])
  const result = JSON.parse(await child.line(/^{/))
  await child.stop()
  return result
}

/** What each build does in every pair of turns. Who begins takes turns too. */
async function inTurns(measure, against) {
  const pairs = []
  for (let number = 0; number < PAIRS; number++) {
    const pair = {}
    for (const build of number % 2 === 0 ? ['before', 'after'] : ['after', 'before'])
      pair[build] = await measure(...(build === 'before' ? [against] : []))
    pairs.push(pair)
  }
  return pairs
}

function rowsOf({ id, name, seats }, pairs) {
  const imagined = pairs[0].after.imagined.map(({ seats: table, what }, index) =>
    compared(
      `  imagined worlds ${what}, ${table} seats, CPU µs`,
      pairs,
      (result) => result.imagined[index].microseconds,
      (figure) => decimals(figure, 1),
    ),
  )
  const most = Math.min(4, seats.max)
  return [
    compared(`${name} random play, ${most} seats, moves per CPU second`, pairs, ({ play }) => play, thousands, PLAY_GOALS[id]),
    compared(`  search iterations per CPU second, ${seats.min} seats`, pairs, ({ search }) => search, thousands, SEARCH_GOAL),
    ...imagined,
  ]
}

function compared(what, pairs, figureOf, inWords, goal) {
  const of = (take) => median(pairs.map(take))
  const [before, after] = ['before', 'after'].map((build) => inWords(of((pair) => figureOf(pair[build]))))
  const times = of((pair) => figureOf(pair.after) / figureOf(pair.before))
  const figure = `${before} -> ${after}, ${decimals(times)} x`
  return goal === undefined ? row(what, figure) : row(what, figure, `at least ${goal} x`, times >= goal)
}
