/** A seat as an evaluation looks at it: its cards by what is printed on them. */
import { type CardRow, COLOURS, COUNTED_COLOUR, type Colour, type Count, type Currency } from './cards.js'
import type { Catalogue } from './catalogue.js'
import { STRENGTH } from './content.js'
import { printedAmount } from './costs.js'
import type { JudgedSeat } from './judged.js'

export interface Held {
  readonly row: CardRow
  /** What it costs the seat to play it, in the currency of the card. */
  readonly price: number
}

export interface Realm {
  readonly player: JudgedSeat
  readonly hand: readonly Held[]
  readonly inPlay: readonly CardRow[]
  readonly personalities: number
  /** Rounds whose production is still to come. */
  readonly rounds: number
  /** Whether it can still play cards, in this round or a later one. */
  readonly acts: boolean
}

export function realmOf(player: JudgedSeat, seats: number, catalogue: Catalogue, rounds: number): Realm {
  const inPlay = rowsOf(player.inPlay, catalogue)
  let personalities = 0
  for (const { personality } of inPlay) if (personality) personalities++
  const hand: Held[] = []
  const realm = { player, hand, inPlay, personalities, rounds, acts: rounds > 0 || !player.passed }
  for (const row of rowsOf(player.hand, catalogue)) hand.push({ row, price: priceOf(realm, row, seats) })
  return realm
}

function rowsOf(cards: readonly string[], { faces }: Catalogue): CardRow[] {
  const rows: CardRow[] = []
  for (const card of cards) {
    const row = faces.get(card)
    if (row) rows.push(row)
  }
  return rows
}

const priceOf = (realm: Realm, row: CardRow, seats: number): number =>
  (printedAmount(row, seats) ?? 0) + row.cost.plus * countIn(realm, row.cost.plusPer)

/** What the cards in hand cost in this currency. */
export function needOf({ hand }: Realm, currency: Currency): number {
  let need = 0
  for (const { row, price } of hand) if (row.cost.pay === currency) need += price
  return need
}

/** `more`: a card that is thought to be in play as well. */
export function countIn({ player, inPlay }: Realm, count: Count, more?: CardRow): number {
  switch (count) {
    case 'one':
      return 1
    case 'mayors':
      return player.mayors + player.buffers
    case 'strength':
      return player.admirals * STRENGTH.admiral + player.generals * STRENGTH.general
    case 'colours':
      return coloursIn(inPlay) + (more && cardsOf(inPlay, more.colour) === 0 ? 1 : 0)
    default: {
      const colour = COUNTED_COLOUR[count]
      return cardsOf(inPlay, colour) + (more?.colour === colour ? 1 : 0)
    }
  }
}

function cardsOf(rows: readonly CardRow[], colour: Colour): number {
  let cards = 0
  for (const row of rows) if (row.colour === colour) cards++
  return cards
}

/** Few cards are in play, so they are looked through for each colour. */
function coloursIn(rows: readonly CardRow[]): number {
  let colours = 0
  for (const colour of COLOURS) if (cardsOf(rows, colour) > 0) colours++
  return colours
}
