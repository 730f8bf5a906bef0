/**
 * The dice of a real match: HMAC-SHA-256 under the match's secret. Any language can repeat them, see docs/dice.md for
 * the exact bytes and the test vectors.
 */
import type { Dice } from '../games/contract.js'
import { hmac } from './hmac.js'

const BITS_48 = 2 ** 48

/** Of the ids of a pile: 0 lies on top. */
type Places = ReadonlyMap<string, number>

export function labelledDice(secret: Uint8Array): Dice {
  const piles = new Map<string, Places>()
  return {
    roll: (label, sides) => unbiased(secret, label, sides),
    draw: (pile, ids, count = 1) => {
      if (count > ids.length) throw new RangeError(`${pile}: ${count} of ${ids.length}`)
      // As most draws are, and there are hundreds in a match.
      if (count === 1) return [topmost(piles.get(pile), ids) ?? topmost(placesIn(piles, secret, pile, ids), ids) ?? '']
      const places = placesIn(piles, secret, pile, ids)
      const placeOf = (id: string): number => places.get(id) ?? 0
      return [...new Set(ids)].sort((a, b) => placeOf(a) - placeOf(b)).slice(0, count)
    },
  }
}

/** Undefined if not all of them have a place. */
function topmost(places: Places | undefined, ids: readonly string[]): string | undefined {
  let top: string | undefined
  let lowest = Number.POSITIVE_INFINITY
  for (const id of ids) {
    const place = places?.get(id)
    if (place === undefined) return undefined
    if (place < lowest) [top, lowest] = [id, place]
  }
  return top
}

/** HMAC(secret, "draw" LF pile LF id): the id with the lowest value lies on top. */
export const rankInPile = (secret: Uint8Array, pile: string, id: string): string =>
  mac(secret, `draw\n${oneLine(pile)}\n${oneLine(id)}`)

/**
 * HMAC(secret, "roll" LF label LF attempt), its first 48 bits big-endian, modulo `sides`. A value from the largest multiple of `sides` on would
 * favour the low numbers: it is rerolled with the next attempt.
 */
function unbiased(secret: Uint8Array, label: string, sides: number): number {
  if (!Number.isInteger(sides) || sides < 1 || sides > 2 ** 32) throw new RangeError(`${label}: a die of ${sides} sides`)
  const limit = BITS_48 - (BITS_48 % sides)
  for (let attempt = 0; ; attempt++) {
    const value = bitsOf(mac(secret, `roll\n${oneLine(label)}\n${attempt}`), 48)
    if (value < limit) return value % sides
  }
}

/** HMAC(secret, "seed" LF label), its first 32 bits big-endian: for what is to be repeatable once the secret is known, and foreseen by nobody before. */
export const labelledSeed = (secret: Uint8Array, label: string): number => bitsOf(mac(secret, `seed\n${oneLine(label)}`), 32)

/** A pile only ever shrinks under one label, so its order is worked out once, for the ids seen first. */
function placesIn(piles: Map<string, Places>, secret: Uint8Array, pile: string, ids: readonly string[]): Places {
  const known = piles.get(pile)
  if (known && ids.every((id) => known.has(id))) return known
  if (new Set(ids).size !== ids.length) throw new RangeError(`${pile}: an id is in the pile twice`)
  const order = ids
    .map((id) => ({ id, rank: rankInPile(secret, pile, id) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .map(({ id }, place) => [id, place] as const)
  const places = new Map(order)
  piles.set(pile, places)
  return places
}

/** In hexadecimal digits. */
const mac = (secret: Uint8Array, message: string): string => hmac(secret, message, 'hex')

/** The first of them, big-endian: 4 to a digit. */
const bitsOf = (digits: string, bits: 32 | 48): number => Number.parseInt(digits.slice(0, bits / 4), 16)

function oneLine(text: string): string {
  if (text.includes('\n')) throw new RangeError('a label is one line')
  return text
}
