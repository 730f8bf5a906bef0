/**
 * The pieces of Royals. The mark behind a figure says where it comes from: `rulebook` (printed as text), `public` (a public page
 * states it), `derived` (follows from those), `reconstructed` (no source gives it; chosen to fit all that is known).
 */
import { itemAt, numberAt } from '../lists.js'

export const COUNTRIES = ['france', 'germanStates', 'britain', 'spain'] as const // rulebook
export type Country = (typeof COUNTRIES)[number]

/** From the lowest rank to the highest: rulebook. */
export const TITLES = ['marshal', 'baron', 'countess', 'duke', 'cardinal', 'princess', 'king'] as const
export type Title = (typeof TITLES)[number]

/** The six kinds of intrigue card, each showing two countries: rulebook. */
export const PAIRS = [
  'franceGermanStates',
  'franceBritain',
  'franceSpain',
  'germanStatesBritain',
  'germanStatesSpain',
  'britainSpain',
] as const
export type Pair = (typeof PAIRS)[number]
/** The countries on each kind of intrigue card, as indices of `COUNTRIES`. */
export const COUNTRIES_OF_PAIR: readonly (readonly [number, number])[] = [
  [0, 1],
  [0, 2],
  [0, 3],
  [1, 2],
  [1, 3],
  [2, 3],
]

/** Country cards in the box, by country: rulebook. */
const PRINTED_CARDS: readonly number[] = [31, 26, 22, 20]
/** Country cards that stay in the box, by number of seats: rulebook. */
const REMOVED_CARDS: readonly (readonly number[])[] = [
  [], // at least two seats play
  [],
  [11, 9, 8, 6],
  [9, 8, 7, 6],
  [6, 5, 5, 4],
  [0, 0, 0, 0],
]
export function cardsInPlay(seats: number): number[] {
  const removed = itemAt(REMOVED_CARDS, seats)
  return PRINTED_CARDS.map((count, country) => count - numberAt(removed, country))
}

/** Four of each kind, at every number of seats: rulebook. */
export const INTRIGUE_CARDS: readonly number[] = [4, 4, 4, 4, 4, 4]

/** Country cards drawn in the first turn, in turn order, by number of seats: rulebook. */
export const FIRST_DRAW: readonly (readonly number[])[] = [
  [], // at least two seats play
  [],
  [2, 3],
  [1, 2, 3],
  [1, 1, 2, 3],
  [1, 1, 2, 2, 3],
]

export const DISPLAY_SIZE = 3 // rulebook
export const COUNTRY_LIMIT = 12 // rulebook
export const INTRIGUE_LIMIT = 4 // rulebook
export const CUBES_PER_CLAIM = 2 // rulebook
/** Country cards that stand for one: rulebook. */
export const COUNTRY_JOKER = 3
/** Intrigue cards that stand for one: rulebook. */
export const INTRIGUE_JOKER = 2
/** Intrigue cards for taking over a position, and for a King: rulebook. */
export const INTRIGUE_PRICE = 1
export const INTRIGUE_PRICE_OF_A_KING = 2
export const EPOCHS = 3 // rulebook
export const EPOCH_YEARS: readonly number[] = [1648, 1680, 1714] // rulebook

export const COLOURS = ['grey', 'purple', 'orange', 'black', 'white'] as const // rulebook
export type Colour = (typeof COLOURS)[number]
export const CUBES: Record<Colour, number> = { grey: 36, purple: 36, orange: 36, black: 46, white: 46 } // rulebook
/** Cubes of the small colours: what everybody has with `evenCubes`. */
export const EVEN_CUBES = 36
/** Two seats play with the two large colours: rulebook. */
export const COLOURS_FOR_TWO: readonly Colour[] = ['black', 'white']

/** Cities by country: rulebook. */
export const CITIES_OF: Record<Country, number> = { france: 5, germanStates: 4, britain: 3, spain: 4 }

export interface PositionFigures {
  readonly title: Title
  readonly influence: number
}
export interface City {
  readonly city: string
  readonly country: Country
  readonly bonus: number
  readonly positions: readonly PositionFigures[]
}
export interface TitleFigures {
  readonly title: Title
  readonly cards: number
  readonly points: number
}
export interface MarkerPair {
  readonly higher: number
  readonly lower: number
}
export type ByCountry<T> = { readonly [country in Country]: T }

/** The figures that the rulebook shows only as pictures of the board and of the markers. */
export interface Figures {
  readonly titles: readonly TitleFigures[]
  readonly cities: readonly City[]
  readonly countryMarkers: ByCountry<MarkerPair>
  readonly nobleHouseMarkers: readonly number[]
  /** One for each epoch. */
  readonly epochMarkers: readonly ByCountry<MarkerPair>[]
}

