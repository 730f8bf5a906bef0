/** Markers that have left the board: what they are called, and which seat everybody saw take them. */
import { itemAt, numberAt } from '../lists.js'
import { type Board, epochMarkersOf, findCity } from './board.js'
import { countryIndex } from './cards.js'
import { COUNTRIES, type Country, countryAt, EPOCH_YEARS, type MarkerPair } from './content.js'
import type { Marker, View } from './schema.js'
import type { Player, State } from './state.js'

/** The markers for all seven titles, which have no name of their own. */
const NOBLE_HOUSE = 'nobleHouse'

const COUNTRY_NAMES: readonly string[] = COUNTRIES
/** Names by epoch and country. */
const EPOCH_MARKERS = EPOCH_YEARS.flatMap((year) => COUNTRIES.map((country) => `${country} ${year}`))
const epochMarkerPlace = (epoch: number, country: Country): number => (epoch - 1) * COUNTRIES.length + countryIndex(country)
export const epochMarkersAt = (board: Board, place: number): MarkerPair =>
  epochMarkersOf(board, epochAt(place), countryAt(place % COUNTRIES.length))
export const epochAt = (place: number): number => 1 + Math.floor(place / COUNTRIES.length)
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
    if (place >= 0) counts[place] = numberAt(counts, place) + 1
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
  const takers = shared(found(players, board), known?.takers)
  known = { board, lists: players.map(({ markers }) => markers), takers }
  return takers
}

function areIn(lists: readonly (readonly Marker[])[], players: readonly Player[]): boolean {
  for (let seat = 0; seat < lists.length; seat++) if (itemAt(players, seat).markers !== lists[seat]) return false
  return true
}

/** Lists that are as they were stay the same lists: most often it is a city whose marker was taken. */
function shared(now: Takers, before: Takers | undefined): Takers {
  if (!before) return now
  return {
    cities: now.cities,
    countries: areSame(now.countries, before.countries) ? before.countries : now.countries,
    nobleHouses: isSame(now.nobleHouses, before.nobleHouses) ? before.nobleHouses : now.nobleHouses,
    epochs: areSame(now.epochs, before.epochs) ? before.epochs : now.epochs,
  }
}

function areSame(lists: readonly (readonly number[])[], others: readonly (readonly number[])[]): boolean {
  for (let index = 0; index < lists.length; index++) if (!isSame(itemAt(lists, index), itemAt(others, index))) return false
  return true
}

function isSame(list: readonly number[], other: readonly number[]): boolean {
  if (list === other) return true
  if (list.length !== other.length) return false
  for (let index = 0; index < list.length; index++) if (list[index] !== other[index]) return false
  return true
}

const NOBODY: readonly number[] = []

function found(players: readonly Player[], board: Board): Takers {
  const { figures } = board
  const cities: (number | null)[] = figures.cities.map(() => null)
  const countries = COUNTRIES.map(() => NOBODY)
  const epochs = EPOCH_MARKERS.map(() => NOBODY)
  const nobleHouses: { seat: number; points: number }[] = []
  for (let seat = 0; seat < players.length; seat++) {
    for (const { kind, of, points } of itemAt(players, seat).markers) {
      if (kind === 'city') putInto(cities, findCity(board, of), seat)
      else if (kind === 'nobleHouse') nobleHouses.push({ seat, points })
      else if (kind === 'country') {
        const country = COUNTRY_NAMES.indexOf(of)
        addTo(countries, country, seat, points === figures.countryMarkers[countryAt(country)].higher)
      } else if (kind === 'epoch') {
        const place = EPOCH_MARKERS.indexOf(of)
        addTo(epochs, place, seat, points === epochMarkersAt(board, place).higher)
      }
    }
  }
  nobleHouses.sort((one, other) => other.points - one.points)
  return { cities, countries, nobleHouses: nobleHouses.map(({ seat }) => seat), epochs }
}

function putInto<T>(list: T[], index: number, item: T): void {
  if (index >= 0) list[index] = item
}

function addTo(lists: (readonly number[])[], index: number, seat: number, isFirst: boolean): void {
  const others = itemAt(lists, index)
  lists[index] = isFirst ? [seat, ...others] : [...others, seat]
}

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
