/** Ratings by GraphQL. Games are named as `GameId` names them. */
import type { GraphqlDeps, Resolvers } from './context.js'
import { ListPage, parse } from './inputs.js'

export const ratingQueries = ({ ratings, accounts }: GraphqlDeps): Resolvers[string] => ({
  leaderboard: (_, { game, ...page }) => ratings.leaderboard(game, parse(ListPage, page)),
  playerRatings: async (_, { player: named }) => {
    const player = await accounts.find(named)
    return player && ratings.ofPlayer(player.id)
  },
  ratingHistory: async (_, { player: named, game, ...page }) => {
    const player = await accounts.find(named)
    return player && ratings.history(player.id, game, parse(ListPage, page))
  },
})
