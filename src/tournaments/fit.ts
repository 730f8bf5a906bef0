/** How strong the entrants are, by maximum likelihood. */
import type { Tournament } from './state.js'

/** On a logarithmic scale whose mean over the entrants is 0. */
export interface Strength {
  readonly entrant: number
  readonly log: number
  /** Of the logarithm: the bounds of its 95 % interval. */
  readonly interval: readonly [number, number]
  /** The same on the scale of Elo ratings: 400 points are odds of ten to one. */
  readonly points: number
  readonly pointsInterval: readonly [number, number]
  readonly tables: number
}

/** Strongest first; those who played no table are left out. */
export function fitOf(_tournament: Tournament): readonly Strength[] {
  return []
}
