/** Who has the majority where, and what it is worth. */
import { numberAt } from '../lists.js'
import { agentRow } from './agents.js'
import { groupSizes } from './castle.js'
import { LOCATIONS, type Location, ROOM_COUNT } from './content.js'
import type { Majority, State } from './state.js'

const ownPieces = (state: State, seat: number, number: number): number =>
  numberAt(agentRow(state, seat), number) + numberAt(state.turn.counsellorsOut, number)

function mostOfAnother(state: State, seat: number, number: number): number {
  let most = 0
  for (let owner = 0; owner < state.agents.length; owner++) {
    if (owner !== seat) most = Math.max(most, numberAt(agentRow(state, owner), number))
  }
  return most
}

/** More pieces than any other single player, and no king unless Alliance was played; or the tie named for Diplomacy. */
function hasMajority(state: State, seat: number, location: Location, number: number): boolean {
  if (state.turn.tie === location) return true
  if (state.king === location && state.turn.card !== 'alliance') return false
  return ownPieces(state, seat, number) > mostOfAnother(state, seat, number)
}

/** Where Diplomacy can help: pieces of one's own, as many as the strongest other player, and no king. */
export const ties = (state: State, seat: number): Location[] =>
  LOCATIONS.filter((location, number) => {
    const own = ownPieces(state, seat, number)
    return own > 0 && state.king !== location && own === mostOfAnother(state, seat, number)
  })

/** Rooms of one group give as many spaces each as the group has rooms; tower and rampart stand alone. */
export function majorities(state: State, seat: number): Majority[] {
  const won = LOCATIONS.map((location, number) => hasMajority(state, seat, location, number))
  const rooms = won.slice(0, ROOM_COUNT).reduce((set, isWon, number) => (isWon ? set | (1 << number) : set), 0)
  const sizes = groupSizes(state.options.map, rooms)
  return LOCATIONS.flatMap((location, number) => (won[number] ? [{ location, spaces: sizes[number] ?? 1 }] : []))
}
