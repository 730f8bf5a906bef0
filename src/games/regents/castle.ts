/**
 * Which locations touch. The picture of the castle is lost; the text says only that the throne room is central, that the tower lies
 * between treasure and chapel, and that the rampart joins knights and store. Three maps fit it well: all are reconstructed.
 */
import { itemAt } from '../lists.js'
import { isRoom, LOCATIONS, type Location, locationNumber, type MapName, ROOM_COUNT, ROOMS } from './content.js'

type Link = readonly [Location, Location]

const SPECIAL: readonly Link[] = [
  ['tower', 'treasure'],
  ['tower', 'chapel'],
  ['rampart', 'knights'],
  ['rampart', 'store'],
]
const HUB: readonly Link[] = [
  ['throne', 'knights'],
  ['throne', 'treasure'],
  ['throne', 'chapel'],
  ['throne', 'store'],
]
const SEVEN: readonly Link[] = [...HUB, ['treasure', 'store'], ['chapel', 'knights']]
const WHEEL: readonly Link[] = [...SEVEN, ['treasure', 'chapel'], ['knights', 'store']]

export const LINKS: Record<MapName, readonly Link[]> = {
  hub: [...HUB, ...SPECIAL],
  seven: [...SEVEN, ...SPECIAL],
  wheel: [...WHEEL, ...SPECIAL],
}

const neighbours = (links: readonly Link[], location: Location): Location[] =>
  LOCATIONS.filter((other) => links.some(([a, b]) => (a === location && b === other) || (b === location && a === other)))

const allNeighbours = (links: readonly Link[]): Location[][] => LOCATIONS.map((location) => neighbours(links, location))
const ADJACENT: Record<MapName, readonly (readonly Location[])[]> = {
  hub: allNeighbours(LINKS.hub),
  seven: allNeighbours(LINKS.seven),
  wheel: allNeighbours(LINKS.wheel),
}

/** Where an agent may step from a location. */
export const adjacentTo = (map: MapName, location: Location): readonly Location[] =>
  itemAt(ADJACENT[map], locationNumber(location))
/** Where the king may step: never to the tower or the rampart. */
export const roomsBeside = (map: MapName, room: Location): Location[] => adjacentTo(map, room).filter(isRoom)

const bitsIn = (set: number): number => set.toString(2).replaceAll('0', '').length

/** For every set of rooms (a bit per room), the size of the group of adjacent rooms that each of its rooms belongs to. */
const GROUPS: Record<MapName, readonly (readonly number[])[]> = {
  hub: groups('hub'),
  seven: groups('seven'),
  wheel: groups('wheel'),
}
export const groupSizes = (map: MapName, rooms: number): readonly number[] => itemAt(GROUPS[map], rooms)

function groups(map: MapName): number[][] {
  return Array.from({ length: 1 << ROOM_COUNT }, (_, rooms) =>
    Array.from({ length: ROOM_COUNT }, (_, room) => (rooms & (1 << room) ? bitsIn(groupAround(map, rooms, 1 << room)) : 0)),
  )
}

/** All rooms of the set that are linked within it to those of `group`. */
function groupAround(map: MapName, rooms: number, group: number): number {
  let wider = group
  ROOMS.forEach((room, number) => {
    if (group & (1 << number)) for (const next of roomsBeside(map, room)) wider |= rooms & (1 << locationNumber(next))
  })
  return wider === group ? group : groupAround(map, rooms, wider)
}