const pair = (higher: number, lower: number): MarkerPair => ({ higher, lower })
const position = (title: Title, influence: number): PositionFigures => ({ title, influence })

// Influence: public for Cardinal (2) and Baron (1), seen in Cologne; reconstructed for the rest (half the cards, at least 1).
const marshal = position('marshal', 1)
const baron = position('baron', 1)
const countess = position('countess', 1)
const duke = position('duke', 2)
const cardinal = position('cardinal', 2)
const princess = position('princess', 3)
const king = position('king', 4)

const reconstruction: Figures = {
  // Cards: public for Marshal, Baron, Cardinal, King; derived for Countess and Duke (strictly between 2 and 5);
  // reconstructed for the Princess (6 or 7). Points: all reconstructed (the rulebook says that they rise and can be halved).
  titles: [
    { title: 'marshal', cards: 1, points: 4 },
    { title: 'baron', cards: 2, points: 6 },
    { title: 'countess', cards: 3, points: 8 },
    { title: 'duke', cards: 4, points: 10 },
    { title: 'cardinal', cards: 5, points: 12 },
    { title: 'princess', cards: 6, points: 14 },
    { title: 'king', cards: 8, points: 16 },
  ],
  // All bonuses are reconstructed. Names and positions: the mark behind each line.
  cities: [
    { city: 'Paris', country: 'france', bonus: 7, positions: [king] }, // reconstructed (that France has a King: public)
    { city: 'Lyon', country: 'france', bonus: 5, positions: [princess, countess] }, // reconstructed
    { city: 'Avignon', country: 'france', bonus: 4, positions: [cardinal, baron] }, // name public, positions reconstructed
    { city: 'Nantes', country: 'france', bonus: 3, positions: [duke, marshal] }, // reconstructed
    { city: 'Bordeaux', country: 'france', bonus: 2, positions: [princess, marshal] }, // name public, positions reconstructed
    { city: 'Vienna', country: 'germanStates', bonus: 7, positions: [king] }, // name public, position reconstructed
    { city: 'Berlin', country: 'germanStates', bonus: 5, positions: [duke, countess] }, // reconstructed
    { city: 'Munich', country: 'germanStates', bonus: 4, positions: [princess, baron] }, // name public, positions reconstructed
    { city: 'Cologne', country: 'germanStates', bonus: 3, positions: [cardinal, baron] }, // name and positions public
    { city: 'London', country: 'britain', bonus: 7, positions: [king] }, // reconstructed
    { city: 'Dublin', country: 'britain', bonus: 5, positions: [cardinal, duke] }, // reconstructed
    { city: 'Edinburgh', country: 'britain', bonus: 4, positions: [princess, countess] }, // reconstructed
    { city: 'Madrid', country: 'spain', bonus: 7, positions: [king] }, // name and position public
    { city: 'Seville', country: 'spain', bonus: 4, positions: [cardinal, baron] }, // reconstructed
    { city: 'Barcelona', country: 'spain', bonus: 3, positions: [countess, marshal] }, // reconstructed
    { city: 'Valencia', country: 'spain', bonus: 2, positions: [duke, marshal] }, // name and positions public
  ],
  // Reconstructed.
  countryMarkers: { france: pair(14, 7), germanStates: pair(12, 6), britain: pair(10, 5), spain: pair(8, 4) },
  nobleHouseMarkers: [16, 12, 8], // 16 and 12 rulebook, 8 public
  // Reconstructed; that there are three pairs for each country: rulebook.
  epochMarkers: [
    { france: pair(7, 3), germanStates: pair(6, 3), britain: pair(5, 2), spain: pair(4, 2) },
    { france: pair(9, 4), germanStates: pair(8, 4), britain: pair(6, 3), spain: pair(6, 3) },
    { france: pair(11, 5), germanStates: pair(10, 5), britain: pair(8, 4), spain: pair(8, 4) },
  ],
}

/** Named sets of figures. A match keeps the name, so a set that has been played with is never edited: better figures get a new name. */
export const EDITION_NAMES = ['reconstruction'] as const
export type Edition = (typeof EDITION_NAMES)[number]
export const EDITIONS: Record<Edition, Figures> = { reconstruction }

export const countryAt = (index: number): Country => itemAt(COUNTRIES, index)
export const pairAt = (index: number): Pair => itemAt(PAIRS, index)
export const titleAt = (index: number): Title => itemAt(TITLES, index)
