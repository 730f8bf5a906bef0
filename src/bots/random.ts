/** Plays uniformly random legal moves. */
import { seededStream, streamDice } from '../dice/seeded.js'
import type { Strategy } from './bot.js'

/** Legal moves tell nothing that the seat does not know (a law of every game), so those of an imagined world are the true ones. */
export const random: Strategy = ({ game, view, seat, seed }) => {
  const next = seededStream(seed)
  // Drawn first, so that it is the same however worlds are imagined.
  const drawn = next()
  const moves = game.legalMoves(game.imagine(view, seat, streamDice(next)), seat)
  return moves.at(Math.floor(drawn * moves.size))
}
