/** All payments that may be made from a hand: how many there are, and each by its index. */
import { type Choices, computed } from '../choices.js'
import { numberAt } from '../lists.js'
import { type Counts, plus, total } from './cards.js'
import { cardsWith, cheapest, fewestJokers, type JokerRule, mostJokers, type Price } from './payment.js'
import { indexOfSelection, selection, ways } from './selections.js'

/** A hand as the prices of one country see it: matching cards and others, and in how many ways so many of each can be picked. */
export interface Purse {
  readonly own: Counts
  readonly others: Counts
  readonly matching: number
  readonly size: number
  readonly waysOfOwn: readonly number[]
  readonly waysOfOthers: readonly number[]
}

export function purseOf(hand: Counts, { matches }: Price): Purse {
  const own = hand.slice()
  const others = hand.slice()
  for (let kind = 0; kind < hand.length; kind++) (matches[kind] ? others : own)[kind] = 0
  const matching = total(own)
  return { own, others, matching, size: total(hand), waysOfOwn: ways(own), waysOfOthers: ways(others) }
}

/** All payments with the same number of matching and of other cards. */
interface Part {
  readonly matched: number
  readonly other: number
  readonly size: number
}

/** Every payment that may be made, in parts: fewest jokers first. */
function parts(purse: Purse, price: Price, rule: JokerRule): Part[] {
  const { matching, size, waysOfOwn, waysOfOthers } = purse
  const most = mostJokers(matching, size, price, rule)
  const list: Part[] = []
  for (let jokers = fewestJokers(matching, price); jokers <= most; jokers++) {
    const cards = cardsWith(price, jokers)
    const last = Math.min(cards, waysOfOwn.length - 1)
    for (let matched = Math.max(price.units - jokers, cards - waysOfOthers.length + 1); matched <= last; matched++)
      list.push({ matched, other: cards - matched, size: numberAt(waysOfOwn, matched) * numberAt(waysOfOthers, cards - matched) })
  }
  return list
}

function sizeOf(list: readonly Part[]): number {
  let size = 0
  for (const part of list) size += part.size
  return size
}

/** How many payments may be made. */
export const countPayments = (purse: Purse, price: Price, rule: JokerRule): number => sizeOf(parts(purse, price, rule))

/** Every payment that may be made; each is worked out from its index. */
export function payments(purse: Purse, price: Price, rule: JokerRule): Choices<number[]> {
  const list = parts(purse, price, rule)
  return computed(sizeOf(list), (index) => {
    let rest = index
    for (const { matched, other, size } of list) {
      if (rest < size) {
        const inner = numberAt(purse.waysOfOthers, other)
        return plus(selection(purse.own, matched, Math.floor(rest / inner)), selection(purse.others, other, rest % inner))
      }
      rest -= size
    }
    throw new RangeError(`no payment at ${index}`)
  })
}

/** The same with the cheapest in front; it has changed places with the one that was there. */
export function cheapestFirst(hand: Counts, price: Price, rule: JokerRule): Choices<number[]> {
  const purse = purseOf(hand, price)
  const all = payments(purse, price, rule)
  const chosen = cheapest(hand, price)
  return computed(all.size, (index) => {
    if (index === 0) return chosen
    return all.at(index === placeOf(chosen, purse, price) ? 0 : index)
  })
}

/** The cheapest payment has the fewest jokers and no matching card in them, so it is among the first part. */
function placeOf(payment: Counts, { own, others, waysOfOthers }: Purse, price: Price): number {
  const { own: matched, others: other } = purseOf(payment, price)
  return indexOfSelection(own, matched) * numberAt(waysOfOthers, total(other)) + indexOfSelection(others, other)
}
