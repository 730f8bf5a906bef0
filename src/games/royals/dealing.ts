/**
 * A random deal of the cards that a viewer cannot see, such that all that was seen can have happened: first what each hidden hand held when the deck was last
 * shuffled, then what it has drawn since.
 */
import type { Dice } from '../contract.js'
import { itemAt } from '../lists.js'
import { type Counts, minus, plus, repeated, total } from './cards.js'
import { type HiddenHand, mustHaveHeld } from './must-have-held.js'

export interface Unseen {
  /** All cards whose place the viewer does not know. */
  readonly unseen: Counts
  /** All cards that the hidden hands held at the shuffle. */
  readonly held: Counts
  readonly hands: readonly HiddenHand[]
}

export interface Dealt {
  readonly deck: Counts
  /** By hidden hand: what is in it, and what was at the shuffle. */
  readonly hands: readonly Counts[]
  readonly held: readonly Counts[]
}

export function dealt(dice: Dice, label: string, { unseen, held, hands }: Unseen): Dealt {
  let fresh = minus(unseen, held)
  for (const { laid } of hands) fresh = plus(fresh, laid)
  const heldByHand = sharedOut(dice, label, held, hands, fresh)
  // What was laid down without having been held was drawn before.
  const drawnByHand = hands.map(({ laid }, index) => surplus(laid, itemAt(heldByHand, index)))
  for (const cards of drawnByHand) fresh = minus(fresh, cards)
  const inHands: Counts[] = []
  for (let index = 0; index < hands.length; index++) {
    const { count, laid } = itemAt(hands, index)
    const known = minus(plus(itemAt(heldByHand, index), itemAt(drawnByHand, index)), laid)
    const more = drawn(dice, `${label}, hand ${index}`, fresh, count - total(known))
    fresh = minus(fresh, more)
    inHands.push(plus(known, more))
  }
  return { deck: fresh, hands: inHands, held: heldByHand }
}

/** What each hand held at the shuffle: the cards that it must have held, and others at random. */
function sharedOut(dice: Dice, label: string, held: Counts, hands: readonly HiddenHand[], fresh: Counts): Counts[] {
  if (hands.length === 1) return [held]
  const certain = mustHaveHeld(dice, label, held, hands, fresh)
  let left = held
  for (const cards of certain) left = minus(left, cards)
  return certain.map((cards, index) => {
    const missing = itemAt(hands, index).atShuffle - total(cards)
    const others = index === hands.length - 1 ? left : drawn(dice, `${label}, held by ${index}`, left, missing)
    left = minus(left, others)
    return plus(cards, others)
  })
}

function surplus(laid: Counts, held: Counts): Counts {
  const more = repeated(laid.length, 0)
  for (let kind = 0; kind < more.length; kind++) more[kind] = Math.max(0, itemAt(laid, kind) - itemAt(held, kind))
  return more
}

/** So many cards drawn one after the other, each as likely as every other. */
function drawn(dice: Dice, label: string, from: Counts, count: number): Counts {
  const left = from.slice()
  let size = total(from)
  for (let number = 0; number < count; number++) {
    const kind = kindAt(left, dice.roll(`${label}:${number}`, size--))
    left[kind] = itemAt(left, kind) - 1
  }
  return minus(from, left)
}

/** The kind of a card, if they are numbered from the first kind to the last. */
export function kindAt(counts: Counts, number: number): number {
  let rest = number
  for (let kind = 0; kind < counts.length; kind++) {
    rest -= itemAt(counts, kind)
    if (rest < 0) return kind
  }
  throw new RangeError(`there is no card number ${number}`)
}
