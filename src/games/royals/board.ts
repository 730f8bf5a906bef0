/** The board that the figures of a match make: cities and positions by number, what each costs and what it is worth. */
import { itemAt } from '../lists.js'
import { countryIndex } from './cards.js'
import { type City, COUNTRIES, type Country, EDITIONS, type Edition, type Figures, type MarkerPair, TITLES } from './content.js'
import type { Options } from './schema.js'

export interface Position {
  /** Indices of `cities`, `COUNTRIES` and `TITLES`. */
  readonly city: number
  readonly country: number
  readonly title: number
  readonly needed: number
  readonly influence: number
  /** The bonus printed for the city: it breaks ties even when the marker is gone. */
  readonly bonus: number
}

export interface Board {
  readonly figures: Figures
  /** All positions of the board, city by city. */
  readonly positions: readonly Position[]
  /** Positions by city, cities by country. */
  readonly positionsOfCity: readonly (readonly number[])[]
  readonly citiesOfCountry: readonly (readonly number[])[]
  readonly cityByName: ReadonlyMap<string, number>
}

export const KING = TITLES.indexOf('king')

function lay(figures: Figures): Board {
  const positions = figures.cities.flatMap((city, index) => positionsOf(city, index, figures))
  const numbered = positions.map((position, number) => ({ ...position, number }))
  return {
    figures,
    positions,
    positionsOfCity: figures.cities.map((_, city) => numbered.filter((one) => one.city === city).map(({ number }) => number)),
    citiesOfCountry: COUNTRIES.map((name) => figures.cities.flatMap(({ country }, city) => (country === name ? [city] : []))),
    cityByName: new Map(figures.cities.map(({ city }, index) => [city, index])),
  }
}

const positionsOf = ({ country, bonus, positions }: City, city: number, { titles }: Figures): Position[] =>
  positions.map(({ title, influence }) => {
    const rank = TITLES.indexOf(title)
    return { city, country: countryIndex(country), title: rank, needed: itemAt(titles, rank).cards, influence, bonus }
  })

const ofEdition: Record<Edition, Board> = { reconstruction: lay(EDITIONS.reconstruction) }
/** A board depends on the options alone, so it is laid once for each of them. */
const ofPack = new WeakMap<Options, Board>()

export function boardOf(options: Options): Board {
  const edition = ofEdition[options.edition]
  if (!options.content) return edition
  const known = ofPack.get(options)
  if (known) return known
  const board = lay({ ...edition.figures, ...given(options.content) })
  ofPack.set(options, board)
  return board
}

const given = (content: NonNullable<Options['content']>): Partial<Figures> =>
  Object.fromEntries(Object.entries(content).filter(([, figures]) => figures !== undefined))

/** The number of a city; -1 if the board has none of this name. */
export const findCity = (board: Board, city: string): number => board.cityByName.get(city) ?? -1

/** The number of a position; -1 if the city has none with this title. */
export function findPosition(board: Board, city: string, title: string): number {
  const place = findCity(board, city)
  if (place < 0) return -1
  for (const number of positionsIn(board, place)) if (TITLES[positionAt(board, number).title] === title) return number
  return -1
}

export const positionAt = (board: Board, number: number): Position => itemAt(board.positions, number)
export const cityAt = (board: Board, city: number): City => itemAt(board.figures.cities, city)
/** The pair of markers that a country pays in an epoch. */
export const epochMarkersOf = ({ figures }: Board, epoch: number, country: Country): MarkerPair =>
  itemAt(figures.epochMarkers, epoch - 1)[country]
export const pointsOfTitle = ({ figures }: Board, title: number): number => itemAt(figures.titles, title).points
export const citiesIn = (board: Board, country: number): readonly number[] => itemAt(board.citiesOfCountry, country)
export const positionsIn = (board: Board, city: number): readonly number[] => itemAt(board.positionsOfCity, city)
