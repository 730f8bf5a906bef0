/**
 * Somebody who hears the notices of one seat, writes down what they tell about hidden cards since each deck was last shuffled, and can say of a world
 * that it cannot be the true one. It knows nothing of states and views.
 */
import { itemAt, numberAt } from '../../../src/games/lists.js'
import { type Counts, countsOfCountries, countsOfPairs, minus, plus, total } from '../../../src/games/royals/cards.js'
import { COUNTRIES, cardsInPlay, INTRIGUE_CARDS, PAIRS } from '../../../src/games/royals/content.js'
import type { Notice } from '../../../src/games/royals/schema.js'

/** What was laid down of a hidden hand by some moment, and how many cards had been drawn blind until then. */
interface Moment {
  readonly laid: Counts
  readonly drawn: number
}

interface Hand {
  /** Cards that everybody knows to be in it. */
  shown: Counts
  hidden: number
  /** Hidden cards when the deck was last shuffled; since then: */
  atShuffle: number
  moments: Moment[]
}

/** One of the two decks and the cards that came from it. */
class Deck {
  readonly none: Counts
  readonly hands: Hand[]
  /** Cards of the listener that nobody else can place. */
  own: Counts
  discard: Counts
  display: Counts
  /** All hidden cards of others when the deck was last shuffled. */
  others: Counts

  constructor(
    readonly all: Counts,
    seats: number,
    readonly listener: number,
  ) {
    this.none = all.map(() => 0)
    this.hands = Array.from({ length: seats }, () => ({ shown: this.none, hidden: 0, atShuffle: 0, moments: [] }))
    this.own = this.none
    this.discard = this.none
    this.display = this.none
    this.others = this.none
  }

  one(kind: number): Counts {
    return this.none.map((_, index) => (index === kind ? 1 : 0))
  }

  hand(seat: number): Hand {
    return itemAt(this.hands, seat)
  }

  drawn(seat: number, kind: number | null): void {
    this.hand(seat).hidden++
    if (kind !== null) this.own = plus(this.own, this.one(kind))
  }

  taken(seat: number, kind: number): void {
    this.display = minus(this.display, this.one(kind))
    this.hand(seat).shown = plus(this.hand(seat).shown, this.one(kind))
  }

  laid(seat: number, cards: Counts): void {
    const hand = this.hand(seat)
    const open = cards.map((count, kind) => Math.min(count, numberAt(hand.shown, kind)))
    const hidden = minus(cards, open)
    const before = hand.moments.at(-1)?.laid ?? this.none
    hand.moments.push({ laid: plus(before, hidden), drawn: hand.hidden + total(before) - hand.atShuffle })
    hand.shown = minus(hand.shown, open)
    hand.hidden -= total(hidden)
    if (seat === this.listener) this.own = minus(this.own, hidden)
    this.discard = plus(this.discard, cards)
  }

  /** All that is not with others lies open or in the own hand. */
  shuffled(): void {
    const elsewhere = this.hands.reduce((sum, { shown }) => plus(sum, shown), plus(plus(this.own, this.discard), this.display))
    this.others = minus(this.all, elsewhere)
    this.discard = this.none
    for (const hand of this.hands) {
      hand.atShuffle = hand.hidden
      hand.moments = []
    }
  }

  /** Whether others may hold these cards (by seat, all that are in their hands). */
  mayBe(hands: readonly Counts[]): boolean {
    const seats = this.hands.flatMap((_, seat) => (seat === this.listener ? [] : [seat]))
    return this.canShareOut(this.others, seats, hands)
  }

  /** Whether the cards of the last shuffle can have been with these seats in such a way that everything since was possible. */
  canShareOut(others: Counts, seats: readonly number[], hands: readonly Counts[]): boolean {
    const [seat, ...rest] = seats
    if (seat === undefined) return total(others) === 0
    const hand = this.hand(seat)
    const hidden = minus(itemAt(hands, seat), hand.shown)
    if (hidden.some((count) => count < 0) || total(hidden) !== hand.hidden) return false
    const passed = plus(hidden, hand.moments.at(-1)?.laid ?? this.none)
    for (const held of parts(minimum(passed, others), hand.atShuffle))
      if (isPossible(hand, held) && this.canShareOut(minus(others, held), rest, hands)) return true
    return false
  }
}

const minimum = (a: Counts, b: Counts): Counts => a.map((count, kind) => Math.min(count, numberAt(b, kind)))

/** Whatever was laid down and had not been held at the shuffle must have been drawn before. */
const isPossible = ({ moments }: Hand, held: Counts): boolean =>
  moments.every(
    ({ laid, drawn }) => laid.reduce((sum, count, kind) => sum + Math.max(0, count - numberAt(held, kind)), 0) <= drawn,
  )

/** Every way to take so many of these cards. */
function* parts(cards: Counts, size: number): Generator<Counts> {
  const [count, ...rest] = cards
  if (count === undefined) {
    if (size === 0) yield []
    return
  }
  for (let taken = Math.min(count, size); taken >= 0; taken--)
    for (const part of parts(rest, size - taken)) yield [taken, ...part]
}

export class Listener {
  readonly cards: Deck
  readonly intrigue: Deck

  constructor(seat: number, seats: number) {
    this.cards = new Deck(cardsInPlay(seats), seats, seat)
    this.intrigue = new Deck(INTRIGUE_CARDS, seats, seat)
  }

  hear(notice: Notice): void {
    switch (notice.type) {
      case 'DisplayFilled':
        for (const country of notice.countries)
          this.cards.display = plus(this.cards.display, this.cards.one(COUNTRIES.indexOf(country)))
        break
      case 'DisplayCardTaken':
        this.cards.taken(notice.seat, COUNTRIES.indexOf(notice.country))
        break
      case 'CountryCardDrawn':
        this.cards.drawn(notice.seat, notice.secretCountry && COUNTRIES.indexOf(notice.secretCountry))
        break
      case 'IntrigueCardDrawn':
        this.intrigue.drawn(notice.seat, notice.secretPair && PAIRS.indexOf(notice.secretPair))
        break
      case 'PositionClaimed':
        this.cards.laid(notice.seat, countsOfCountries(notice.cards))
        break
      case 'PositionTakenOver':
      case 'CardsDiscarded':
      case 'SeatLeft':
        this.cards.laid(notice.seat, countsOfCountries(notice.cards))
        this.intrigue.laid(notice.seat, countsOfPairs(notice.intrigue))
        break
      case 'CountryDeckRenewed':
        this.cards.shuffled()
        break
      case 'IntrigueDeckRenewed':
        this.intrigue.shuffled()
        break
      default:
    }
  }

  /** Whether everything that was heard fits hands like these. */
  mayBe(players: readonly { readonly cards: Counts; readonly intrigue: Counts }[]): boolean {
    return this.cards.mayBe(players.map(({ cards }) => cards)) && this.intrigue.mayBe(players.map(({ intrigue }) => intrigue))
  }
}
