/** The legal moves of a seat as whoever plays it is told them, on a server and without one. */
import type { AnyGame } from '../../games/contract.js'
import type { LegalMovePage } from '../shapes.js'

/** Whose moves they are, and where the match stands. */
interface Listed {
  readonly game: AnyGame
  readonly version: number
  readonly seat: number
  readonly decision: string | null
}

export function legalMovePage(
  { game, version, seat, decision }: Listed,
  moves: ReturnType<AnyGame['legalMoves']>,
  { first, after = 0 }: { first: number; after?: number | undefined },
): LegalMovePage {
  const end = Math.min(moves.size, after + first)
  const page = Array.from({ length: Math.max(0, end - after) }, (_, index) => moves.at(after + index))
  return {
    version,
    seat,
    decision,
    total: moves.size,
    complete: moves.complete,
    moves: page.map((move) => ({ move, label: game.describe.move(move) })),
    next: end < moves.size ? end : null,
  }
}
