/**
 * Paying with cards and jokers. A price is a number of units; a unit is one matching card, or `joker` cards of any kind. So
 * the cards alone tell how many jokers a payment has: with j jokers it has `units + j * (joker - 1)` cards, and at least `units - j` match.
 */
import { type Choices, computed } from '../choices.js'
import { itemAt } from '../lists.js'
import { KING, type Position } from './board.js'
import { CARDS_OF, type Counts, exceeds, PAIRS_SHOWING, plus, total } from './cards.js'
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

export const countryPrice = ({ country, needed }: Pick<Position, 'country' | 'needed'>): Price => ({
  units: needed,
  joker: COUNTRY_JOKER,
  matches: itemAt(CARDS_OF, country),
})

export const intriguePrice = ({ country, title }: Position): Price => ({
  units: title === KING ? INTRIGUE_PRICE_OF_A_KING : INTRIGUE_PRICE,
  joker: INTRIGUE_JOKER,
  matches: itemAt(PAIRS_SHOWING, country),
})

export function matching(cards: Counts, { matches }: Price): number {
  let sum = 0
  for (let kind = 0; kind < cards.length; kind++) if (matches[kind]) sum += itemAt(cards, kind)
  return sum
}

/** The most units that these cards can pay. */
export function worth(cards: Counts, price: Price): number {
  const singles = matching(cards, price)
  return singles + Math.floor((total(cards) - singles) / price.joker)
}

export const canPay = (hand: Counts, price: Price): boolean => worth(hand, price) >= price.units

const cardsWith = ({ units, joker }: Price, jokers: number): number => units + jokers * (joker - 1)
const fewestJokers = (hand: Counts, price: Price): number => Math.max(0, price.units - matching(hand, price))

/** The numbers of jokers that a payment from this hand may hold, from the fewest to the most. */
function jokerRange(hand: Counts, price: Price, rule: JokerRule): [number, number] {
  const fewest = fewestJokers(hand, price)
  if (fewest === 0 && rule === 'whenShort') return [0, 0]
  const spare = Math.floor((total(hand) - price.units) / (price.joker - 1))
  return [fewest, Math.min(price.units, spare)]
}

export type PaymentFault = 'notInHand' | 'tooSmall' | 'notExact' | 'jokerNotNeeded'

/** What is wrong with a payment; undefined if it may be made from this hand. */
export function paymentFault(hand: Counts, paid: Counts, price: Price, rule: JokerRule): PaymentFault | undefined {
  if (exceeds(paid, hand)) return 'notInHand'
  if (worth(paid, price) < price.units) return 'tooSmall'
  const jokers = (total(paid) - price.units) / (price.joker - 1)
  if (!Number.isInteger(jokers) || jokers > price.units) return 'notExact'
  return jokers > jokerRange(hand, price, rule)[1] ? 'jokerNotNeeded' : undefined
}

/**
 * The payment used when a move has none: as few cards as possible, so every matching card is used before a joker is made. Where there
 * is a choice of kinds, it takes one card at a time, of the kind of which most are left; between equals the kind that is listed first.
 */
export function cheapest(hand: Counts, price: Price): number[] {
  const jokers = fewestJokers(hand, price)
  const left = [...hand]
  for (let i = price.units - jokers; i > 0; i--) takeMostPlentiful(left, price.matches)
  for (let i = jokers * price.joker; i > 0; i--) takeMostPlentiful(left)
  return left.map((count, kind) => itemAt(hand, kind) - count)
}

function takeMostPlentiful(left: number[], among?: readonly boolean[]): void {
  let best = -1
  for (let kind = 0; kind < left.length; kind++)
    if ((!among || among[kind]) && (best < 0 || itemAt(left, kind) > itemAt(left, best))) best = kind
  left[best] = itemAt(left, best) - 1
}

/** All payments with the same number of matching and of other cards. */
interface Part {
  readonly matched: number
  readonly other: number
  readonly size: number
}

const matchingPart = (hand: Counts, { matches }: Price): Counts => hand.map((count, kind) => (matches[kind] ? count : 0))
const otherPart = (hand: Counts, { matches }: Price): Counts => hand.map((count, kind) => (matches[kind] ? 0 : count))

