/** What a player has reached. */
import { z } from 'zod'
import { game } from './shapes.js'

export const GameResults = z
  .strictObject({
    game,
    played: z.int().min(0).describe('Public matches that are over.'),
    won: z.int().min(0).describe('How many of them with place 1, shared or alone.'),
    places: z
      .array(
        z
          .strictObject({
            place: z.int().min(1).describe('Final place, 1 for the winner.'),
            times: z.int().min(1).describe('How often.'),
          })
          .meta({ id: 'PlaceCount', description: 'How often a player had a final place.' }),
      )
      .describe('The places reached, best first.'),
  })
  .meta({ id: 'GameResults', description: 'What a player has reached in a game, in public matches that are over.' })
export type GameResults = z.infer<typeof GameResults>
