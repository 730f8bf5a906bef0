/** The hand limit at the end of a turn: exactly the surplus is discarded, in cards of the seat's choice. */
import { type Choices, computed } from '../choices.js'
import type { Refusal } from '../contract.js'
import { type Counts, countryCards, countsOfCountries, countsOfPairs, intrigueCards, total } from './cards.js'
import { COUNTRY_LIMIT, INTRIGUE_LIMIT } from './content.js'
import { selections } from './payment.js'
import type { Move } from './schema.js'
import { cardCount, intrigueCount, type Player } from './state.js'

export type DiscardMove = Extract<Move, { type: 'discard' }>

export const surplusCards = (player: Player): number => Math.max(0, cardCount(player) - COUNTRY_LIMIT)
export const surplusIntrigue = (player: Player): number => Math.max(0, intrigueCount(player) - INTRIGUE_LIMIT)

export function discards(player: Player): Choices<Move> {
  const cards = selections(player.cards, surplusCards(player))
  const intrigue = selections(player.intrigue, surplusIntrigue(player))
  return computed(cards.size * intrigue.size, (index) => ({
    type: 'discard',
    cards: countryCards(cards.at(index % cards.size)),
    intrigue: intrigueCards(intrigue.at(Math.floor(index / cards.size))),
  }))
}

export function illegalDiscard(player: Player, move: DiscardMove): Refusal | undefined {
  const cards = countsOfCountries(move.cards)
  const intrigue = countsOfPairs(move.intrigue)
  if (total(cards) !== surplusCards(player))
    return no('WRONG_NUMBER_OF_CARDS', `Discard exactly ${surplusCards(player)} country card(s): the limit is ${COUNTRY_LIMIT}.`)
  if (total(intrigue) !== surplusIntrigue(player))
    return no(
      'WRONG_NUMBER_OF_INTRIGUE',
      `Discard exactly ${surplusIntrigue(player)} intrigue card(s): the limit is ${INTRIGUE_LIMIT}.`,
    )
  if (exceeds(cards, player.cards))
    return no('CARDS_NOT_IN_HAND', 'You do not hold all the country cards that you want to discard.')
  if (exceeds(intrigue, player.intrigue))
    return no('INTRIGUE_NOT_IN_HAND', 'You do not hold all the intrigue cards that you want to discard.')
  return undefined
}

const exceeds = (some: Counts, hand: Counts): boolean => some.some((count, kind) => count > (hand[kind] as number))
const no = (code: string, message: string): Refusal => ({ code, message })
