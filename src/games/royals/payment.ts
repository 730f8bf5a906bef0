/**
 * Paying with cards and jokers. A price is a number of units; a unit is one matching card, or `joker` cards of any kind. So
 * the cards alone tell how many jokers a payment has: with j jokers it has `units + j * (joker - 1)` cards, and at least `units - j` match.
 */
import { itemAt, numberAt } from '../lists.js'
import { KING, type Position } from './board.js'
import { CARDS_OF, type Counts, exceeds, minus, PAIRS_SHOWING, total } from './cards.js'
import { COUNTRY_JOKER, INTRIGUE_JOKER, INTRIGUE_PRICE, INTRIGUE_PRICE_OF_A_KING } from './content.js'

export interface Price {
  readonly units: number
  /** How many cards of any kind stand for one. */
  readonly joker: number
  /** By kind of card: does it match? */
  readonly matches: readonly boolean[]
}

/** `whenShort`: jokers only if the hand holds fewer matching cards than the price has units. */
export type JokerRule = 'whenShort' | 'always'

/** Titles need 12 cards at the most. */
const MOST_UNITS = 12
const pricesIn = (matches: readonly boolean[], joker: number): Price[] =>
  Array.from({ length: MOST_UNITS + 1 }, (_, units) => ({ units, joker, matches }))
/** By country and units: made once, because every legal move and every refusal asks for some of them. */
const COUNTRY_PRICES = CARDS_OF.map((matches) => pricesIn(matches, COUNTRY_JOKER))
const INTRIGUE_PRICES = PAIRS_SHOWING.map((matches) => pricesIn(matches, INTRIGUE_JOKER))

export const countryPrice = ({ country, needed }: Pick<Position, 'country' | 'needed'>): Price =>
  itemAt(itemAt(COUNTRY_PRICES, country), needed)

export const intriguePrice = ({ country, title }: Position): Price =>
  itemAt(itemAt(INTRIGUE_PRICES, country), title === KING ? INTRIGUE_PRICE_OF_A_KING : INTRIGUE_PRICE)

export function matching(cards: Counts, { matches }: Price): number {
  let sum = 0
  for (let kind = 0; kind < cards.length; kind++) if (matches[kind]) sum += numberAt(cards, kind)
  return sum
}

/** The most units that these cards can pay. */
export function worth(cards: Counts, price: Price): number {
  const singles = matching(cards, price)
  return singles + Math.floor((total(cards) - singles) / price.joker)
}

export const canPay = (hand: Counts, price: Price): boolean => worth(hand, price) >= price.units

export const cardsWith = ({ units, joker }: Price, jokers: number): number => units + jokers * (joker - 1)
export const fewestJokers = (matching: number, { units }: Price): number => Math.max(0, units - matching)

/** The most jokers that a payment may hold, of a hand with so many matching cards and so many cards in all. */
export function mostJokers(matching: number, all: number, { units, joker }: Price, rule: JokerRule): number {
  if (matching >= units && rule === 'whenShort') return 0
  return Math.min(units, Math.floor((all - units) / (joker - 1)))
}

export type PaymentFault = 'notInHand' | 'tooSmall' | 'notExact' | 'jokerNotNeeded'

/** What is wrong with a payment; undefined if it may be made from this hand. */
export function paymentFault(hand: Counts, paid: Counts, price: Price, rule: JokerRule): PaymentFault | undefined {
  if (exceeds(paid, hand)) return 'notInHand'
  if (worth(paid, price) < price.units) return 'tooSmall'
  const jokers = (total(paid) - price.units) / (price.joker - 1)
  if (!Number.isInteger(jokers) || jokers > price.units) return 'notExact'
  return jokers > mostJokers(matching(hand, price), total(hand), price, rule) ? 'jokerNotNeeded' : undefined
}

/**
 * The payment used when a move has none: as few cards as possible, so every matching card is used before a joker is made. Where there
 * is a choice of kinds, it takes one card at a time, of the kind of which most are left; between equals the kind that is listed first.
 */
export function cheapest(hand: Counts, price: Price): number[] {
  const jokers = fewestJokers(matching(hand, price), price)
  const left = hand.slice()
  for (let i = price.units - jokers; i > 0; i--) takeMostPlentiful(left, price.matches)
  for (let i = jokers * price.joker; i > 0; i--) takeMostPlentiful(left)
  return minus(hand, left)
}

function takeMostPlentiful(left: number[], among?: readonly boolean[]): void {
  let best = -1
  for (let kind = 0; kind < left.length; kind++)
    if ((!among || among[kind]) && (best < 0 || numberAt(left, kind) > numberAt(left, best))) best = kind
  left[best] = numberAt(left, best) - 1
}

/** Whether cards of one kind, and no others, pay this: the most common case by far. */
export function hasOneWay(hand: Counts, { units, matches }: Price, rule: JokerRule): boolean {
  let only = -1
  for (let kind = 0; kind < hand.length; kind++) {
    if (!matches[kind] || numberAt(hand, kind) === 0) continue
    if (only >= 0) return false
    only = kind
  }
  return rule === 'whenShort' && only >= 0 && numberAt(hand, only) >= units
}
