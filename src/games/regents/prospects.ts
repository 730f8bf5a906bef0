/** What a seat may hope to score by majorities, and how far its markers can go. */
import { itemAt } from '../lists.js'
import { groupSizes } from './castle.js'
import { LAST_STEP, LOCATIONS, locationNumber, ROOM_COUNT, SPACES, spaceAt, THRESHOLD_NEEDS, THRESHOLD_STEPS } from './content.js'
import type { View } from './schema.js'
import { WEIGHTS } from './weights.js'

/** Steps made on each track. */
export type Steps = readonly number[]

/** Pieces by owner and location; the neutral clan comes last. */
export type Pieces = readonly (readonly number[])[]

const STEP_OF = new Map(SPACES.map((space, step) => [space, step]))
export const stepsOf = ({ markers }: View['players'][number]): number[] => markers.map(({ space }) => STEP_OF.get(space) ?? 0)

export function piecesOf({ players, neutral, seatOnTurn, turn }: View): Pieces {
  const rows = [...players, ...(neutral ? [neutral] : [])].map(({ agents }) => counted(agents))
  if (seatOnTurn !== null)
    for (const { location, count } of turn.counsellorsOut) addTo(itemAt(rows, seatOnTurn), locationNumber(location), count)
  return rows
}

function counted(agents: readonly { location: (typeof LOCATIONS)[number]; count: number }[]): number[] {
  const row = [0, 0, 0, 0, 0, 0, 0]
  for (const { location, count } of agents) addTo(row, locationNumber(location), count)
  return row
}

const addTo = (row: number[], index: number, count: number): void => {
  row[index] = itemAt(row, index) + count
}

/** How many pieces a seat has at a location above the strongest other owner. */
function leadAt(pieces: Pieces, seat: number, location: number): number {
  let most = 0
  for (let owner = 0; owner < pieces.length; owner++)
    if (owner !== seat) most = Math.max(most, itemAt(itemAt(pieces, owner), location))
  return itemAt(itemAt(pieces, seat), location) - most
}

/** What the majorities of a seat would score if they were counted now; its steps go on as far as that. */
export function majorityWorth(view: View, pieces: Pieces, steps: number[], seat: number): number {
  const { rooms, nearly, special } = majoritiesOf(view, pieces, seat)
  const hoped = nearly === 0 ? 0 : roomsWorth(view, [...steps], rooms | nearly)
  const now = roomsWorth(view, steps, rooms)
  return special + now + (nearly === 0 ? 0 : WEIGHTS.nearly * (hoped - now))
}

interface Majorities {
  /** Sets of rooms, one bit for each: those won, and those where one piece more would win. */
  rooms: number
  nearly: number
  /** What tower and rampart are worth. */
  special: number
}

function majoritiesOf(view: View, pieces: Pieces, seat: number): Majorities {
  const isOnTurn = view.seatOnTurn === seat
  const king = isOnTurn && view.turn.card === 'alliance' ? -1 : locationNumber(view.king)
  const tie = isOnTurn && view.turn.tie ? locationNumber(view.turn.tie) : -1
  const found: Majorities = { rooms: 0, nearly: 0, special: 0 }
  for (let location = 0; location < LOCATIONS.length; location++) {
    if (location === king) continue
    const lead = location === tie ? 1 : leadAt(pieces, seat, location)
    if (lead > 0 && location >= ROOM_COUNT) found.special += specialWorth(location)
    else if (lead > 0) found.rooms |= 1 << location
    else if (lead === 0 && location < ROOM_COUNT && itemAt(itemAt(pieces, seat), location) > 0) found.nearly |= 1 << location
  }
  return found
}

const specialWorth = (location: number): number => (location === ROOM_COUNT ? WEIGHTS.tower : WEIGHTS.rampart)

function roomsWorth(view: View, steps: number[], rooms: number): number {
  if (rooms === 0) return 0
  const sizes = groupSizes(view.options.map, rooms)
  let worth = 0
  for (let room = 0; room < ROOM_COUNT; room++) worth += advance(view, steps, room, itemAt(sizes, room))
  return worth
}

/** Goes so many spaces, unless it is stopped before; returns the points. */
function advance(view: View, steps: number[], track: number, spaces: number): number {
  const before = itemAt(steps, track)
  for (let made = 0; made < spaces && !isStuck(view, steps, track); made++) steps[track] = itemAt(steps, track) + 1
  return spaceAt(itemAt(steps, track)) - spaceAt(before)
}

/** What is still to be scored in this turn. */
export function dueWorth(view: View, steps: number[]): number {
  let worth = 0
  for (const { location, spaces } of view.turn.toScore) {
    const number = locationNumber(location)
    worth += number < ROOM_COUNT ? advance(view, steps, number, spaces) : specialWorth(number)
  }
  return worth
}

const isStuck = ({ rules }: View, steps: Steps, track: number): boolean =>
  itemAt(steps, track) === LAST_STEP || missing(steps, track, THRESHOLD_NEEDS[rules.thresholdNeeds]) > 0

/** How many other markers keep this one from going beyond the threshold that it stands on. */
function missing(steps: Steps, track: number, needs: readonly number[]): number {
  const level = THRESHOLD_STEPS.indexOf(itemAt(steps, track))
  if (level < 0) return 0
  const needed = itemAt(needs, level)
  let count = 0
  for (let other = 0; other < steps.length; other++) if (other !== track && itemAt(steps, other) < needed) count++
  return count
}

/** What the markers stand for beyond their present spaces, for each turn still to come. */
export function progressWorth({ rules }: View, steps: Steps): number {
  let worth = 0
  for (let track = 0; track < steps.length; track++) {
    const step = itemAt(steps, track)
    const gain = spaceAt(Math.min(step + 2, LAST_STEP)) - spaceAt(step)
    const lacking = missing(steps, track, THRESHOLD_NEEDS[rules.thresholdNeeds])
    worth += gain * (lacking === 0 ? WEIGHTS.progress : WEIGHTS.held * (1 - lacking / steps.length))
  }
  return worth
}
