/** The points of each seat at the end of the match, and the final places. */
import type { Placing } from '../contract.js'
import { placings } from '../placings.js'
import { hasLeft, playerAt } from '../seating.js'
import { LEAD_POINTS, spaceAt } from './content.js'
import type { State } from './state.js'
import { isAloneAhead } from './tracks.js'

export interface Score {
  readonly trackPoints: number
  readonly leadPoints: number
  readonly chipPoints: number
  readonly counsellorPoints: number
  readonly total: number
}

/** An open domain card gives points to a seat that has not left and is alone ahead on that track. */
export function scoreOf(state: State, seat: number): Score {
  const { steps, chips, counsellors, domain, domainOpen } = playerAt(state, seat)
  const trackPoints = steps.reduce((sum, step) => sum + spaceAt(step), 0)
  const leads = domain !== null && domainOpen && !hasLeft(state, seat) && isAloneAhead(state, seat, domain)
  const leadPoints = leads ? LEAD_POINTS : 0
  return {
    trackPoints,
    leadPoints,
    chipPoints: chips,
    counsellorPoints: counsellors,
    total: trackPoints + leadPoints + chips + counsellors,
  }
}

/** Most points; a tie goes to more chips, and is shared after that. */
export function finalPlaces(state: State): Placing[] {
  const standings = state.players.map(({ chips }, seat) => {
    const { total } = scoreOf(state, seat)
    return { seat, score: total, key: [total, chips] }
  })
  return placings(standings, state.left)
}
