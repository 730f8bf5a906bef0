/**
 * Which locations touch. The plan of the castle is a lost picture; the text fixes only that the throne room is central, that the tower lies
 * between treasure and chapel, and that the rampart joins knights and store. Three plans fit it naturally: all reconstructed.
 */
import { isRoom, LOCATIONS, type Location, locationNumber, type MapName, ROOM_COUNT } from './content.js'

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

const table = (links: readonly Link[]): Location[][] => LOCATIONS.map((location) => neighbours(links, location))
const ADJACENT: Record<MapName, readonly (readonly Location[])[]> = {
  hub: table(LINKS.hub),
  seven: table(LINKS.seven),
  wheel: table(LINKS.wheel),
}

/** Where an agent may step from a location. */
export const adjacentTo = (map: MapName, location: Location): readonly Location[] =>
  ADJACENT[map][locationNumber(location)] as readonly Location[]
/** Where the king may step: never to the tower or the rampart. */
export const roomsBeside = (map: MapName, room: Location): Location[] => adjacentTo(map, room).filter(isRoom)

const bitsIn = (set: number): number => set.toString(2).replaceAll('0', '').length

/** For every set of rooms (a bit per room) the size of the group that each of its rooms belongs to. */
const GROUPS: Record<MapName, readonly (readonly number[])[]> = {
  hub: groups('hub'),
  seven: groups('seven'),
  wheel: groups('wheel'),
}
export const groupSizes = (map: MapName, rooms: number): readonly number[] => GROUPS[map][rooms] as readonly number[]

function groups(map: MapName): number[][] {
  return Array.from({ length: 1 << ROOM_COUNT }, (_, rooms) =>
    Array.from({ length: ROOM_COUNT }, (_, room) => (rooms & (1 << room) ? bitsIn(reach(map, rooms, 1 << room)) : 0)),
  )
}

/** The rooms of the set that hang together with those reached so far. */
function reach(map: MapName, rooms: number, reached: number): number {
  let wider = reached
  LOCATIONS.slice(0, ROOM_COUNT).forEach((room, number) => {
    if (reached & (1 << number)) for (const next of roomsBeside(map, room)) wider |= rooms & (1 << locationNumber(next))
  })
  return wider === reached ? reached : reach(map, rooms, wider)
}
