/** Engines and bots of this build against those of another checkout that is built, in turns within one process: two runs of the same code differ by a tenth here, and neighbouring turns do not. */
import { buildIn, cpuSecondsOf } from './build.mjs'
import { measureRandomPlay } from './random-play.mjs'
import { median } from './statistics.mjs'
import { decimals, row, thousands } from './table.mjs'
import { decisions, iterationsOf } from './thinking.mjs'

const PAIRS = 7
const LEVEL = 3
/** Of the time that other sections measure, for each turn. */
const PART = 1 / 8
/** Worlds that are imagined in each turn. */
const WORLDS = 3_000

export async function againstSection({ against, seconds }) {
  if (against === undefined)
    throw new Error('--against DIR says which checkout it is compared with, built by `npm run build` there')
  const builds = { before: await buildIn(against), after: await buildIn() }
  return builds.after.games.flatMap((game) => rowsOf(game, builds, seconds * PART))
}

function rowsOf({ id, name, seats: { min, max } }, builds, seconds) {
  const known = (build) => build.games.find((game) => game.id === id)
  if (!known(builds.before)) return [row(`${name}, which is new`, '')]
  const most = Math.min(4, max)
  const play = (build) => measureRandomPlay(build, known(build), { seats: most, seconds })
  const asked = new Map(Object.values(builds).map((build) => [build, decisions(build, known(build))]))
  const search = (build) => iterationsOf(build, LEVEL, asked.get(build))
  const seatings = Array.from({ length: max - min + 1 }, (_, index) => min + index)
  return [
    compared(`${name} random play, ${most} seats, moves per CPU second`, inTurns(play, builds), thousands),
    compared(`  search iterations per CPU second, ${min} seats`, inTurns(search, builds), thousands),
    ...seatings.flatMap((seats) =>
      Object.entries({ 'of one view': 16, 'each of another view': 1 }).map(([what, each]) =>
        compared(
          `  imagined worlds ${what}, ${seats} seats, CPU µs`,
          inTurns(imagining(builds, known, seats, each), builds),
          (figure) => decimals(figure, 1),
        ),
      ),
    ),
  ]
}

/** Microseconds for a world, with so many of each view. What engines remember of a view they remember by the object, so a copy is another one. */
function imagining(builds, known, seats, each) {
  const asked = new Map(Object.values(builds).map((build) => [build, decisions(build, known(build), seats)]))
  return (build) => {
    const game = known(build)
    const dice = build.seededDice(5)
    const views = Array.from({ length: WORLDS / each }, (_, index) => {
      const { seat, view } = asked.get(build)[index % asked.get(build).length]
      return { seat, view: structuredClone(view) }
    })
    const used = cpuSecondsOf(() => {
      for (const { seat, view } of views) for (let world = 0; world < each; world++) game.imagine(view, seat, dice)
    })
    return (used * 1e6) / (views.length * each)
  }
}

/** What each build does in every pair of turns; the first pair only warms up. Who begins takes turns too. */
function inTurns(measure, { before, after }) {
  const pairs = Array.from({ length: PAIRS + 1 }, (_, pair) => {
    if (pair % 2 === 0) return { before: measure(before), after: measure(after) }
    const later = measure(after)
    return { before: measure(before), after: later }
  })
  return pairs.slice(1)
}

function compared(what, pairs, inWords) {
  const of = (take) => median(pairs.map(take))
  const [before, after] = ['before', 'after'].map((build) => inWords(of((pair) => pair[build])))
  return row(what, `${before} -> ${after}, ${decimals(of((pair) => pair.after / pair.before))} x`)
}
