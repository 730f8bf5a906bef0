/** By what entrants are ranked before the first round. */
import type { TournamentSetting } from './setting.js'

interface Rated {
  readonly game: string
  /** How strong the player most likely is. */
  readonly mu: number
}

/** The mean of the player's ratings in the games that are played; null if there is none. */
export function entryRating({ games }: TournamentSetting, ratings: readonly Rated[]): number | null {
  const played = new Set(games.map(({ game }) => game))
  const known = ratings.filter(({ game }) => played.has(game)).map(({ mu }) => mu)
  return known.length === 0 ? null : known.reduce((sum, mu) => sum + mu, 0) / known.length
}
