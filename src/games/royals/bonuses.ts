/** City, country and noble house bonus: what a seat gets at once for the cube that it has just placed. */
import { itemAt } from '../lists.js'
import { type Board, boardOf, citiesIn, cityAt, positionAt, positionsIn } from './board.js'
import { countryAt, TITLES } from './content.js'
import type { Event } from './schema.js'
import { holderOf, nobleHousesOf, type State } from './state.js'

/** A cube on a position of the city or on its city field. */
function isPresent(state: State, board: Board, seat: number, city: number): boolean {
  if (itemAt(state.displaced, city * state.players.length + seat) > 0) return true
  return positionsIn(board, city).some((position) => state.holders[position] === seat)
}

const isInEveryCity = (state: State, board: Board, seat: number, country: number): boolean =>
  citiesIn(board, country).every((city) => isPresent(state, board, seat, city))

const hasEveryTitle = (state: State, seat: number): boolean =>
  TITLES.every((_, title) => itemAt(state.titleCubes, title * state.players.length + seat) > 0)

/** A position never becomes free again, so the marker is taken once anybody holds a position of the city. */
export const isCityMarkerTaken = (state: State, board: Board, city: number): boolean =>
  positionsIn(board, city).some((position) => holderOf(state, position) >= 0)

/**
 * Compares the states before and after the seat occupied the position. A condition that held before brings nothing more: presence in a
 * city and on a title is never lost, so each bonus is earned once, and a seat that earns it when the markers are gone gets none.
 */
export function bonuses(before: State, after: State, seat: number, position: number): Event[] {
  const board = boardOf(after.options)
  const { city, country } = positionAt(board, position)
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
  const name = countryAt(country)
  const { higher, lower } = board.figures.countryMarkers[name]
  const points = [higher, lower][itemAt(before.countryMarkersTaken, country)]
  return points === undefined ? [] : [{ type: 'CountryMarkerTaken', seat, country: name, points }]
}

function nobleHouseBonus(before: State, after: State, seat: number): Event[] {
  if (!hasEveryTitle(after, seat) || hasEveryTitle(before, seat)) return []
  const points = nobleHousesOf(after.options, after.players.length)[before.nobleHousesTaken]
  return points === undefined ? [] : [{ type: 'NobleHouseMarkerTaken', seat, points }]
}
