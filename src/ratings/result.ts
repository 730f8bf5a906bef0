/** Results that count: what a rated match says about those who played it. */
import type { RatedEnd } from '../match/rated-ends.js'
import type { Placed } from './rate.js'

/** A line of the log of results. */
export interface RatedResult {
  /** From 1 in every game. */
  readonly number: number
  readonly match: string
  /** When the match ended. */
  readonly at: string
  readonly places: readonly Placed[]
}

/**
 * Undefined if it does not count. Where a seat has changed hands, its place tells neither how well the one played nor the other; and whoever has two seats would be compared with themselves.
 * Matches that were aborted have no result, so they do not even come here.
 */
export function placesOf({ seats, changedHands }: RatedEnd): Placed[] | undefined {
  const players = new Set(seats.map(({ player }) => player))
  if (changedHands || players.size < 2 || players.size < seats.length) return undefined
  return seats.map(({ player, place }) => ({ player, place }))
}
