import { describe, expect, test } from 'vitest'
import { seededStream } from '../../../src/dice/seeded.js'
import { CARDS_OF, PAIRS_SHOWING, total } from '../../../src/games/royals/cards.js'
import { canPay, cheapest, paymentFault } from '../../../src/games/royals/payment.js'
import { countPayments, payments, purseOf } from '../../../src/games/royals/purse.js'
import { selections } from '../../../src/games/royals/selections.js'

const random = seededStream(5)
const handOf = (kinds: number, most: number): number[] => Array.from({ length: kinds }, () => Math.floor(random() * (most + 1)))

/** Every selection of cards from a hand. */
function* subsets(hand: readonly number[], from = 0): Generator<number[]> {
  if (from === hand.length) yield []
  else
    for (const rest of subsets(hand, from + 1))
      for (let count = 0; count <= (hand[from] as number); count++) yield [count, ...rest]
}

const cases = Array.from({ length: 40 }, (_, index) => {
  const country = index % 4
  return index % 2 === 0
    ? { hand: handOf(4, 4), price: { units: 1 + (index % 8), joker: 3, matches: CARDS_OF[country] as boolean[] } }
    : {
        hand: handOf(6, 2),
        price: { units: 1 + (index % 3 > 0 ? 1 : 0), joker: 2, matches: PAIRS_SHOWING[country] as boolean[] },
      }
})

describe.each(['whenShort', 'always'] as const)('with jokers %s', (rule) => {
  test('[Y17, Y19, Y23] the payments that are counted are exactly those that are accepted', () => {
    for (const { hand, price } of cases) {
      const accepted = [...subsets(hand)].filter((paid) => paymentFault(hand, paid, price, rule) === undefined).map(String)
      const all = [...payments(purseOf(hand, price), price, rule)].map(String)
      expect(new Set(all).size, 'none twice').toBe(all.length)
      expect(all.toSorted()).toEqual(accepted.toSorted())
      expect(countPayments(purseOf(hand, price), price, rule)).toBe(canPay(hand, price) ? accepted.length : 0)
      expect(accepted.length > 0).toBe(canPay(hand, price))
    }
  })

  test('[Y18] the cheapest payment is a legal one, and none has fewer cards', () => {
    for (const { hand, price } of cases.filter((one) => canPay(one.hand, one.price))) {
      const chosen = cheapest(hand, price)
      expect(paymentFault(hand, chosen, price, rule)).toBeUndefined()
      expect(total(chosen)).toBe(Math.min(...[...payments(purseOf(hand, price), price, rule)].map(total)))
    }
  })
})

test('[Y27] the ways to discard are counted one by one', () => {
  for (let i = 0; i < 20; i++) {
    const hand = handOf(4, 4)
    const all = [...selections(hand, 3)].map(String)
    expect(all.toSorted()).toEqual(
      [...subsets(hand)]
        .filter((some) => total(some) === 3)
        .map(String)
        .toSorted(),
    )
  }
})
