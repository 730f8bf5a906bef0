/** Ratings: what everybody may ask, and the work behind it. */
import type { Pool } from 'pg'
import type { Listed, ListPage } from '../accounts/lists.js'
import { type ConsumerDeps, consumer } from './consumer.js'
import { historyOf, pointsOf, ratingsOfPlayer } from './history.js'
import { leaderboard } from './leaderboard.js'
import { plot } from './plot.js'
import { loadRate } from './rate.js'
import type { PlayerRating, RankedPlayer, RatedMatch } from './shapes.js'

/** What transports use: the same for whoever asks. Players are named by their ids. */
export interface Ratings {
  /** The strongest first: those who have been rated often enough, bots of the house included. */
  leaderboard(game: string, page: ListPage): Promise<Listed<RankedPlayer>>
  /** In all games in which the player has been rated. */
  ofPlayer(player: string): Promise<PlayerRating[]>
  /** The newest first. */
  history(player: string, game: string, page: ListPage): Promise<Listed<RatedMatch>>
  /** The history drawn, as SVG. */
  plot(player: string, game: string, title: string): Promise<string>
}

export interface RatingService extends Ratings {
  /** A rated match has ended. */
  nudge(): void
  /** Takes up what is left over; to be called every few seconds. */
  sweep(): Promise<void>
  stop(): Promise<void>
}

interface RatingDeps extends Omit<ConsumerDeps, 'pool' | 'loadRate'> {
  /** For whoever asks. */
  readonly pool: Pool
  /** For what is written: a connection is held for a while. */
  readonly writing: Pool
}

export function ratingService({ pool, writing, ends, onError }: RatingDeps): RatingService {
  const { nudge, look, stop } = consumer({ pool: writing, ends, loadRate, onError })
  return {
    leaderboard: (game, page) => leaderboard(pool, game, page),
    ofPlayer: (player) => ratingsOfPlayer(pool, player),
    history: (player, game, page) => historyOf(pool, player, game, page),
    async plot(player, game, title) {
      const { points, from } = await pointsOf(pool, player, game)
      return plot(title, [{ name: title, points }], from)
    },
    nudge,
    sweep: look,
    stop,
  }
}
