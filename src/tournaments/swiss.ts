/** The next round of a Swiss tournament: who plays with whom, and who has a bye. */
import { playing, type Tournament } from './state.js'

export interface SwissGroups {
  /** Numbers of entrants, in the order of boards. */
  readonly groups: readonly (readonly number[])[]
  readonly byes: readonly number[]
}

export function swissGroups(tournament: Tournament): SwissGroups {
  return { groups: [], byes: playing(tournament).map(({ number }) => number) }
}

/** How many rounds it has. */
export function swissRounds(tournament: Tournament): number {
  return tournament.setting.rounds ?? Math.max(1, Math.ceil(Math.log2(tournament.entrants.length)))
}
