/** The board that the figures of a match give: cities and positions by number, and what each costs and counts. */
import { countryIndex } from './cards.js'
import {
  type ByCountry,
  type City,
  COUNTRIES,
  type Country,
  EDITIONS,
  type Edition,
  type Figures,
  type MarkerPair,
  TITLES,
  type TitleFigures,
} from './content.js'
import type { Options } from './options.js'

export interface Place {
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
  readonly places: readonly Place[]
  /** Positions by city, cities by country. */
  readonly placesOfCity: readonly (readonly number[])[]
  readonly citiesOfCountry: readonly (readonly number[])[]
  readonly placeByName: ReadonlyMap<string, number>
  readonly cityByName: ReadonlyMap<string, number>
}

export const KING = TITLES.indexOf('king')

function lay(figures: Figures): Board {
  const places = figures.cities.flatMap(({ country, bonus, positions }, city) =>
    positions.map(({ title, influence }): Place => {
      const rank = TITLES.indexOf(title)
      return {
        city,
        country: countryIndex(country),
        title: rank,
        needed: figures.titles[rank]?.cards as number,
        influence,
        bonus,
      }
    }),
  )
  const numbered = places.map((place, number) => ({ ...place, number }))
  return {
    figures,
    places,
    placesOfCity: figures.cities.map((_, city) => numbered.filter((place) => place.city === city).map(({ number }) => number)),
    citiesOfCountry: COUNTRIES.map((name) => figures.cities.flatMap(({ country }, city) => (country === name ? [city] : []))),
    placeByName: new Map(
      numbered.map(({ city, title, number }) => [placeName(figures.cities[city]?.city as string, title), number]),
    ),
    cityByName: new Map(figures.cities.map(({ city }, index) => [city, index])),
  }
}

const placeName = (city: string, title: number): string => `${TITLES[title]} ${city}`

const ofEdition = Object.fromEntries(Object.entries(EDITIONS).map(([name, figures]) => [name, lay(figures)])) as Record<
  Edition,
  Board
>
/** A board is a function of the options alone; it is remembered for as long as they are. */
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

/** The number of a position; -1 if the city has none with this title. */
export const findPlace = (board: Board, city: string, title: string): number => board.placeByName.get(`${title} ${city}`) ?? -1

export const placeAt = (board: Board, number: number): Place => board.places[number] as Place
export const cityAt = (board: Board, city: number): City => board.figures.cities[city] as City
/** The pair of markers that a country pays in an epoch. */
export const epochMarkersOf = ({ figures }: Board, epoch: number, country: Country): MarkerPair =>
  (figures.epochMarkers[epoch - 1] as ByCountry<MarkerPair>)[country]
export const pointsOfTitle = ({ figures }: Board, title: number): number => (figures.titles[title] as TitleFigures).points
export const citiesIn = (board: Board, country: number): readonly number[] => board.citiesOfCountry[country] as readonly number[]
export const placesIn = (board: Board, city: number): readonly number[] => board.placesOfCity[city] as readonly number[]
