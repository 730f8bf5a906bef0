/**
 * Cards that hidden hands must have held when the deck was last shuffled, because they were laid down before as many had been drawn, or because the new deck had too few
 * of their kind. Which hand held which is open within these bounds: it is chosen at random, but a hand that must have held one of several is given a kind that is short first, so not
 * every world that fits can come out.
 */
import type { Dice } from '../contract.js'
import { itemAt, numberAt } from '../lists.js'
import { type Counts, kindAt, minus, plus, repeated, total } from './cards.js'
import type { Proof } from './trails.js'

export interface HiddenHand {
  /** Hidden cards in it now, and when the deck was last shuffled. */
  readonly count: number
  readonly atShuffle: number
  /** Hidden cards laid down since, and what they prove. */
  readonly laid: Counts
  readonly proofs: readonly Proof[]
}

/** What all hands have laid down, and what follows from it. */
export interface Provable {
  readonly hands: readonly HiddenHand[]
  /** By kind how many of the cards laid down cannot have come from the new deck. */
  readonly short: Counts
  readonly isAnything: boolean
}

/** `fresh`: all cards that have been drawn blind since by hidden hands, or are in the deck. */
export function provable(hands: readonly HiddenHand[], fresh: Counts): Provable {
  let laid: Counts = repeated(fresh.length, 0)
  for (const hand of hands) laid = plus(laid, hand.laid)
  const short = minus(laid, fresh).map((count) => Math.max(0, count))
  return { hands, short, isAnything: total(short) > 0 || hands.some(({ proofs }) => proofs.length > 0) }
}

/** Choices at random fit nearly always; if they do not, all are tried. */
const TRIES = 12

/** By hand; the lists belong to whoever asks. */
export function mustHaveHeld(dice: Dice, label: string, held: Counts, { hands, short, isAnything }: Provable): number[][] {
  if (!isAnything) return noneOf(held, hands)
  for (let number = 0; number < TRIES; number++) {
    const found = attempt(dice, `${label}, attempt ${number}`, held, hands, short)
    if (found) return found
  }
  return searched(held, hands, short) ?? noneOf(held, hands)
}

function noneOf(held: Counts, hands: readonly HiddenHand[]): number[][] {
  const byHand: number[][] = []
  for (const _ of hands) byHand.push(repeated(held.length, 0))
  return byHand
}

/** Cards that are being given to hands one by one. */
interface Sharing {
  readonly dice: Dice
  readonly label: string
  rolls: number
  readonly left: number[]
  readonly short: number[]
  readonly given: number[][]
}

/** Undefined if it leads nowhere. */
function attempt(dice: Dice, label: string, held: Counts, hands: readonly HiddenHand[], short: Counts): number[][] | undefined {
  const sharing = { dice, label, rolls: 0, left: held.slice(), short: short.slice(), given: noneOf(held, hands) }
  for (let index = 0; index < hands.length; index++)
    for (const proof of itemAt(hands, index).proofs) if (!prove(sharing, hands, index, proof)) return undefined
  return coverShort(sharing, hands) ? sharing.given : undefined
}

/** Gives the hand as many of these cards as are missing; kinds that must have been held by somebody first. */
function prove(sharing: Sharing, hands: readonly HiddenHand[], index: number, { count, among }: Proof): boolean {
  const own = itemAt(sharing.given, index)
  for (let missing = count - inCommon(own, among); missing > 0; missing--) {
    const open = openKinds(sharing, own, among)
    const wanted = lower(open, sharing.short)
    if (!give(sharing, own, total(wanted) > 0 ? wanted : open) && !takeFromAnother(sharing, hands, index, among)) return false
  }
  return true
}

/** How many more of each kind a hand could have held of these cards. */
function openKinds({ left }: Sharing, own: Counts, among: Counts): Counts {
  const open: number[] = []
  for (let kind = 0; kind < among.length; kind++)
    open.push(Math.max(0, Math.min(numberAt(among, kind) - numberAt(own, kind), numberAt(left, kind))))
  return open
}

/** Where all cards that a hand needs are given away, another that has one may do with a card of another kind. */
function takeFromAnother(sharing: Sharing, hands: readonly HiddenHand[], index: number, among: Counts): boolean {
  const own = itemAt(sharing.given, index)
  return among.some(
    (cards, kind) =>
      cards > numberAt(own, kind) &&
      hands.some((other, place) => {
        if (place === index || !swapped(sharing.left, itemAt(sharing.given, place), kind, other)) return false
        own[kind] = numberAt(own, kind) + 1
        return true
      }),
  )
}

