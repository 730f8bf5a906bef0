/** Looks one move ahead in a few imagined worlds and takes what looks best there. */
import { type Stream, seededStream, streamDice } from '../dice/seeded.js'
import type { AnyGame } from '../games/contract.js'
import { fractionAt, itemAt } from '../games/lists.js'
import type { Move, Strategy } from './bot.js'
import { candidates } from './candidates.js'
import { after, outlookOf } from './outlook.js'

const WORLDS = 2
const MOST_MOVES = 150

export const greedy: Strategy = ({ game, view, seat, seed }) => {
  const next = seededStream(seed)
  const dice = streamDice(next)
  const worlds = Array.from({ length: WORLDS }, () => game.imagine(view, seat, dice))
  const moves = candidates(game.legalMoves(worlds[0], seat), MOST_MOVES, next)
  if (moves.length === 1) return itemAt(moves, 0)
  const worths = moves.map((move) => worthOf(game, worlds, seat, move, next))
  return itemAt(moves, worths.indexOf(Math.max(...worths)))
}

/** Of the seat's share; a little chance decides between equals. */
function worthOf(game: AnyGame, worlds: readonly unknown[], seat: number, move: Move, next: Stream): number {
  const dice = streamDice(next)
  let sum = next() * 1e-9
  for (const world of worlds) {
    const then = after(game, world, seat, move, dice)
    sum += then === undefined ? -1 : fractionAt(outlookOf(game, then), seat)
  }
  return sum
}
