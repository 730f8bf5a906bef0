/**
 * One build and one game, in a process of its own: node bench/against-child.mjs GAME SECONDS [CHECKOUT]
 * What the rules and bots of other games have met in a process stays with the code that all share, and of two builds in one process the second is up to a sixth slower.
 * Prints {play, search, imagined: [{seats, what, microseconds}]}.
 */
import { buildIn, cpuSecondsOf } from './build.mjs'
import { measureRandomPlay } from './random-play.mjs'
import { decisions, searchFor } from './thinking.mjs'

const LEVEL = 3
/** Times as long as what is measured: two compilers come one after the other, and a search has more code than any other part. */
const WARM_UP = 2
/** Worlds that are imagined of each kind. */
const WORLDS = 3_000
const KINDS = { 'of one view': 16, 'each of another view': 1 }

const [id, duration, folder] = process.argv.slice(2)
const seconds = Number(duration)
const build = await buildIn(folder)
const game = build.games.find((one) => one.id === id)
const { min, max } = game.seats

/** Microseconds for a world, with so many of each view. What engines remember of a view they remember by the object, so a copy is another one. */
function imagining(asked, each) {
  const dice = build.seededDice(5)
  const views = Array.from({ length: WORLDS / each }, (_, index) => {
    const { seat, view } = asked[index % asked.length]
    return { seat, view: structuredClone(view) }
  })
  const used = cpuSecondsOf(() => {
    for (const { seat, view } of views) for (let world = 0; world < each; world++) game.imagine(view, seat, dice)
  })
  return (used * 1e6) / (views.length * each)
}

const play = measureRandomPlay(build, game, { seats: Math.min(4, max), seconds })
const asked = decisions(build, game)
searchFor(build, LEVEL, asked, WARM_UP * seconds)
const search = searchFor(build, LEVEL, asked, seconds)
const seatings = Array.from({ length: max - min + 1 }, (_, index) => min + index)
const imagined = seatings.flatMap((seats) => {
  const those = decisions(build, game, seats)
  return Object.entries(KINDS).map(([what, each]) => {
    imagining(those, each)
    return { seats, what, microseconds: imagining(those, each) }
  })
})
console.log(JSON.stringify({ play, search, imagined }))
