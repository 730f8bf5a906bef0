/** Markers that have left the board: what they are called, and which seat everybody saw take them. */
import { itemAt } from '../lists.js'
import { type Board, findCity } from './board.js'
import { countryIndex } from './cards.js'
import { COUNTRIES, type Country, EPOCH_YEARS } from './content.js'
import type { Marker, View } from './schema.js'
import type { Player, State } from './state.js'

/** The markers for all seven titles, which have no name of their own. */
const NOBLE_HOUSE = 'nobleHouse'

/** Names by epoch and country. */
const EPOCH_MARKERS = EPOCH_YEARS.flatMap((year) => COUNTRIES.map((country) => `${country} ${year}`))
export const epochMarkerPlace = (epoch: number, country: Country): number =>
  (epoch - 1) * COUNTRIES.length + countryIndex(country)
const epochMarkerName = (epoch: number, country: Country): string => itemAt(EPOCH_MARKERS, epochMarkerPlace(epoch, country))
export const epochMarker = (epoch: number, country: Country, points: number): Marker => ({
  kind: 'epoch',
  of: epochMarkerName(epoch, country),
  points,
})
export const cityMarker = (of: string, points: number): Marker => ({ kind: 'city', of, points })
export const countryMarker = (of: Country, points: number): Marker => ({ kind: 'country', of, points })
/** By epoch and country how many of these have left the game. */
export function epochMarkersIn(markers: readonly Marker[]): number[] {
  const counts = EPOCH_MARKERS.map(() => 0)
  for (const { kind, of } of markers) {
    const place = kind === 'epoch' ? EPOCH_MARKERS.indexOf(of) : -1
    if (place >= 0) counts[place] = itemAt(counts, place) + 1
  }
  return counts
}
export const nobleHouseMarker = (points: number): Marker => ({ kind: 'nobleHouse', of: NOBLE_HOUSE, points })

/** Seats that were seen to take markers, where there are several the one with the highest first. */
export interface Takers {
  /** By city; null while its marker lies there. */
  readonly cities: readonly (number | null)[]
  readonly countries: readonly (readonly number[])[]
  readonly nobleHouses: readonly number[]
  /** By epoch and country. */
  readonly epochs: readonly (readonly number[])[]
}

/** The markers that were asked about last, and the answer: most moves of a search leave all markers where they are. */
let known: { readonly board: Board; readonly lists: readonly (readonly Marker[])[]; readonly takers: Takers } | undefined

export function takersIn({ players }: State, board: Board): Takers {
  if (known?.board === board && known.lists.length === players.length && areIn(known.lists, players)) return known.takers
  const takers = found(players, board)
  known = { board, lists: players.map(({ markers }) => markers), takers }
  return takers
}

function areIn(lists: readonly (readonly Marker[])[], players: readonly Player[]): boolean {
  for (let seat = 0; seat < lists.length; seat++) if (itemAt(players, seat).markers !== lists[seat]) return false
  return true
}

interface Taker {
  readonly seat: number
  readonly points: number
}

function found(players: readonly Player[], board: Board): Takers {
  const cities: (number | null)[] = board.figures.cities.map(() => null)
  const countries: Taker[][] = COUNTRIES.map(() => [])
  const nobleHouses: Taker[] = []
  const epochs: Taker[][] = EPOCH_MARKERS.map(() => [])
  players.forEach(({ markers }, seat) => {
    for (const { kind, of, points } of markers) {
      if (kind === 'city') {
        const city = findCity(board, of)
        if (city >= 0) cities[city] = seat
      } else if (kind === 'country') rankIn(itemAt(countries, COUNTRIES.findIndex((name) => name === of)), { seat, points })
      else if (kind === 'nobleHouse') rankIn(nobleHouses, { seat, points })
      else if (kind === 'epoch') rankIn(itemAt(epochs, EPOCH_MARKERS.indexOf(of)), { seat, points })
    }
  })
  return { cities, countries: countries.map(seatsOf), nobleHouses: seatsOf(nobleHouses), epochs: epochs.map(seatsOf) }
}

/** Behind those who have a higher one. */
const rankIn = (takers: Taker[], taker: Taker): void => {
  takers.splice(takers.findLastIndex(({ points }) => points > taker.points) + 1, 0, taker)
}
const seatsOf = (takers: readonly Taker[]): number[] => takers.map(({ seat }) => seat)

/** Markers by seat: a seat's own as the view lists them, those of others by who was seen to take each. */
export function markersIn(seen: View): (readonly Marker[])[] {
  const taken: Marker[][] = seen.players.map(() => [])
  const give = (takers: readonly number[], markers: readonly Marker[]): void =>
    takers.forEach((seat, index) => {
      itemAt(taken, seat).push(itemAt(markers, index))
    })
  for (const { city, bonus, taker } of seen.cities) if (taker !== null) give([taker], [cityMarker(city, bonus)])
  for (const { country, higher, lower, takers } of seen.countryMarkers)
    give(takers, [countryMarker(country, higher), countryMarker(country, lower)])
  give(seen.nobleHouses.takers, seen.nobleHouses.values.map(nobleHouseMarker))
  for (const { epoch, country, higher, lower, takers } of seen.epochMarkers)
    give(takers, [epochMarker(epoch, country, higher), epochMarker(epoch, country, lower)])
  return seen.players.map(({ markers }, seat) => markers ?? itemAt(taken, seat))
}
