/** Engine speed: uniformly random legal moves through `decide` and `evolve`, one thread, no log. */
import { cpuSecondsOf } from './build.mjs'

/** Moves per CPU second of a game of this build. */
export function measureRandomPlay(build, game, { seats, seconds }) {
  const options = game.schema.options.parse({})
  playMatches(build, game, { seats, options, seconds: Math.min(1, seconds) })
  let moves = 0
  const cpuSeconds = cpuSecondsOf(() => {
    moves = playMatches(build, game, { seats, options, seconds })
  })
  return moves / cpuSeconds
}

function playMatches({ seededDice, seededStream, randomMove }, game, { seats, options, seconds }) {
  const dice = seededDice(1)
  const mover = seededStream(2)
  const choose = (state) => randomMove(game, state, mover)
  const until = performance.now() + seconds * 1000
  let moves = 0
  while (performance.now() < until) moves += playMatch(game, game.initial(options, seats), dice, choose)
  return moves
}

const fold = (game, state, events) => events.reduce((before, event) => game.evolve(before, event), state)

/** The number of moves of one match. */
function playMatch(game, initial, dice, choose) {
  const opened = game.decide(initial, { type: 'start' }, dice)
  if (!opened.ok) throw new Error(opened.refusal.message)
  let state = fold(game, initial, opened.events)
  let moves = 0
  while (!game.phase(state).over) {
    const decision = game.decide(state, choose(state), dice)
    if (!decision.ok) throw new Error(decision.refusal.message)
    state = fold(game, state, decision.events)
    moves++
  }
  return moves
}
