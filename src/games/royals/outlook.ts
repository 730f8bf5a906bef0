/** The table as an evaluation looks at it: counted once for all seats. */
import { itemAt, numberAt } from '../lists.js'
import { countryIndex, repeated } from './cards.js'
import { COUNTRIES, EPOCHS } from './content.js'
import type { Judged } from './judged.js'
import type { View } from './schema.js'
import { WEIGHTS } from './weights.js'

export interface Table extends Spread {
  /** By seat and country; what is hidden is spread over all, in fractions, so these are read where they are used and not by a function that reads whole numbers too. */
  readonly cards: readonly number[][]
  /** Turns of each seat until each scoring still to come. */
  readonly turns: readonly number[]
}

/** What the cities tell. */
interface Spread {
  readonly cities: View['cities']
  /** At `country * seats + seat`. */
  readonly influence: readonly number[]
  /** Cities that a seat has a cube in, at `country * seats + seat`. */
  readonly present: readonly number[]
  /** Cities by country. */
  readonly sizes: readonly number[]
}

/** Views share the list of cities as long as no cube is placed. */
let last: Spread | undefined

export function tableOf(view: Judged): Table {
  const seats = view.players.length
  const spread = last?.cities === view.cities ? last : spreadOf(view.cities, seats)
  last = spread
  const { cities, influence, present, sizes } = spread
  return { cities, influence, present, sizes, cards: view.players.map(cardsOf), turns: turnsOf(view, seats) }
}

function spreadOf(cities: View['cities'], seats: number): Spread {
  const influence = repeated(COUNTRIES.length * seats, 0)
  const present = repeated(COUNTRIES.length * seats, 0)
  const sizes = repeated(COUNTRIES.length, 0)
  for (let index = 0; index < cities.length; index++) {
    const city = itemAt(cities, index)
    const country = countryIndex(city.country)
    sizes[country] = numberAt(sizes, country) + 1
    countCubes(city, country * seats, influence, present)
  }
  return { cities, influence, present, sizes }
}

/** Each seat is present once, however many cubes it has in the city. */
function countCubes({ positions, displaced }: View['cities'][number], row: number, influence: number[], present: number[]): void {
  let counted = 0
  for (let index = 0; index < positions.length; index++) {
    const { holder, influence: gain } = itemAt(positions, index)
    if (holder === null) continue
    influence[row + holder] = numberAt(influence, row + holder) + gain
    counted |= 1 << holder
  }
  for (let index = 0; index < displaced.length; index++) counted |= 1 << itemAt(displaced, index).seat
  for (let at = row; counted > 0; at++, counted >>= 1) present[at] = numberAt(present, at) + (counted & 1)
}

function cardsOf({ hand, shown, cardCount }: View['players'][number]): number[] {
  if (hand) return [hand.cards.france, hand.cards.germanStates, hand.cards.britain, hand.cards.spain]
  const known = COUNTRIES.reduce((sum, country) => sum + shown[country], 0)
  return COUNTRIES.map((country) => shown[country] + (cardCount - known) / COUNTRIES.length)
}

/** A renewed deck has the cards discarded so far, and those of this epoch that will be. */
function turnsOf(view: Judged, seats: number): number[] {
  if (view.lastRound) return [0.5]
  const perTurn = WEIGHTS.cardsPerTurn * seats
  const now = view.countryDeckCount / perTurn
  const { france, germanStates, britain, spain } = view.countryDiscard
  const inPlay = view.countryDeckCount + france + germanStates + britain + spain
  const later = (inPlay * WEIGHTS.laterDeck) / perTurn
  const scorings = Math.max(1, EPOCHS + 1 - Math.max(1, view.epoch))
  const turns: number[] = []
  for (let index = 0; index < scorings; index++) turns.push(now + index * later + 0.5)
  return turns
}
