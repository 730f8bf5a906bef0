/** The agents: where those of each owner stand. An owner is a seat or, with three seats, the neutral clan. */
import { itemAt, numberAt } from '../lists.js'
import { LOCATIONS, type Location, locationNumber, OUTSIDE, SEATS_WITH_NEUTRAL } from './content.js'
import { hasNeutral, type State } from './state.js'

export interface Agent {
  readonly owner: number
  readonly location: Location
}

/** The owner number of the neutral clan; -1, which is nobody's, with more than three seats. */
export const neutralOwner = (state: State): number => (hasNeutral(state) ? SEATS_WITH_NEUTRAL : -1)

/** How many agents of this owner stand at each location, then how many outside. */
export const agentRow = ({ agents }: State, owner: number): readonly number[] => itemAt(agents, owner)
export const agentsAt = (state: State, owner: number, location: Location): number =>
  numberAt(agentRow(state, owner), locationNumber(location))
export const agentsOutside = (state: State, owner: number): number => numberAt(agentRow(state, owner), OUTSIDE)

/** One for each owner and location: agents of one owner at one location are interchangeable. */
export function agentsInTheCastle({ agents }: State): Agent[] {
  const found: Agent[] = []
  agents.forEach((row, owner) => {
    LOCATIONS.forEach((location, number) => {
      if (row[number]) found.push({ owner, location })
    })
  })
  return found
}

/** Whether agents stand at two locations at least, so that Betrayal can swap two of them. */
export const canSwapAgents = ({ agents }: State): boolean =>
  LOCATIONS.filter((_, number) => agents.some((row) => row[number])).length > 1

/** Whether agents of both seats stand at one location. */
export function shareLocation(state: State, seat: number, other: number): boolean {
  const own = agentRow(state, seat)
  const theirs = agentRow(state, other)
  return LOCATIONS.some((_, number) => own[number] && theirs[number])
}

/** Whether the seat has an agent here besides the one that it has just moved to `movedTo`. */
export const hasSecondAgentAt = (state: State, seat: number, movedTo: Location | null, location: Location): boolean =>
  agentsAt(state, seat, location) > (location === movedTo ? 1 : 0)
