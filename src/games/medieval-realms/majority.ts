/** Who receives a majority card. */
import { hasLeft, playerAt } from '../seating.js'
import type { CardRow } from './cards.js'
import { canHold, holding, type State } from './state.js'

/**
 * The seat with most of the card's resource, counted after the activator has paid, among the seats whose hand may take the card;
 * null if there are none. A tie goes to the activator if its hand may take the card, even if it is not one of the tied seats,
 * and otherwise to the tied seat nearest to it clockwise.
 */
export function receiverOf(state: State, activator: number, face: CardRow, price: number): number | null {
  const seats = state.players.length
  let receiver: number | null = null
  let most = Number.NEGATIVE_INFINITY
  let tied = 0
  for (let step = 0; step < seats; step++) {
    const seat = (activator + step) % seats
    if (!canTake(state, seat, face)) continue
    const held = heldAfterPaying(state, seat, face, step === 0 ? price : 0)
    if (held === most) tied++
    if (held <= most) continue
    receiver = seat
    most = held
    tied = 1
  }
  return tied > 1 && canTake(state, activator, face) ? activator : receiver
}

const canTake = (state: State, seat: number, { colour }: CardRow): boolean =>
  !hasLeft(state, seat) && canHold(state, playerAt(state, seat), colour)

const heldAfterPaying = (state: State, seat: number, { cost }: CardRow, price: number): number =>
  holding(playerAt(state, seat), cost.pay) - (cost.pay === 'goods' ? price : 0)
