/** The move that the house makes for a seat whose player does not. */
import { seededStream } from '../dice/seeded.js'
import type { AnyGame } from '../games/contract.js'

/** Two large primes, so that neighbouring versions and seats draw apart. */
const SPREAD = { version: 7919, seat: 104_729 }

/**
 * One of the legal moves, the same whenever it is asked for again. Legal moves tell nothing that the seat does not know (a law of every game), and
 * nothing else of the position is looked at.
 */
export function substituteMove(game: AnyGame, position: { readonly version: number; readonly state: unknown }, seat: number) {
  const moves = game.legalMoves(position.state, seat)
  if (moves.size === 0) return undefined
  const draw = seededStream(position.version * SPREAD.version + seat * SPREAD.seat)
  return moves.at(Math.floor(draw() * moves.size))
}
