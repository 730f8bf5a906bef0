/** Who stands where, best first. */
import type { Tournament } from './state.js'
import type { TieBreak } from './tie-breaks.js'

export interface TieBreakValue {
  readonly name: TieBreak
  readonly value: number
}

export interface Standing {
  readonly entrant: number
  /** Those for whom everything ties share a place, and the next place counts them (1, 1, 3). */
  readonly place: number
  readonly points: number
  /** Tables that were played to their end. */
  readonly played: number
  /** Of these, tables at which nobody else was first. */
  readonly wins: number
  /** In the order in which they count, after the points. */
  readonly tieBreaks: readonly TieBreakValue[]
}

export function standingsOf(tournament: Tournament): readonly Standing[] {
  return tournament.entrants.map(({ number }) => ({ entrant: number, place: 1, points: 0, played: 0, wins: 0, tieBreaks: [] }))
}
