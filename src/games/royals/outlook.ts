/** The table as an evaluation looks at it: counted once for all seats. */
import { itemAt } from '../lists.js'
import { countryIndex } from './cards.js'
import { COUNTRIES, EPOCHS } from './content.js'
import type { View } from './schema.js'
import { WEIGHTS } from './weights.js'

export type CityView = View['cities'][number]

export interface Table {
  /** By country and seat. */
  readonly influence: readonly number[][]
  readonly citiesOf: readonly CityView[][]
  /** By seat and country; what is hidden is spread over all. */
  readonly cards: readonly number[][]
  /** Turns of each seat until each scoring still to come. */
  readonly turns: readonly number[]
}

export function tableOf(view: View): Table {
  const seats = view.players.length
  const influence = COUNTRIES.map(() => view.players.map(() => 0))
  const citiesOf: CityView[][] = COUNTRIES.map(() => [])
  for (const city of view.cities) {
    const country = countryIndex(city.country)
    itemAt(citiesOf, country).push(city)
    const row = itemAt(influence, country)
    for (const { holder, influence: gain } of city.positions) if (holder !== null) row[holder] = itemAt(row, holder) + gain
  }
  return {
    influence,
    citiesOf,
    cards: view.players.map(cardsOf),
    turns: turnsOf(view, seats),
  }
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