/** Every payment that may be made from this hand, in parts: fewest jokers first. */
function parts(hand: Counts, price: Price, rule: JokerRule): Part[] {
  const [fewest, most] = jokerRange(hand, price, rule)
  const own = ways(matchingPart(hand, price))
  const others = ways(otherPart(hand, price))
  const list: Part[] = []
  for (let jokers = fewest; jokers <= most; jokers++) {
    const cards = cardsWith(price, jokers)
    for (
      let matched = Math.max(price.units - jokers, cards - others.length + 1);
      matched < own.length && matched <= cards;
      matched++
    )
      list.push({
        matched,
        other: cards - matched,
        size: itemAt(own, matched) * itemAt(others, cards - matched),
      })
  }
  return list
}

function sizeOf(list: readonly Part[]): number {
  let size = 0
  for (const part of list) size += part.size
  return size
}

/** How many payments may be made from this hand. */
export function countPayments(hand: Counts, price: Price, rule: JokerRule): number {
  const kinds = price.matches.filter((match, kind) => match && itemAt(hand, kind) > 0).length
  const plain = rule === 'whenShort' && kinds === 1 && matching(hand, price) >= price.units
  return plain ? 1 : sizeOf(parts(hand, price, rule))
}

/** Every payment that may be made from this hand; each is worked out from its index. */
export function payments(hand: Counts, price: Price, rule: JokerRule): Choices<number[]> {
  const list = parts(hand, price, rule)
  const own = matchingPart(hand, price)
  const others = otherPart(hand, price)
  return computed(sizeOf(list), (index) => {
    let rest = index
    for (const { matched, other, size } of list) {
      if (rest < size) {
        const inner = selections(others, other)
        return plus(selection(own, matched, Math.floor(rest / inner.size)), inner.at(rest % inner.size))
      }
      rest -= size
    }
    throw new RangeError(`no payment at ${index}`)
  })
}

/** The same with the cheapest in front; it has changed places with the one that was there. */
export function cheapestFirst(hand: Counts, price: Price, rule: JokerRule): Choices<number[]> {
  const all = payments(hand, price, rule)
  const chosen = cheapest(hand, price)
  return computed(all.size, (index) => {
    if (index === 0) return chosen
    return all.at(index === placeOf(chosen, all) ? 0 : index)
  })
}

/** The cheapest payment is among those with the fewest jokers, and so near the beginning. */
function placeOf(payment: Counts, all: Choices<number[]>): number {
  let place = 0
  while (all.at(place).some((count, kind) => count !== payment[kind])) place++
  return place
}

/** In how many ways 0, 1, 2, ... cards can be picked from these, cards of a kind being alike. */
function ways(counts: Counts, from = 0): number[] {
  let sums = [1]
  for (let kind = from; kind < counts.length; kind++) {
    const count = itemAt(counts, kind)
    if (count > 0) sums = withKind(sums, count)
  }
  return sums
}

/** The same with `count` cards of one more kind. */
function withKind(sums: readonly number[], count: number): number[] {
  const next = new Array<number>(sums.length + count).fill(0)
  for (let size = 0; size < sums.length; size++)
    for (let taken = 0; taken <= count; taken++) next[size + taken] = itemAt(next, size + taken) + itemAt(sums, size)
  return next
}

/** All ways to pick `size` of these cards. */
export function selections(counts: Counts, size: number): Choices<number[]> {
  return computed(ways(counts)[size] ?? 0, (index) => selection(counts, size, index))
}

/** The index-th way to pick `size` cards: most of the first kind first. */
function selection(counts: Counts, size: number, index: number): number[] {
  let [rest, left] = [index, size]
  return counts.map((count, kind) => {
    const after = ways(counts, kind + 1)
    for (let taken = Math.min(count, left); taken >= 0; taken--) {
      const here = after[left - taken] ?? 0
      if (rest < here) {
        left -= taken
        return taken
      }
      rest -= here
    }
    throw new RangeError(`no selection at ${index}`)
  })
}
