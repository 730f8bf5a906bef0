/** What is claimed of the house bots: who beats whom, how often, in every registered game. */
import { games } from '../../dist/games/registry.js'

/** At the smallest seat count: the stronger one in half of the seats, or in one of them, wins at least this share of matches. */
const DUELS = [
  { stronger: 'greedy', weaker: 'random', bar: 0.9 },
  { stronger: 'search:3', weaker: 'random', bar: 0.95 },
  { stronger: 'search:3', weaker: 'greedy', bar: 0.65 },
  { stronger: 'search:5', weaker: 'search:1', bar: 0.6 },
]
/** At the largest: one among others, as a multiple of the fair share, as far as there is room below certainty. */
const AMONG = [
  { stronger: 'greedy', weaker: 'random', times: 2.5 },
  { stronger: 'search:3', weaker: 'greedy', times: 1.5 },
]
const CERTAIN = 0.95

const contest = (game, seats, { stronger, weaker }, bar) => ({
  id: `${game.id} ${seats} ${stronger} ${weaker}`,
  game: game.id,
  seats,
  stronger,
  weaker,
  bar,
})

export const contests = games.flatMap((game) => [
  ...DUELS.map((one) => contest(game, game.seats.min, one, one.bar)),
  ...AMONG.map((one) => contest(game, game.seats.max, one, Math.min(CERTAIN, one.times / game.seats.max))),
])
