/** A random deal of the cards that a viewer cannot see: to the deck what can be in it, the rest to the hidden hands. */
import type { Dice } from '../contract.js'
import { itemAt } from '../lists.js'
import { type Counts, minus, total } from './cards.js'

export interface Unseen {
  /** All cards whose place the viewer does not know. */
  readonly unseen: Counts
  /** Those of them that can be in the deck. */
  readonly inDeck: Counts
  readonly deckCount: number
  /** For each seat the number of its cards that are among them. */
  readonly hands: readonly number[]
}

export interface Dealt {
  readonly deck: Counts
  readonly hands: readonly Counts[]
  /** For each seat those of its cards that cannot come from the deck. */
  readonly older: readonly Counts[]
}

export function dealt(dice: Dice, label: string, { unseen, inDeck, deckCount, hands }: Unseen): Dealt {
  const deck = minus(inDeck, drawn(dice, label, inDeck, total(inDeck) - deckCount))
  let left = minus(unseen, deck)
  let last = hands.length - 1
  while (last > 0 && hands[last] === 0) last--
  const dealtHands: Counts[] = []
  for (let seat = 0; seat < hands.length; seat++) {
    // What is left belongs to the last hand: no dice are needed for it.
    const hand = seat === last ? left : drawn(dice, `${label}, seat ${seat}`, left, itemAt(hands, seat))
    left = minus(left, hand)
    dealtHands.push(hand)
  }
  return { deck, hands: dealtHands, older: olderParts(minus(unseen, inDeck), dealtHands) }
}

/** Shares out the cards that cannot come from the deck: any seat that has been dealt such a card may be the one that held it. */
function olderParts(older: Counts, hands: readonly Counts[]): Counts[] {
  let left = older
  return hands.map((hand) => {
    const part = hand.slice()
    for (let kind = 0; kind < part.length; kind++) part[kind] = Math.min(itemAt(hand, kind), itemAt(left, kind))
    left = minus(left, part)
    return part
  })
}

/** So many cards drawn one after the other, each as likely as every other. */
function drawn(dice: Dice, label: string, from: Counts, count: number): number[] {
  const left = from.slice()
  let size = total(from)
  for (let number = 0; number < count; number++) {
    const kind = kindAt(left, dice.roll(`${label}:${number}`, size--))
    left[kind] = itemAt(left, kind) - 1
  }
  return minus(from, left)
}

/** The kind of a card, if they are numbered from the first kind to the last. */
function kindAt(counts: Counts, number: number): number {
  let rest = number
  for (let kind = 0; kind < counts.length; kind++) {
    rest -= itemAt(counts, kind)
    if (rest < 0) return kind
  }
  throw new RangeError(`there is no card number ${number}`)
}
