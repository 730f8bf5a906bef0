/** What bots take to think, one thread alone. */
import { cpuSecondsOf } from './build.mjs'

/** Positions in which each bot is asked. */
const PLACES = 6

/** Decisions of a random match, spread over its length. */
export function decisions({ seededStream, seededDice }, game, seats = game.seats.min) {
  const next = seededStream(7)
  const dice = seededDice(7)
  let state = game.initial(game.schema.options.parse({}), seats)
  state = game.decide(state, { type: 'start' }, dice).state
  const found = []
  for (let phase = game.phase(state); !phase.over; phase = game.phase(state)) {
    const { seat } = phase.awaiting[0]
    const moves = game.legalMoves(state, seat)
    // One that leaves no choice takes no time.
    if (moves.size > 1) found.push({ game, seat, view: game.view(state, seat) })
    state = game.decide(state, { type: 'move', seat, move: moves.at(Math.floor(next() * moves.size)) }, dice).state
  }
  return Array.from({ length: PLACES }, (_, index) => found[Math.floor(((index + 0.5) * found.length) / PLACES)])
}

/** Milliseconds of CPU for a move. */
export function msOf({ strategyOf }, bot, asked) {
  const think = strategyOf(bot)
  for (const one of asked.slice(0, 2)) think({ ...one, seed: 0 }) // warm up
  const seconds = cpuSecondsOf(() => {
    for (const [seed, one] of asked.entries()) think({ ...one, seed })
  })
  return (1000 * seconds) / asked.length
}

/** Iterations of a search per CPU second, for so long: a single round of decisions is over before its code is compiled. */
export function searchFor({ strategyOf, ITERATIONS }, level, asked, seconds) {
  const think = strategyOf(`search:${level}`)
  const until = performance.now() + 1000 * seconds
  let decided = 0
  const used = cpuSecondsOf(() => {
    while (performance.now() < until) think({ ...asked[decided % asked.length], seed: decided++ })
  })
  return (decided * ITERATIONS[level]) / used
}
