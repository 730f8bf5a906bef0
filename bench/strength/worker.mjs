/** Plays one set of a contest: one deal, with the stronger bot in each seat once. */

import { strategyOf } from '../../dist/bots/roster.js'
import { seededDice } from '../../dist/dice/seeded.js'
import { findGame } from '../../dist/games/registry.js'

/** Numbers that are far apart for neighbouring contests, sets and decisions. */
function seedOf(text) {
  let hash = 2166136261
  for (const char of text) hash = Math.imul(hash ^ char.charCodeAt(0), 16777619)
  return hash >>> 0
}

function share(over, seat) {
  const winners = over.filter(({ place }) => place === 1)
  return winners.some((one) => one.seat === seat) ? 1 / winners.length : 0
}

function play({ id, game: name, seats, stronger, weaker }, set, own) {
  const game = findGame(name)
  const dice = seededDice(seedOf(`${id} ${set}`))
  let state = game.decide(game.initial(game.schema.options.parse({}), seats), { type: 'start' }, dice).state
  for (let version = 1; ; version++) {
    const { awaiting, over } = game.phase(state)
    if (over) return share(over, own)
    const { seat } = awaiting[0]
    const seed = seedOf(`${id} ${set} ${own} ${version} ${seat}`)
    const move = strategyOf(seat === own ? stronger : weaker)({ game, view: game.view(state, seat), seat, seed })
    const decision = game.decide(state, { type: 'move', seat, move }, dice)
    if (!decision.ok) throw new Error(`${id}: ${JSON.stringify(move)} was refused: ${decision.refusal.message}`)
    state = decision.state
  }
}

export default function playSet({ contest, set }) {
  let won = 0
  for (let own = 0; own < contest.seats; own++) won += play(contest, set, own)
  return won / contest.seats
}
