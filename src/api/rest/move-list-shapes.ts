/** Several moves and what became of them, with the moves and notices of all games. */
import { z } from 'zod'
import { MatchMove, MOST_MOVES, SubmitMoves } from '../../match/move-list-shapes.js'
import { ProblemDocument } from '../http/errors.js'

export function moveListShapes(move: z.ZodType, Accepted: z.ZodType) {
  const Sent = MatchMove.extend({ move: move.describe(MatchMove.shape.move.description ?? '') }).meta({
    id: 'MatchMove',
    description: 'A move in one of your matches.',
  })
  return {
    SubmitMoves: SubmitMoves.extend({
      moves: z
        .array(Sent)
        .min(1)
        .max(MOST_MOVES)
        .describe(SubmitMoves.shape.moves.description ?? ''),
    }).meta({ id: 'SubmitMoves', description: 'Several moves.' }),
    MoveList: z
      .strictObject({
        items: z
          .array(z.union([Accepted, ProblemDocument]))
          .describe(
            'One for each move, in their order: it is in the log, or it is not, and the item is a problem with a `code`.',
          ),
      })
      .meta({ id: 'MoveList', description: 'What became of several moves.' }),
  }
}
