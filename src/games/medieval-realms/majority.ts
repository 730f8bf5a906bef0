/** Who receives a majority card. */
import { playerAt, stillPlaying } from '../seating.js'
import type { CardRow } from './cards.js'
import { canHold, holding, type State, stepsClockwise } from './state.js'

/**
 * The seat with most of the card's resource, counted after the activator has paid, among the seats whose hand may take the card;
 * null if there are none. A tie goes to the activator if its hand may take the card, even if it is not one of the tied seats,
 * and otherwise to the tied seat nearest to it clockwise.
 */
export function receiverOf(state: State, activator: number, face: CardRow, price: number): number | null {
  const candidates = stillPlaying(state).filter((seat) => canHold(state, playerAt(state, seat), face.colour))
  if (candidates.length === 0) return null
  const held = (seat: number): number => heldAfterPaying(state, seat, face, seat === activator ? price : 0)
  const most = Math.max(...candidates.map(held))
  const tied = candidates.filter((seat) => held(seat) === most)
  if (tied.length > 1 && candidates.includes(activator)) return activator
  return tied.reduce((best, seat) =>
    stepsClockwise(state, activator, seat) < stepsClockwise(state, activator, best) ? seat : best,
  )
}

const heldAfterPaying = (state: State, seat: number, { cost }: CardRow, price: number): number =>
  holding(playerAt(state, seat), cost.pay) - (cost.pay === 'goods' ? price : 0)
