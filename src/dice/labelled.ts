/**
 * The dice of a real match: HMAC-SHA-256 under the match's secret. Any language can repeat them, see docs/dice.md for
 * the exact bytes and the test vectors.
 */
import { createHmac } from 'node:crypto'
import type { Dice } from '../games/contract.js'

const BITS_48 = 2 ** 48

export function labelledDice(secret: Uint8Array): Dice {
  const orders = new Map<string, string[]>()
  return {
    roll: (label, sides) => unbiased(secret, label, sides),
    draw: (pile, cards, count = 1) => {
      if (count > cards.length) throw new RangeError(`${pile}: ${count} of ${cards.length} cards`)
      const left = new Set(cards)
      return pileOrder(orders, secret, pile, cards)
        .filter((card) => left.has(card))
        .slice(0, count)
    },
  }
}

/** HMAC(secret, "draw" LF pile LF card): the card with the lowest value lies on top. */
export const rankInPile = (secret: Uint8Array, pile: string, card: string): string =>
  mac(secret, `draw\n${oneLine(pile)}\n${oneLine(card)}`).toString('hex')

/** HMAC(secret, "roll" LF label LF attempt), its first 48 bits big-endian, thrown again while in the incomplete last stretch. */
function unbiased(secret: Uint8Array, label: string, sides: number): number {
  if (!Number.isInteger(sides) || sides < 1 || sides > 2 ** 32) throw new RangeError(`${label}: a die of ${sides} sides`)
  const limit = BITS_48 - (BITS_48 % sides)
  for (let attempt = 0; ; attempt++) {
    const value = mac(secret, `roll\n${oneLine(label)}\n${attempt}`).readUIntBE(0, 6)
    if (value < limit) return value % sides
  }
}

/** A pile only ever shrinks under one label, so its order is worked out once, for the cards seen first. */
function pileOrder(orders: Map<string, string[]>, secret: Uint8Array, pile: string, cards: readonly string[]): string[] {
  const known = orders.get(pile)
  if (known && cards.every((card) => known.includes(card))) return known
  const ranks = new Map(cards.map((card) => [card, rankInPile(secret, pile, card)]))
  if (ranks.size !== cards.length) throw new RangeError(`${pile}: a card is in the pile twice`)
  const order = [...cards].sort((a, b) => ((ranks.get(a) as string) < (ranks.get(b) as string) ? -1 : 1))
  orders.set(pile, order)
  return order
}

const mac = (secret: Uint8Array, message: string): Buffer => createHmac('sha256', secret).update(message).digest()

function oneLine(text: string): string {
  if (text.includes('\n')) throw new RangeError('a label is one line')
  return text
}
