/** The table as an evaluation looks at it: counted once for all seats. */
import { itemAt } from '../lists.js'
import { countryIndex } from './cards.js'
import { COUNTRIES, EPOCHS } from './content.js'
import type { View } from './schema.js'
import { WEIGHTS } from './weights.js'

export interface Table {
  /** By country and seat. */
  readonly influence: readonly number[][]
  /** Cities that a seat has a cube in, by country and seat. */
  readonly present: readonly number[][]
  /** Cities by country. */
  readonly cities: readonly number[]
  /** By seat and country; what is hidden is spread over all. */
  readonly cards: readonly number[][]
  /** Turns of each seat until each scoring still to come. */
  readonly turns: readonly number[]
}

export function tableOf(view: View): Table {
  const seats = view.players.length
  const influence = COUNTRIES.map(() => new Array<number>(seats).fill(0))
  const present = COUNTRIES.map(() => new Array<number>(seats).fill(0))
  const cities = [0, 0, 0, 0]
  for (const city of view.cities) {
    const country = countryIndex(city.country)
    cities[country] = itemAt(cities, country) + 1
    countInfluence(city, itemAt(influence, country))
    countPresent(city, itemAt(present, country))
  }
  return { influence, present, cities, cards: view.players.map(cardsOf), turns: turnsOf(view, seats) }
}

type CityView = View['cities'][number]

function countInfluence({ positions }: CityView, row: number[]): void {
  for (const { holder, influence } of positions) if (holder !== null) row[holder] = itemAt(row, holder) + influence
}

/** Each seat once, however many cubes it has in the city. */
function countPresent({ positions, displaced }: CityView, row: number[]): void {
  let counted = 0
  for (const { holder } of positions) if (holder !== null) counted |= 1 << holder
  for (const { seat } of displaced) counted |= 1 << seat
  for (let seat = 0; counted > 0; seat++, counted >>= 1) if (counted & 1) row[seat] = itemAt(row, seat) + 1
}

function cardsOf({ hand, shown, cardCount }: View['players'][number]): number[] {
  if (hand) return COUNTRIES.map((country) => hand.cards[country])
  const known = COUNTRIES.reduce((sum, country) => sum + shown[country], 0)
  return COUNTRIES.map((country) => shown[country] + (cardCount - known) / COUNTRIES.length)
}

/** A renewed deck has the cards discarded so far, and those of this epoch that will be. */
function turnsOf(view: View, seats: number): number[] {
  if (view.lastRound) return [0.5]
  const perTurn = WEIGHTS.cardsPerTurn * seats
  const now = view.countryDeckCount / perTurn
  const inPlay = COUNTRIES.reduce((sum, country) => sum + view.countryDiscard[country], view.countryDeckCount)
  const later = (inPlay * WEIGHTS.laterDeck) / perTurn
  const scorings = Math.max(1, EPOCHS + 1 - Math.max(1, view.epoch))
  return Array.from({ length: scorings }, (_, index) => now + index * later + 0.5)
}
