/**
 * The secret placement of a round: its fixed order, and a varied sample of the placements open to a seat. There can be hundreds
 * of thousands of them, so they are numbered and some hundred numbers far apart are picked. Which ones depends only on the round, the
 * seat, and the public count of its leaders.
 */
import { type Choices, computed } from '../choices.js'
import type { Dice } from '../contract.js'
import { itemAt, numberAt } from '../lists.js'
import { playerAt } from '../seating.js'
import { landsInPlay, MOST_SEATS, SECTIONS } from './content.js'
import type { Placement } from './schema.js'
import { buffersOf, type State } from './state.js'

/** In one fixed order, so that a placement tells where leaders stand and nothing else. What is in order already is not copied: like every state, it is never changed. */
export const inOrder = ({ mayors, admirals, generals, buffers }: Placement): Placement => ({
  mayors: isBySection(mayors) ? mayors : rising(mayors.map(numberOfSection)).map(sectionAt),
  admirals: rising(admirals),
  generals: rising(generals),
  buffers: rising(buffers),
})

type Section = (typeof SECTIONS)[number]
const numberOfSection = (section: Section): number => SECTIONS.indexOf(section)
const sectionAt = (number: number): Section => itemAt(SECTIONS, number)

/** Placements that were listed are in order already. */
function isBySection(mayors: readonly Section[]): boolean {
  let section = 0
  for (const mayor of mayors) {
    while (section < SECTIONS.length && SECTIONS[section] !== mayor) section++
    if (section === SECTIONS.length) return false
  }
  return true
}

const rising = (numbers: number[]): number[] => (isRising(numbers) ? numbers : numbers.toSorted((a, b) => a - b))

function isRising(numbers: readonly number[]): boolean {
  for (let index = 1; index < numbers.length; index++) if ((numbers[index] ?? 0) < (numbers[index - 1] ?? 0)) return false
  return true
}

/** Enough that the best of them is near the best of all, few enough to be looked through at every placement. */
const SAMPLE = 600
/** If there are more ways to place one kind of leader, only this many are numbered: their product stays an exact whole number. */
const MOST_WAYS = { mayors: 10_000, military: 500 }

export function samplePlacements(state: State, seat: number): Choices<Placement> {
  const space = spaceOf(state, seat)
  const { generals, admirals, mayors, buffers } = space
  const total = mayors.count * buffers.count * admirals.count * generals.count
  const numberAt = spread(total, state.round * 8 + seat)
  const at = (index: number): Placement => {
    const number = numberAt(index)
    const ofOthers = Math.floor(number / generals.count)
    const ofMayors = Math.floor(ofOthers / admirals.count)
    return placementIn(space, {
      general: number % generals.count,
      admiral: ofOthers % admirals.count,
      mayor: ofMayors % mayors.count,
      buffer: Math.floor(ofMayors / mayors.count),
    })
  }
  return computed(Math.min(SAMPLE, total), at, false)
}

/** Any of all placements that are numbered, each kind of leader placed by a roll of its own. */
export function randomPlacement(state: State, seat: number, dice: Dice): Placement {
  const space = spaceOf(state, seat)
  const roll = (kind: string, { count }: Ways): number => dice.roll(`imagined ${kind}:${seat}`, count)
  return placementIn(space, {
    general: roll('generals', space.generals),
    admiral: roll('admirals', space.admirals),
    mayor: roll('mayors', space.mayors),
    buffer: roll('buffers', space.buffers),
  })
}

/** The ways to place each kind of leader. */
interface Space {
  readonly lands: number
  readonly mayors: Ways
  readonly buffers: Ways
  readonly admirals: Ways
  readonly generals: Ways
}

function spaceOf(state: State, seat: number): Space {
  const { mayor, admiral, general } = playerAt(state, seat).leaders
  const lands = landsInPlay(state.players.length)
  // Buffers are placed first and may take a land each; the military is numbered on the lands that remain in any case.
  const open = lands - buffersOf(state)
  return {
    lands,
    mayors: waysOf(mayor, SECTIONS.length, MOST_WAYS.mayors),
    buffers: waysOf(buffersOf(state), lands, MOST_WAYS.military),
    admirals: waysOf(admiral, open, MOST_WAYS.military),
    generals: waysOf(general, open, MOST_WAYS.military),
  }
}

