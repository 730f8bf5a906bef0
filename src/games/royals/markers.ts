/** Markers that have left the board: what they are called, and which seat everybody saw take them. */
import { itemAt } from '../lists.js'
import { countryIndex } from './cards.js'
import { COUNTRIES, type Country, EPOCH_YEARS } from './content.js'
import type { Marker, View } from './schema.js'
import type { State } from './state.js'

/** The markers for all seven titles, which have no name of their own. */
const NOBLE_HOUSE = 'nobleHouse'

const EPOCH_MARKER_NAMES = EPOCH_YEARS.map((year) => COUNTRIES.map((country) => `${country} ${year}`))
export const epochMarkerName = (epoch: number, country: Country): string =>
  itemAt(itemAt(EPOCH_MARKER_NAMES, epoch - 1), countryIndex(country))
export const epochMarker = (epoch: number, country: Country, points: number): Marker => ({
  kind: 'epoch',
  of: epochMarkerName(epoch, country),
  points,
})
export const cityMarker = (of: string, points: number): Marker => ({ kind: 'city', of, points })
export const countryMarker = (of: Country, points: number): Marker => ({ kind: 'country', of, points })
export const nobleHouseMarker = (points: number): Marker => ({ kind: 'nobleHouse', of: NOBLE_HOUSE, points })

/** By kind and name of a marker the seats that have one, the highest first. */
export type Takers = { readonly [kind in Marker['kind']]: ReadonlyMap<string, readonly Taker[]> }
interface Taker {
  readonly seat: number
  readonly points: number
}

export function takersIn({ players }: State): Takers {
  const takers = {
    city: new Map(),
    country: new Map(),
    nobleHouse: new Map(),
    epoch: new Map(),
    title: new Map(),
    halfTitle: new Map(),
  }
  players.forEach(({ markers }, seat) => {
    for (const { kind, of, points } of markers) {
      const ofKind: Map<string, Taker[]> = takers[kind]
      const others = ofKind.get(of)
      if (!others) ofKind.set(of, [{ seat, points }])
      else others.splice(others.findLastIndex((other) => other.points > points) + 1, 0, { seat, points })
    }
  })
  return takers
}

export const takersOf = (takers: Takers, kind: Marker['kind'], name = NOBLE_HOUSE): number[] =>
  takers[kind].get(name)?.map(({ seat }) => seat) ?? []

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
