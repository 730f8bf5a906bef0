/** City, country and noble house bonus: what a seat gets at once for the cube that it has just placed. */
import { type Board, boardOf, citiesIn, cityAt, placeAt, placesIn } from './board.js'
import { COUNTRIES, TITLES } from './content.js'
import type { Event } from './schema.js'
import { nobleHousesOf, type State } from './state.js'

/** A cube on a position of the city or on its city field. */
export function isPresent(state: State, board: Board, seat: number, city: number): boolean {
  if ((state.displaced[city * state.players.length + seat] as number) > 0) return true
  return placesIn(board, city).some((place) => state.holders[place] === seat)
}

export const isInEveryCity = (state: State, board: Board, seat: number, country: number): boolean =>
  citiesIn(board, country).every((city) => isPresent(state, board, seat, city))

export const hasEveryTitle = (state: State, seat: number): boolean =>
  TITLES.every((_, title) => (state.titleCubes[title * state.players.length + seat] as number) > 0)

/** A city is occupied for ever once somebody has been there. */
export const isCityMarkerTaken = (state: State, board: Board, city: number): boolean =>
  placesIn(board, city).some((place) => (state.holders[place] as number) >= 0)

/**
 * Compares the table before and after the seat occupied the position. A condition that held before brings nothing more: presence in a
 * city and on a title is never lost, so each bonus is reached once, and whoever reaches it when the markers are gone stays without.
 */
export function bonuses(before: State, after: State, seat: number, place: number): Event[] {
  const board = boardOf(after.options)
  const { city, country } = placeAt(board, place)
  return [
    ...cityBonus(before, board, seat, city),
    ...countryBonus(before, after, board, seat, country),
    ...nobleHouseBonus(before, after, seat),
  ]
}

function cityBonus(before: State, board: Board, seat: number, city: number): Event[] {
  if (isCityMarkerTaken(before, board, city)) return []
  const { city: name, bonus } = cityAt(board, city)
  return [{ type: 'CityMarkerTaken', seat, city: name, points: bonus }]
}

function countryBonus(before: State, after: State, board: Board, seat: number, country: number): Event[] {
  if (!isInEveryCity(after, board, seat, country) || isInEveryCity(before, board, seat, country)) return []
  const name = COUNTRIES[country] as (typeof COUNTRIES)[number]
  const { higher, lower } = board.figures.countryMarkers[name]
  const points = [higher, lower][before.countryMarkersTaken[country] as number]
  return points === undefined ? [] : [{ type: 'CountryMarkerTaken', seat, country: name, points }]
}

function nobleHouseBonus(before: State, after: State, seat: number): Event[] {
  if (!hasEveryTitle(after, seat) || hasEveryTitle(before, seat)) return []
  const points = nobleHousesOf(after.options, after.players.length)[before.nobleHousesTaken]
  return points === undefined ? [] : [{ type: 'NobleHouseMarkerTaken', seat, points }]
}
