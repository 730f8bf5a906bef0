/** Engine speed: uniformly random legal moves through `decide` and `evolve`, one thread, no log. */
import { seededDice, seededStream } from '../dist/dice/seeded.js'
import { randomMove } from '../dist/match/offline/simulation.js'

export function measureRandomPlay(game, { seats, options = {}, seconds }) {
  const parsed = game.schema.options.parse(options)
  playMatches(game, seats, parsed, Math.min(1, seconds))
  return playMatches(game, seats, parsed, seconds)
}

function playMatches(game, seats, options, limit) {
  const dice = seededDice(1)
  const mover = seededStream(2)
  const began = performance.now()
  const cpu = process.cpuUsage()
  let moves = 0
  let matches = 0
  let seconds = 0
  while (seconds < limit) {
    moves += playMatch(game, game.initial(options, seats), dice, mover)
    matches++
    seconds = (performance.now() - began) / 1000
  }
  const used = process.cpuUsage(cpu)
  return { moves, matches, seconds, cpuSeconds: (used.user + used.system) / 1e6 }
}

const fold = (game, state, events) => events.reduce((before, event) => game.evolve(before, event), state)

/** The number of moves of one match. */
function playMatch(game, initial, dice, mover) {
  const opened = game.decide(initial, { type: 'start' }, dice)
  if (!opened.ok) throw new Error(opened.refusal.message)
  let state = fold(game, initial, opened.events)
  let moves = 0
  while (!game.phase(state).over) {
    const decision = game.decide(state, randomMove(game, state, mover), dice)
    if (!decision.ok) throw new Error(decision.refusal.message)
    state = fold(game, state, decision.events)
    moves++
  }
  return moves
}
