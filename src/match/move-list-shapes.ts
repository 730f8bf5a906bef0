/** Several moves in one request. */
import { z } from 'zod'
import { MoveRequest } from './shapes.js'

/** In one request. */
export const MOST_MOVES = 100

/** What is no id of a match is answered like an id that is not in use. */
export const MatchMove = z
  .strictObject({ match: z.string().describe('Id of the match.'), ...MoveRequest.omit({ game: true }).shape })
  .meta({ id: 'MatchMove', description: 'A move in one of your matches.' })
export type MatchMove = z.infer<typeof MatchMove>

/** Each is read on its own: what is wrong with one harms no other. */
export const SubmitMoves = z
  .strictObject({
    moves: z
      .array(z.unknown())
      .min(1)
      .max(MOST_MOVES)
      .describe('Of different matches or of one; those of one match are made one after the other, in this order.'),
  })
  .meta({ id: 'SubmitMoves', description: 'Several moves.' })
