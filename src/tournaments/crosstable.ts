/** Who met whom, and who was ahead. */
import type { Tournament } from './state.js'

export interface Encounter {
  /** Tables at which both sat, played to their end. */
  readonly met: number
  /** 1 for each of them at which the one was ahead of the other, 1/2 where they were level. */
  readonly points: number
}

export interface CrosstableRow {
  readonly entrant: number
  /** In the order of the rows; null against oneself. */
  readonly against: readonly (Encounter | null)[]
  readonly met: number
  readonly points: number
}

/** In the order of the standings. */
export function crosstableOf(tournament: Tournament): readonly CrosstableRow[] {
  return tournament.entrants.map(({ number }) => ({ entrant: number, against: [], met: 0, points: 0 }))
}
