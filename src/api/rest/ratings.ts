/** Ratings: leaderboards, and how a player's rating came about. */
import { z } from 'zod'
import type { Player } from '../../accounts/caller.js'
import type { AnyGame } from '../../games/contract.js'
import { notFound } from '../../platform/problem.js'
import { Leaderboard, PlayerRatings, RatingHistory } from './lists.js'
import type { RestDeps, ZodRoutes } from './routing.js'
import { GameAddress, PlainQuery, PlayerAddress, RatingAddress } from './shapes.js'

const tags = ['ratings']
const svg = { description: 'The plot.', content: { 'image/svg+xml': { schema: z.string() } } }

const SCHEMAS = {
  leaderboard: {
    tags,
    operationId: 'getLeaderboard',
    summary: 'The players of a game by rating, the strongest first',
    description:
      'Those with ten rated matches or more, by `mu` - 3 `sigma`, a page at a time. Bots of the house are among them, as players of the kind `house`.',
    problems: ['DATABASE_UNAVAILABLE'],
    params: GameAddress,
    querystring: PlainQuery,
    response: { 200: Leaderboard },
  },
  ofPlayer: {
    tags,
    operationId: 'getPlayerRatings',
    summary: 'The ratings of a player, by game',
    description: 'How strong the player is in each game, as far as rated matches tell; nothing of games in which none counted.',
    problems: ['DATABASE_UNAVAILABLE'],
    params: PlayerAddress,
    response: { 200: PlayerRatings },
  },
  history: {
    tags,
    operationId: 'getRatingHistory',
    summary: 'The rated matches of a player in a game, and the rating after each, the newest first',
    description: 'A page at a time. The numbers are those of the log of results, from which all ratings of the game follow.',
    problems: ['DATABASE_UNAVAILABLE'],
    params: RatingAddress,
    querystring: PlainQuery,
    response: { 200: RatingHistory },
  },
  plot: {
    tags,
    operationId: 'getRatingPlot',
    summary: 'The rating of a player in a game, drawn',
    description:
      'An SVG of the last 1,000 rated matches: the most likely strength, and the interval in which it lies in 95 of 100 cases.',
    problems: ['DATABASE_UNAVAILABLE'],
    params: RatingAddress,
    response: { 200: svg },
  },
} as const

export function ratingRoutes(app: ZodRoutes, { ratings, accounts, games }: RestDeps): void {
  const game = (id: string): AnyGame =>
    known(
      games.find((one) => one.id === id),
      'game',
    )
  const player = async (named: string): Promise<Player> => known(await accounts.find(named), 'player')

  app.get('/v1/games/:id/leaderboard', { schema: SCHEMAS.leaderboard }, async ({ params, query }) =>
    ratings.leaderboard(game(params.id).id, query),
  )

  app.get('/v1/players/:id/ratings', { schema: SCHEMAS.ofPlayer }, async ({ params }) => ({
    items: await ratings.ofPlayer((await player(params.id)).id),
  }))

  app.get('/v1/players/:id/ratings/:game/history', { schema: SCHEMAS.history }, async ({ params, query }) =>
    ratings.history((await player(params.id)).id, game(params.game).id, query),
  )

  app.get('/v1/players/:id/ratings/:game/plot', { schema: SCHEMAS.plot }, async ({ params }, reply) => {
    const [of, { id, name }] = [await player(params.id), game(params.game)]
    return reply.type('image/svg+xml; charset=utf-8').send(await ratings.plot(of.id, id, `${of.name}: ${name}`))
  })
}

function known<T>(found: T | null | undefined, what: string): T {
  if (!found) throw notFound(what)
  return found
}
