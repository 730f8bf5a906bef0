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
    draw: (pile, ids, count = 1) => {
      if (count > ids.length) throw new RangeError(`${pile}: ${count} of ${ids.length}`)
      const left = new Set(ids)
      return pileOrder(orders, secret, pile, ids)
        .filter((id) => left.has(id))
        .slice(0, count)
    },
  }
}

/** HMAC(secret, "draw" LF pile LF id): the id with the lowest value lies on top. */
export const rankInPile = (secret: Uint8Array, pile: string, id: string): string =>
  mac(secret, `draw\n${oneLine(pile)}\n${oneLine(id)}`).toString('hex')

/**
 * HMAC(secret, "roll" LF label LF attempt), its first 48 bits big-endian, modulo `sides`. A value from the largest multiple of `sides` on would
 * favour the low numbers: it is rerolled with the next attempt.
 */
function unbiased(secret: Uint8Array, label: string, sides: number): number {
  if (!Number.isInteger(sides) || sides < 1 || sides > 2 ** 32) throw new RangeError(`${label}: a die of ${sides} sides`)
  const limit = BITS_48 - (BITS_48 % sides)
  for (let attempt = 0; ; attempt++) {
    const value = mac(secret, `roll\n${oneLine(label)}\n${attempt}`).readUIntBE(0, 6)
    if (value < limit) return value % sides
  }
}

/** HMAC(secret, "seed" LF label), its first 32 bits big-endian: for what is to be repeatable once the secret is known, and foreseen by nobody before. */
export const labelledSeed = (secret: Uint8Array, label: string): number => mac(secret, `seed\n${oneLine(label)}`).readUInt32BE(0)

/** A pile only ever shrinks under one label, so its order is worked out once, for the ids seen first. */
function pileOrder(orders: Map<string, string[]>, secret: Uint8Array, pile: string, ids: readonly string[]): string[] {
  const known = orders.get(pile)
  if (known && ids.every((id) => known.includes(id))) return known
  if (new Set(ids).size !== ids.length) throw new RangeError(`${pile}: an id is in the pile twice`)
  const order = ids
    .map((id) => ({ id, rank: rankInPile(secret, pile, id) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .map(({ id }) => id)
  orders.set(pile, order)
  return order
}

const mac = (secret: Uint8Array, message: string): Buffer => createHmac('sha256', secret).update(message).digest()

function oneLine(text: string): string {
  if (text.includes('\n')) throw new RangeError('a label is one line')
  return text
}
