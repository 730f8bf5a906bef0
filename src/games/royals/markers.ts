/** Markers that have left the board: what they are called, who can have taken them, and a random answer to who has. */
import type { Dice } from '../contract.js'
import { itemAt } from '../lists.js'
import { boardOf, citiesIn } from './board.js'
import { hasEveryTitle, isInEveryCity, isPresent } from './bonuses.js'
import { countryIndex } from './cards.js'
import { type Country, EPOCH_YEARS } from './content.js'
import type { Marker, View } from './schema.js'
import type { State } from './state.js'

export const epochMarkerName = (epoch: number, country: Country): string => `${country} ${itemAt(EPOCH_YEARS, epoch - 1)}`
export const epochMarker = (epoch: number, country: Country, points: number): Marker => ({
  kind: 'epoch',
  of: epochMarkerName(epoch, country),
  points,
})

/** Markers by seat that fit the view: its own where the view shows them, else as many as the seat has, dealt at random. */
export function imaginedMarkers(seen: View, state: State, dice: Dice): (readonly Marker[])[] {
  const room = seen.players.map(({ markers, markerCount }) => (markers ? 0 : markerCount))
  const dealt = dealMarkers(hiddenGroups(seen, state), room, dice)
  return seen.players.map(({ markers }, seat) => markers ?? itemAt(dealt, seat))
}

/** Markers of which a seat can have taken one at most, and the seats that can have one. */
interface MarkerGroup {
  readonly markers: readonly Marker[]
  readonly eligible: readonly number[]
}

/** The taken markers whose owner the view does not show. */
function hiddenGroups(seen: View, state: State): MarkerGroup[] {
  const known = seen.players.flatMap(({ markers }) => markers ?? [])
  const isKnown = (marker: Marker): boolean =>
    known.some(({ kind, of, points }) => kind === marker.kind && of === marker.of && points === marker.points)
  const hidden = seen.players.flatMap(({ seat, markers }) => (markers ? [] : [seat]))
  return takenMarkers(seen, state)
    .map(({ markers, mayHave }) => ({ markers: markers.filter((one) => !isKnown(one)), eligible: hidden.filter(mayHave) }))
    .filter(({ markers }) => markers.length > 0)
}

interface TakenMarkers {
  readonly markers: readonly Marker[]
  readonly mayHave: (seat: number) => boolean
}

/** A seat keeps a cube wherever it has been, so its cubes tell which markers it can have taken. */
function takenMarkers(seen: View, state: State): TakenMarkers[] {
  const board = boardOf(state.options)
  const isIn = (country: Country) => (seat: number) =>
    citiesIn(board, countryIndex(country)).some((city) => isPresent(state, board, seat, city))
  return [
    ...seen.cities.map(({ city, bonus, markerTaken }, index) => ({
      markers: markerTaken ? [{ kind: 'city' as const, of: city, points: bonus }] : [],
      mayHave: (seat: number) => isPresent(state, board, seat, index),
    })),
    ...seen.countryMarkers.map(({ country, higher, lower, taken }, index) => ({
      markers: [higher, lower].slice(0, taken).map((points) => ({ kind: 'country' as const, of: country, points })),
      mayHave: (seat: number) => isInEveryCity(state, board, seat, index),
    })),
    {
      markers: seen.nobleHouses.values
        .slice(0, seen.nobleHouses.taken)
        .map((points) => ({ kind: 'nobleHouse' as const, of: 'nobleHouse', points })),
      mayHave: (seat: number) => hasEveryTitle(state, seat),
    },
    ...seen.epochMarkers.map(({ epoch, country, higher, lower, awarded }) => ({
      markers: [higher, lower].slice(0, awarded ?? 0).map((points) => epochMarker(epoch, country, points)),
      mayHave: isIn(country),
    })),
  ]
}

/** A deal while it is worked out: groups are known by their index. */
interface Deal {
  /** For each group the seats that can have a marker of it, in the order in which they are tried. */
  readonly orders: readonly (readonly number[])[]
  /** For each seat the groups of which it has a marker. */
  readonly owned: readonly Set<number>[]
  /** For each seat how many markers it has. */
  readonly room: readonly number[]
}

/** Markers by seat; `room` says how many each seat has. Every position that was really played has such a deal. */
function dealMarkers(groups: readonly MarkerGroup[], room: readonly number[], dice: Dice): Marker[][] {
  const orders = groups.map(({ eligible }, index) => shuffled(dice, `imagined owners ${index}`, eligible))
  const deal: Deal = { orders, owned: room.map(() => new Set<number>()), room }
  groups.forEach(({ markers }, group) => {
    for (const _ of markers) give(deal, group, new Set())
  })
  const dealt: Marker[][] = room.map(() => [])
  groups.forEach(({ markers }, group) => {
    const owners = itemAt(orders, group).filter((seat) => itemAt(deal.owned, seat).has(group))
    owners.forEach((seat, index) => {
      itemAt(dealt, seat).push(itemAt(markers, index))
    })
  })
  return dealt
}

/** Finds a seat for one more marker of the group, moving others to other seats if its own are full (an augmenting path). */
function give(deal: Deal, group: number, tried: Set<number>): boolean {
  for (const seat of itemAt(deal.orders, group)) {
    const own = itemAt(deal.owned, seat)
    if (tried.has(seat) || own.has(group)) continue
    tried.add(seat)
    if (own.size < itemAt(deal.room, seat) || makeRoom(deal, seat, tried)) {
      own.add(group)
      return true
    }
  }
  return false
}

function makeRoom(deal: Deal, seat: number, tried: Set<number>): boolean {
  const own = itemAt(deal.owned, seat)
  for (const other of [...own]) {
    own.delete(other)
    if (give(deal, other, tried)) return true
    own.add(other)
  }
  return false
}

const shuffled = (dice: Dice, label: string, seats: readonly number[]): number[] =>
  dice.draw(label, seats.map(String), seats.length).map(Number)
