/**
 * A random deal of the cards that a viewer cannot see, such that all that was seen can have happened: first what each hidden hand held when the deck was last
 * shuffled, then what it has drawn since.
 */
import type { Dice } from '../contract.js'
import { itemAt, numberAt } from '../lists.js'
import { type Counts, kindAt, minus, plus, repeated, total } from './cards.js'
import { type HiddenHand, mustHaveHeld, type Provable, provable } from './must-have-held.js'

/** What a viewer does not see, as far as it is the same in every deal. */
export interface Unseen {
  /** All cards that the hidden hands held at the shuffle. */
  readonly held: Counts
  readonly hands: readonly HiddenHand[]
  /** All cards that hidden hands have drawn blind since, or that are in the deck. */
  readonly fresh: Counts
  readonly certain: Provable
}

export interface Dealt {
  readonly deck: Counts
  /** By hidden hand: what is in it, and what was at the shuffle. */
  readonly hands: readonly Counts[]
  readonly held: readonly Counts[]
}

/** `unseen`: all cards whose place the viewer does not know. */
export function unseenOf(unseen: Counts, held: Counts, hands: readonly HiddenHand[]): Unseen {
  let fresh = minus(unseen, held)
  for (const { laid } of hands) fresh = plus(fresh, laid)
  return { held, hands, fresh, certain: provable(hands, fresh) }
}

export function dealt(dice: Dice, label: string, { held, hands, fresh, certain }: Unseen): Dealt {
  const heldByHand = hands.length === 1 ? [held] : sharedOut(dice, label, held, certain)
  const deck = fresh.slice()
  // What was laid down without having been held was drawn before.
  for (let index = 0; index < hands.length; index++) takeSurplus(deck, itemAt(hands, index).laid, itemAt(heldByHand, index))
  const inHands: Counts[] = []
  for (let index = 0; index < hands.length; index++) {
    const { count, laid } = itemAt(hands, index)
    const cards = kept(itemAt(heldByHand, index), laid)
    draw(dice, `${label}, hand ${index}`, { from: deck, into: cards, count: count - total(cards) })
    inHands.push(cards)
  }
  return { deck, hands: inHands, held: heldByHand }
}

/** What each hand held at the shuffle: the cards that it must have held, and others at random. */
function sharedOut(dice: Dice, label: string, held: Counts, certain: Provable): number[][] {
  const { hands } = certain
  const byHand = mustHaveHeld(dice, label, held, certain)
  const from = held.slice()
  for (const cards of byHand) takeSurplus(from, cards, NONE)
  for (let index = 0; index < byHand.length; index++) {
    const into = itemAt(byHand, index)
    const missing = itemAt(hands, index).atShuffle - total(into)
    if (index === byHand.length - 1) byHand[index] = plus(into, from)
    else draw(dice, `${label}, held by ${index}`, { from, into, count: missing })
  }
  return byHand
}

const NONE: Counts = [0, 0, 0, 0, 0, 0]

/** Takes what is more than these cards out of a pile. */
function takeSurplus(pile: number[], cards: Counts, others: Counts): void {
  for (let kind = 0; kind < pile.length; kind++)
    pile[kind] = numberAt(pile, kind) - Math.max(0, numberAt(cards, kind) - numberAt(others, kind))
}

/** What is left of the cards that were held. */
function kept(held: Counts, laid: Counts): number[] {
  const cards = repeated(held.length, 0)
  for (let kind = 0; kind < cards.length; kind++) cards[kind] = Math.max(0, numberAt(held, kind) - numberAt(laid, kind))
  return cards
}

interface Draw {
  readonly from: number[]
  readonly into: number[]
  readonly count: number
}

/** So many cards one after the other, each as likely as every other. */
function draw(dice: Dice, label: string, { from, into, count }: Draw): void {
  let size = total(from)
  for (let number = 0; number < count; number++) {
    const kind = kindAt(from, dice.roll(`${label}:${number}`, size--))
    from[kind] = numberAt(from, kind) - 1
    into[kind] = numberAt(into, kind) + 1
  }
}