/** The numbers of the ways in which each kind of leader is placed. */
interface Numbers {
  readonly general: number
  readonly admiral: number
  readonly mayor: number
  readonly buffer: number
}

function placementIn({ lands, mayors, buffers, admirals, generals }: Space, numbers: Numbers): Placement {
  const blocked = wayAt(buffers, numbers.buffer)
  const free = blocked.length === 0 ? ALL_LANDS : landsBut(blocked, lands)
  return {
    mayors: inSections(wayAt(mayors, numbers.mayor)),
    admirals: onLands(free, wayAt(admirals, numbers.admiral)),
    generals: onLands(free, wayAt(generals, numbers.general)),
    buffers: onLands(ALL_LANDS, blocked),
  }
}

const ALL_LANDS = landsBut([], landsInPlay(MOST_SEATS))

// Pushed one by one: see `packed` in lists.ts.
function inSections(places: readonly number[]): Section[] {
  const sections: Section[] = []
  for (let index = 0; index < places.length; index++) sections.push(sectionAt(numberAt(places, index)))
  return sections
}

/** The numbers of the lands at these places. */
function onLands(free: readonly number[], places: readonly number[]): number[] {
  const lands: number[] = []
  for (let index = 0; index < places.length; index++) lands.push(numberAt(free, numberAt(places, index)))
  return lands
}

/** The lands that are not blocked, by number; `blocked` counts from 0. */
function landsBut(blocked: readonly number[], lands: number): number[] {
  const free: number[] = []
  for (let land = 0; land < lands; land++) if (!blocked.includes(land)) free.push(land + 1)
  return free
}

/** Steps of about 0.618 of the total and coprime to it: no number comes twice, and neighbours are far apart. */
function spread(total: number, salt: number): (index: number) => number {
  let step = Math.max(1, Math.floor(total * 0.618_034))
  while (greatestDivisor(step, total) > 1) step++
  const offset = Math.imul(salt + 1, 0x9e3779b1) >>> 0
  return (index) => (offset + index * step) % total
}

function greatestDivisor(a: number, b: number): number {
  let larger = a
  let smaller = b
  while (smaller !== 0) {
    const rest = larger % smaller
    larger = smaller
    smaller = rest
  }
  return larger
}

interface Ways {
  readonly leaders: number
  readonly places: number
  readonly count: number
  /** From one that is numbered to the next, among all. */
  readonly stride: number
}

/** The ways to put equal leaders on places, any number on one place, numbered; at most `most` of them, evenly chosen. */
function waysOf(leaders: number, places: number, most: number): Ways {
  const all = multisets(leaders, places)
  const count = Math.min(all, most)
  return { leaders, places, count, stride: Math.floor(all / count) }
}

/** The places of the leaders, 0 to `places - 1`, in rising order. */
const wayAt = ({ leaders, places, stride }: Ways, number: number): number[] => multiset(leaders, places, number * stride)

/** How many multisets of `size` members there are, each member on one of `places` places. */
function multisets(size: number, places: number): number {
  return COUNTED[size * MOST_PLACES + places] ?? count(size, places)
}

function count(size: number, places: number): number {
  let ways = 1
  for (let i = 1; i < places; i++) ways = (ways * (size + i)) / i
  return Math.round(ways)
}

/** Those of few leaders, counted once: to find a multiset by its number asks for many of them. */
const MOST_PLACES = landsInPlay(MOST_SEATS) + 1
const COUNTED: readonly number[] = Array.from({ length: 16 * MOST_PLACES }, (_, index) =>
  count(Math.floor(index / MOST_PLACES), index % MOST_PLACES),
)

/** The multiset with this number: those whose first member is on the lowest place come first. */
function multiset(size: number, places: number, number: number): number[] {
  const members: number[] = []
  let place = 0
  let rest = number
  while (members.length < size) {
    const here = multisets(size - members.length - 1, places - place)
    if (rest < here || place === places - 1) members.push(place)
    else {
      rest -= here
      place++
    }
  }
  return members
}
