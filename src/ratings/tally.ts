/** Ratings after a number of results. */
import type { Rate } from './rate.js'
import type { Rating } from './rating.js'
import type { RatedResult } from './result.js'

/** As much of a result as ratings depend on. */
export type Line = Pick<RatedResult, 'number' | 'places'>

/** A rating, and the results that it follows from. */
export interface Tally extends Rating {
  /** Rated matches so far. */
  readonly matches: number
  /** Of the last result. */
  readonly number: number
}

/** Of those who played, after a result; `before` of everybody. */
export function talliesAfter(rate: Rate, before: ReadonlyMap<string, Tally>, { number, places }: Line): Map<string, Tally> {
  const ratings = rate(places, before)
  return new Map(
    [...ratings].map(([player, { mu, sigma }]) => [
      player,
      { mu, sigma, matches: (before.get(player)?.matches ?? 0) + 1, number },
    ]),
  )
}

/** One player after one result. */
export interface HistoryRow extends Rating {
  readonly number: number
  readonly player: string
  readonly place: number
}

/** Folds results into the tallies, which change with it; what the history tells of them. */
export function follow(rate: Rate, tallies: Map<string, Tally>, results: readonly Line[]): HistoryRow[] {
  return results.flatMap((result) => {
    const after = talliesAfter(rate, tallies, result)
    for (const [player, tally] of after) tallies.set(player, tally)
    return result.places.flatMap(({ player, place }) => {
      const now = after.get(player)
      return now ? [{ number: result.number, player, place, mu: now.mu, sigma: now.sigma }] : []
    })
  })
}
