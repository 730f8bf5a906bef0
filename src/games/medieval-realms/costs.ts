/** What is counted of a seat, and what a card costs it. Only its own leaders and its own cards in play count. */
import { playerAt } from '../seating.js'
import { type CardRow, COUNTED_COLOUR, type Colour, type Count } from './cards.js'
import { catalogueOf } from './catalogue.js'
import { FIELDS_PER_PRICE, STRENGTH } from './content.js'
import { buffersOf, faceAmong, faceOf, holding, type Player, type State } from './state.js'

export function countOf(state: State, seat: number, count: Count): number {
  switch (count) {
    case 'one':
      return 1
    case 'mayors':
      return playerAt(state, seat).leaders.mayor + buffersOf(state)
    case 'strength':
      return strengthOf(playerAt(state, seat))
    case 'colours':
      return new Set(playerAt(state, seat).inPlay.map((card) => faceOf(state, card).colour)).size
    default:
      return cardsOfColour(state, seat, COUNTED_COLOUR[count])
  }
}

/** Admirals and generals; a buffer is no military leader. */
const strengthOf = ({ leaders }: Player): number => leaders.admiral * STRENGTH.admiral + leaders.general * STRENGTH.general

function cardsOfColour(state: State, seat: number, colour: Colour): number {
  const { faces } = catalogueOf(state.options)
  let cards = 0
  for (const card of playerAt(state, seat).inPlay) if (faceAmong(faces, card).colour === colour) cards++
  return cards
}

/** Goods to activate a card on this field, 1 to 12. */
export const priceOf = (field: number): number => Math.ceil(field / FIELDS_PER_PRICE)

/** The printed amount for this number of seats, before any addition; none for an auction card. */
export const printedAmount = ({ cost }: CardRow, seats: number): number | undefined =>
  cost.amounts.length > 1 ? cost.amounts[seats - 2] : cost.amounts[0]

export function costOf(state: State, seat: number, face: CardRow): number {
  const printed = printedAmount(face, state.players.length) ?? 0
  const { plus, plusPer } = face.cost
  return plus === 0 ? printed : printed + plus * countOf(state, seat, plusPer)
}

export const canPay = (state: State, seat: number, face: CardRow): boolean =>
  holding(playerAt(state, seat), face.cost.pay) >= costOf(state, seat, face)
