/**
 * What everybody can tell about the hidden cards of a hand since their deck was last shuffled. Whatever was in a hand at the shuffle is not in the new deck, and
 * a hand that has become smaller than it was must have laid down some of those cards.
 */
import { type Counts, NO_COUNTRY_CARDS, NO_INTRIGUE_CARDS, plus, total } from './cards.js'

export interface Trail {
  /** Hidden cards at the shuffle: only their number is public. */
  readonly held: Counts
  /** Hidden cards laid down since. */
  readonly laid: Counts
  /** By the time when these had been laid down, at least so many of them had been held at the shuffle. */
  readonly proofs: readonly Proof[]
}

export interface Proof {
  readonly count: number
  readonly among: Counts
}

/** One for each kind of card. */
export interface Trails {
  readonly cards: Trail
  readonly intrigue: Trail
}

const trailFrom = (held: Counts, none: Counts): Trail => ({ held, laid: none, proofs: [] })
export const NO_TRAILS: Trails = {
  cards: trailFrom(NO_COUNTRY_CARDS, NO_COUNTRY_CARDS),
  intrigue: trailFrom(NO_INTRIGUE_CARDS, NO_INTRIGUE_CARDS),
}

/** The deck is shuffled while these cards are hidden in a hand. */
export const shuffledCards = ({ intrigue }: Trails, hidden: Counts): Trails => ({
  cards: trailFrom(hidden, NO_COUNTRY_CARDS),
  intrigue,
})
export const shuffledIntrigue = ({ cards }: Trails, hidden: Counts): Trails => ({
  cards,
  intrigue: trailFrom(hidden, NO_INTRIGUE_CARDS),
})

/** Hidden cards were laid down, and so many are left in the hand. */
export const laidCards = ({ cards, intrigue }: Trails, some: Counts, left: number): Trails => ({
  cards: laidDown(cards, some, left),
  intrigue,
})
export const laidIntrigue = ({ cards, intrigue }: Trails, some: Counts, left: number): Trails => ({
  cards,
  intrigue: laidDown(intrigue, some, left),
})

/** A hand that held nothing at the shuffle has drawn all that it lays down: there is nothing to remember. */
function laidDown(trail: Trail, some: Counts, left: number): Trail {
  const { held, laid, proofs } = trail
  if (total(held) === 0) return trail
  const all = plus(laid, some)
  const count = total(held) - left
  const isNews = count > (proofs.at(-1)?.count ?? 0)
  return { held, laid: all, proofs: isNews ? [...proofs, { count, among: all }] : proofs }
}
