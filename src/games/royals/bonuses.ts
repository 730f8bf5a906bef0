/** City, country and noble house bonus: what a seat gets at once for the cube that it has just placed. */
import { numberAt } from '../lists.js'
import { type Board, boardOf, citiesIn, cityAt, positionAt, positionsIn } from './board.js'
import { countryAt, TITLES } from './content.js'
import type { Event } from './schema.js'
import { holderOf, nobleHousesOf, type State } from './state.js'

/** A cube on a position of the city or on its city field. */
function isPresent(state: State, board: Board, seat: number, city: number): boolean {
  if (numberAt(state.displaced, city * state.players.length + seat) > 0) return true
  for (const position of positionsIn(board, city)) if (holderOf(state, position) === seat) return true
  return false
}

function isInEveryCity(state: State, board: Board, seat: number, country: number): boolean {
  for (const city of citiesIn(board, country)) if (!isPresent(state, board, seat, city)) return false
  return true
}

function hasEveryTitle(state: State, seat: number): boolean {
  const seats = state.players.length
  for (let title = 0; title < TITLES.length; title++) if (numberAt(state.titleCubes, title * seats + seat) === 0) return false
  return true
}

/** A position never becomes free again, so the marker is taken once anybody holds a position of the city. */
export function isCityMarkerTaken(state: State, board: Board, city: number): boolean {
  for (const position of positionsIn(board, city)) if (holderOf(state, position) >= 0) return true
  return false
}

/**
 * Compares the states before and after the seat occupied the position. A condition that held before brings nothing more: presence in a
 * city and on a title is never lost, so each bonus is earned once, and a seat that earns it when the markers are gone gets none.
 */
export function bonuses(before: State, after: State, seat: number, position: number): Event[] {
  const board = boardOf(after.options)
  const { city, country } = positionAt(board, position)
  const won: Event[] = []
  const cityMarker = cityBonus(before, board, seat, city)
  if (cityMarker) won.push(cityMarker)
  const countryMarker = countryBonus(before, after, board, seat, country)
  if (countryMarker) won.push(countryMarker)
  const nobleHouse = nobleHouseBonus(before, after, seat)
  if (nobleHouse) won.push(nobleHouse)
  return won
}

function cityBonus(before: State, board: Board, seat: number, city: number): Event | undefined {
  if (isCityMarkerTaken(before, board, city)) return undefined
  const { city: name, bonus } = cityAt(board, city)
  return { type: 'CityMarkerTaken', seat, city: name, points: bonus }
}

function countryBonus(before: State, after: State, board: Board, seat: number, country: number): Event | undefined {
  if (!isInEveryCity(after, board, seat, country) || isInEveryCity(before, board, seat, country)) return undefined
  const name = countryAt(country)
  const { higher, lower } = board.figures.countryMarkers[name]
  const points = [higher, lower][numberAt(before.countryMarkersTaken, country)]
  return points === undefined ? undefined : { type: 'CountryMarkerTaken', seat, country: name, points }
}

function nobleHouseBonus(before: State, after: State, seat: number): Event | undefined {
  if (!hasEveryTitle(after, seat) || hasEveryTitle(before, seat)) return undefined
  const points = nobleHousesOf(after.options, after.players.length)[before.nobleHousesTaken]
  return points === undefined ? undefined : { type: 'NobleHouseMarkerTaken', seat, points }
}
