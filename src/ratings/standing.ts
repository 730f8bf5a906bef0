/** Where players stand in a game after a number of results. */
import type { Rate } from './rate.js'
import type { Rating } from './rating.js'
import type { RatedResult } from './result.js'

/** As much of a result as ratings depend on. */
export type Line = Pick<RatedResult, 'number' | 'places'>

export interface Standing extends Rating {
  /** Rated matches so far. */
  readonly matches: number
  /** Of the last result. */
  readonly number: number
}

/** Of those who played, after a result; `before` of everybody. */
export function standingsAfter(
  rate: Rate,
  before: ReadonlyMap<string, Standing>,
  { number, places }: Line,
): Map<string, Standing> {
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

/** Folds results into the standings, which change with it; what the history tells of them. */
export function follow(rate: Rate, standings: Map<string, Standing>, results: readonly Line[]): HistoryRow[] {
  return results.flatMap((result) => {
    const after = standingsAfter(rate, standings, result)
    for (const [player, standing] of after) standings.set(player, standing)
    return result.places.flatMap(({ player, place }) => {
      const now = after.get(player)
      return now ? [{ number: result.number, player, place, mu: now.mu, sigma: now.sigma }] : []
    })
  })
}
