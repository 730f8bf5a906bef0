/** What a seat may hope to score by majorities, and how far its markers can go. */
import { numberAt } from '../lists.js'
import { groupSizes } from './castle.js'
import { LAST_STEP, LOCATIONS, locationNumber, ROOM_COUNT, SPACES, spaceAt, THRESHOLD_NEEDS, THRESHOLD_STEPS } from './content.js'
import type { Agents, Judged, Steps } from './judged.js'
import { WEIGHTS } from './weights.js'

/** How many agents each owner has at each location above the strongest other one. */
export type Leads = readonly (readonly number[])[]

export function leadsOf(agents: Agents): Leads {
  const leads = agents.map((row) => row.slice())
  for (let location = 0; location < LOCATIONS.length; location++) compareAt(leads, location)
  return leads
}

/** From the agents of all owners to what each has above the others: only the strongest is compared with the second. */
function compareAt(rows: readonly number[][], location: number): void {
  let most = 0
  let second = 0
  for (const row of rows) {
    const count = numberAt(row, location)
    if (count >= most) {
      second = most
      most = count
    } else if (count > second) second = count
  }
  for (const row of rows) {
    const count = numberAt(row, location)
    row[location] = count - (count === most ? second : most)
  }
}

/** How sure majorities are, by the lead of a seat at a location: `sure` at least, one piece less, two pieces less. */
interface Tiers {
  readonly sure: number
  readonly weights: readonly [number, number, number]
  readonly tower: number
  readonly rampart: number
}

const THIS_TURN: Tiers = {
  sure: 1,
  weights: [WEIGHTS.thisTurnWon, WEIGHTS.thisTurnTied, WEIGHTS.thisTurnBehind],
  tower: WEIGHTS.tower,
  rampart: WEIGHTS.rampart,
}
const NEXT_TURN: Tiers = {
  sure: 2,
  weights: [WEIGHTS.nextTurnSafe, WEIGHTS.nextTurnWon, WEIGHTS.nextTurnTied],
  tower: WEIGHTS.nextTower,
  rampart: WEIGHTS.nextRampart,
}

/** What the majorities of a seat would score at the end of this turn; its steps go on as far as that. */
export function thisTurnWorth(match: Judged, above: readonly number[], steps: number[]): number {
  const leads = above.slice()
  for (let location = 0; location < LOCATIONS.length; location++)
    leads[location] = numberAt(leads, location) + numberAt(match.counsellorsOut, location)
  const king = locationNumber(match.king)
  if (match.card !== 'alliance') leads[king] = Math.min(0, numberAt(leads, king) - 1)
  if (match.tie) leads[locationNumber(match.tie)] = 1
  return majorityWorth(match, steps, leads, THIS_TURN)
}

/** The same in its next turn: until then others move, and so may the king; counsellors are gone. */
export function nextTurnWorth(match: Judged, above: readonly number[], steps: number[]): number {
  const leads = above.slice()
  const king = locationNumber(match.king)
  leads[king] = numberAt(leads, king) - 1
  return majorityWorth(match, steps, leads, NEXT_TURN)
}

function majorityWorth(match: Judged, steps: number[], leads: readonly number[], tiers: Tiers): number {
  const { sure, weights, tower, rampart } = tiers
  const [first, second, third] = weights
  const rooms = roomsLed(leads, sure)
  const withNear = roomsLed(leads, sure - 1)
  const withFar = roomsLed(leads, sure - 2)
  const before = withFar === rooms ? steps : steps.slice()
  const now = roomsWorth(match, steps, rooms)
  // Mostly they are the same rooms.
  const near = withNear === rooms ? now : roomsWorth(match, before.slice(), withNear)
  const far = withFar === withNear ? near : roomsWorth(match, before, withFar)
  let worth = first * now + second * (near - now) + third * (far - near)
  for (let location = ROOM_COUNT; location < LOCATIONS.length; location++) {
    const short = Math.max(0, sure - numberAt(leads, location))
    worth += (weights[short] ?? 0) * (isTower(location) ? tower : rampart)
  }
  return worth
}

/** One bit for each room where the seat leads by so much. */
function roomsLed(leads: readonly number[], least: number): number {
  let rooms = 0
  for (let room = 0; room < ROOM_COUNT; room++) if (numberAt(leads, room) >= least) rooms |= 1 << room
  return rooms
}

/** The tower comes first after the rooms. */
const isTower = (location: number): boolean => location === ROOM_COUNT

function roomsWorth(match: Judged, steps: number[], rooms: number): number {
  if (rooms === 0) return 0
  const sizes = groupSizes(match.map, rooms)
  let worth = 0
  for (let room = 0; room < ROOM_COUNT; room++) worth += advance(match, steps, room, numberAt(sizes, room))
  return worth
}

/** Goes so many spaces, unless it is stopped before; returns the points. */
function advance(match: Judged, steps: number[], track: number, spaces: number): number {
  const before = numberAt(steps, track)
  for (let made = 0; made < spaces && !isStuck(match, steps, track); made++) steps[track] = numberAt(steps, track) + 1
  return spaceAt(numberAt(steps, track)) - spaceAt(before)
}

/** What is still to be scored in this turn. */
export function dueWorth(match: Judged, steps: number[]): number {
  let worth = 0
  for (const { location, spaces } of match.toScore) {
    const number = locationNumber(location)
    worth += number < ROOM_COUNT ? advance(match, steps, number, spaces) : isTower(number) ? WEIGHTS.tower : WEIGHTS.rampart
  }
  return worth
}

function isStuck({ thresholdNeeds }: Judged, steps: Steps, track: number): boolean {
  const step = numberAt(steps, track)
  const level = numberAt(THRESHOLD_ON, step)
  return step === LAST_STEP || (level >= 0 && missing(steps, track, numberAt(THRESHOLD_NEEDS[thresholdNeeds], level)) > 0)
}

/** By step: which threshold is there, -1 for none. */
const THRESHOLD_ON = SPACES.map((_, step) => THRESHOLD_STEPS.indexOf(step))

/** The most points that a marker can lose by going back one space. */
export const dearestSpace = (steps: Steps): number =>
  steps.reduce((most, step) => (step < 2 ? most : Math.max(most, spaceAt(step) - spaceAt(step - 1))), 0)

/** How many other markers keep this one from going beyond the threshold that it stands on. */
function missing(steps: Steps, track: number, needed: number): number {
  let count = 0
  for (let other = 0; other < steps.length; other++) if (other !== track && numberAt(steps, other) < needed) count++
  return count
}

/** The next space of each marker that can go on, for each turn still to come. */
export function progressWorth(match: Judged, steps: Steps): number {
  let worth = 0
  for (let track = 0; track < steps.length; track++) {
    const step = numberAt(steps, track)
    if (!isStuck(match, steps, track)) worth += spaceAt(step + 1) - spaceAt(step)
  }
  return WEIGHTS.progress * worth
}
