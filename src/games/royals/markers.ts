/** Markers that have left the board: what they are called, and which seat everybody saw take them. */
import { itemAt } from '../lists.js'
import { type Country, EPOCH_YEARS } from './content.js'
import type { Marker, View } from './schema.js'
import type { State } from './state.js'

/** The markers for all seven titles, which have no name of their own. */
const NOBLE_HOUSE = 'nobleHouse'

export const epochMarkerName = (epoch: number, country: Country): string => `${country} ${itemAt(EPOCH_YEARS, epoch - 1)}`
export const epochMarker = (epoch: number, country: Country, points: number): Marker => ({
  kind: 'epoch',
  of: epochMarkerName(epoch, country),
  points,
})
export const cityMarker = (of: string, points: number): Marker => ({ kind: 'city', of, points })
export const countryMarker = (of: Country, points: number): Marker => ({ kind: 'country', of, points })
export const nobleHouseMarker = (points: number): Marker => ({ kind: 'nobleHouse', of: NOBLE_HOUSE, points })

/** The seats that have the markers of one kind and name, the highest marker first. */
export interface Takers {
  of(kind: Marker['kind'], name?: string): number[]
}

export function takersIn({ players }: State): Takers {
  const owned = new Map<string, { seat: number; points: number }[]>()
  players.forEach(({ markers }, seat) => {
    for (const { kind, of, points } of markers) {
      const key = `${kind} ${of}`
      const others = owned.get(key)
      if (others) others.push({ seat, points })
      else owned.set(key, [{ seat, points }])
    }
  })
  const byPoints = (key: string): number[] => (owned.get(key) ?? []).sort((a, b) => b.points - a.points).map(({ seat }) => seat)
  return { of: (kind, name = NOBLE_HOUSE) => byPoints(`${kind} ${name}`) }
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
