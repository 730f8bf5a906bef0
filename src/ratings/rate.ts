/** One result in, ratings out: the only file that knows openskill. */
import { type Rating, UNRATED } from './rating.js'

export interface Placed {
  /** Each player once. */
  readonly player: string
  /** 1 for the winner; those who tie share one. */
  readonly place: number
}

/** Ratings of those who played after a match, from what they were before it; whoever has none has not been rated. */
export type Rate = (places: readonly Placed[], before: ReadonlyMap<string, Rating>) => Map<string, Rating>

/**
 * The model is Bradley-Terry with full pairing: everybody is compared with everybody else in the match. That of the library's choice (Plackett-Luce) would set a third place above two who share
 * the first. Loaded as late as this, because it takes a quarter of a second: it brings a library of several hundred files.
 */
export async function loadRate(): Promise<Rate> {
  const [{ rate }, { bradleyTerryFull }] = await Promise.all([import('openskill'), import('openskill/models')])
  return (places, before) => {
    // Sums of fractions depend on their order: it is always the same, whoever sat where.
    const inOrder = places.toSorted((one, other) => (one.player < other.player ? -1 : 1))
    const teams = inOrder.map(({ player }) => [before.get(player) ?? UNRATED])
    const after = rate(teams, { model: bradleyTerryFull, rank: inOrder.map(({ place }) => place) })
    return new Map(inOrder.map(({ player }, index) => [player, ratingOf(after[index]?.[0])]))
  }
}

/** Nothing but the two figures, whatever else the library carries along. */
function ratingOf(found: Rating | undefined): Rating {
  if (!found) throw new Error('openskill has rated fewer players than there are')
  return { mu: found.mu, sigma: found.sigma }
}