/** Gives a card of this kind back for one that proves as much. */
function swapped(left: number[], given: number[], kind: number, { laid, proofs }: HiddenHand): boolean {
  if (given[kind] === 0) return false
  for (let instead = 0; instead < left.length; instead++) {
    if (instead === kind || numberAt(left, instead) === 0 || numberAt(given, instead) === numberAt(laid, instead)) continue
    const changed = given.map((count, one) => count + (one === instead ? 1 : 0) - (one === kind ? 1 : 0))
    if (!proofs.every(({ count, among }) => inCommon(given, among) < count || inCommon(changed, among) >= count)) continue
    given[kind] = numberAt(given, kind) - 1
    given[instead] = numberAt(given, instead) + 1
    left[instead] = numberAt(left, instead) - 1
    return true
  }
  return false
}

/** What no proof has accounted for goes to any hand that has laid down such a card. */
function coverShort(sharing: Sharing, hands: readonly HiddenHand[]): boolean {
  for (let kind = 0; kind < sharing.short.length; kind++)
    while (numberAt(sharing.short, kind) > 0) {
      const open = hands.map(({ laid, atShuffle }, index) => {
        const own = itemAt(sharing.given, index)
        return total(own) < atShuffle ? numberAt(laid, kind) - numberAt(own, kind) : 0
      })
      if (total(open) === 0 || numberAt(sharing.left, kind) === 0) return false
      take(sharing, itemAt(sharing.given, pick(sharing, open)), kind)
    }
  return true
}

function give(sharing: Sharing, own: number[], open: Counts): boolean {
  if (total(open) === 0) return false
  take(sharing, own, pick(sharing, open))
  return true
}

function take({ left, short }: Sharing, own: number[], kind: number): void {
  own[kind] = numberAt(own, kind) + 1
  left[kind] = numberAt(left, kind) - 1
  short[kind] = Math.max(0, numberAt(short, kind) - 1)
}

/** An index, each as likely as its weight. */
const pick = (sharing: Sharing, weights: Counts): number =>
  kindAt(weights, sharing.dice.roll(`${sharing.label}:${sharing.rolls++}`, total(weights)))

function lower(a: Counts, b: Counts): number[] {
  const both: number[] = []
  for (let kind = 0; kind < a.length; kind++) both.push(Math.min(numberAt(a, kind), numberAt(b, kind)))
  return both
}

function inCommon(a: Counts, b: Counts): number {
  let cards = 0
  for (let kind = 0; kind < a.length; kind++) cards += Math.min(numberAt(a, kind), numberAt(b, kind))
  return cards
}

/** The first of all ways to share the cards out that fits; undefined if none does. */
function searched(left: Counts, hands: readonly HiddenHand[], short: Counts): number[][] | undefined {
  const [hand, ...others] = hands
  if (!hand) return short.every((count) => count <= 0) ? [] : undefined
  for (const cards of portions(lower(hand.laid, left), hand.atShuffle)) {
    if (!hand.proofs.every(({ count, among }) => inCommon(cards, among) >= count)) continue
    const [over, missing] = [minus(left, cards), minus(short, cards)]
    const rest = mayFit(over, others, missing) ? searched(over, others, missing) : undefined
    if (rest) return [cards, ...rest]
  }
  return undefined
}

/** Whether each hand could be satisfied if it were the only one, and all together what is short. */
const mayFit = (left: Counts, hands: readonly HiddenHand[], short: Counts): boolean =>
  hands.every(({ proofs }) => proofs.every(({ count, among }) => inCommon(among, left) >= count)) &&
  short.every((count, kind) => count <= hands.reduce((sum, { laid }) => sum + numberAt(laid, kind), 0))

/** Every way to take at most so many of these cards. */
function* portions(cards: Counts, most: number): Generator<number[]> {
  const [count, ...rest] = cards
  if (count === undefined) {
    yield []
    return
  }
  for (let taken = Math.min(count, most); taken >= 0; taken--)
    for (const portion of portions(rest, most - taken)) yield [taken, ...portion]
}
