/** The shapes of ratings. One definition for types, GraphQL, OpenAPI and the SDK. */
import { z } from 'zod'
import { Player } from '../accounts/caller.js'
import { RANKED_FROM } from './rating.js'

const game = z.string().describe('Id of the game.')
const figures = {
  mu: z.number().describe('The strength that is most likely; 25 for whoever has not been rated.'),
  sigma: z
    .number()
    .describe('How uncertain that is: in 95 of 100 cases the strength lies within 1.96 times this from `mu`. 8.33 at first.'),
  ordinal: z.number().describe('What leaderboards go by: `mu` - 3 `sigma`. The strength is almost certainly above it.'),
}
const matches = z.int().min(1).describe('Rated matches that counted.')

export const PlayerRating = z
  .strictObject({
    game,
    ...figures,
    matches,
    ranked: z.boolean().describe(`Whether the player has a place on the leaderboard: with ${RANKED_FROM} rated matches.`),
    at: z.iso.datetime().describe('When the last of them ended.'),
  })
  .meta({ id: 'PlayerRating', description: 'How strong a player is in a game, as far as rated matches tell.' })
export type PlayerRating = z.infer<typeof PlayerRating>

export const RankedPlayer = z
  .strictObject({
    rank: z.int().min(1).describe('Place on the leaderboard, from 1.'),
    player: Player.describe('Who; those of the kind `house` are bots of the server.'),
    ...figures,
    matches,
  })
  .meta({ id: 'RankedPlayer', description: 'A line of a leaderboard.' })
export type RankedPlayer = z.infer<typeof RankedPlayer>

export const RatedMatch = z
  .strictObject({
    number: z.int().min(1).describe('Number of the result in its game, from 1: ratings follow from results in this order.'),
    match: z.uuid().describe('Id of the match.'),
    at: z.iso.datetime().describe('When it ended.'),
    place: z.int().min(1).describe('Final place of the player, 1 for the winner; those who tie share one.'),
    seatCount: z.int().min(2).describe('Number of seats.'),
    ...figures,
  })
  .meta({ id: 'RatedMatch', description: 'A rated match, and the rating of a player after it.' })
export type RatedMatch = z.infer<typeof RatedMatch>
