/**
 * A varied sample of the placements open to a seat. Their number runs into the hundred thousands, so they are numbered and
 * a few dozen numbers are picked, far apart: a function of the round, the seat and the public count of its leaders.
 */
import { type Choices, computed } from '../choices.js'
import { landsInPlay, SECTIONS, type Section } from './content.js'
import type { Placement } from './schema.js'
import { buffersOf, playerAt, type State } from './state.js'

const SAMPLE = 60
/** Of very many ways to place one kind of leader only this many are numbered; their product stays an exact whole number. */
const MOST_WAYS = { mayors: 10_000, military: 500 }

export function samplePlacements(state: State, seat: number): Choices<Placement> {
  const { mayor, admiral, general } = playerAt(state, seat).leaders
  const lands = landsInPlay(state.players.length)
  const mayors = waysOf(mayor, SECTIONS.length, MOST_WAYS.mayors)
  const buffers = waysOf(buffersOf(state), lands, MOST_WAYS.military)
  // Buffers are placed first and may fill two lands: what remains for the military is enough in any case.
  const open = buffersOf(state) > 0 ? lands - buffersOf(state) : lands
  const admirals = waysOf(admiral, open, MOST_WAYS.military)
  const generals = waysOf(general, open, MOST_WAYS.military)
  const total = mayors.count * buffers.count * admirals.count * generals.count
  const walk = spread(total, state.round * 8 + seat)
  const at = (index: number): Placement => {
    const digits = split(walk(index), [generals.count, admirals.count, mayors.count])
    const blocked = buffers.at(digits[3] as number)
    const free = landsBut(blocked, lands)
    return {
      mayors: mayors.at(digits[2] as number).map((section) => SECTIONS[section] as Section),
      admirals: admirals.at(digits[1] as number).map((index) => free[index] as number),
      generals: generals.at(digits[0] as number).map((index) => free[index] as number),
      buffers: blocked.map((index) => index + 1),
    }
  }
  return computed(Math.min(SAMPLE, total), at, false)
}

const landsBut = (blocked: readonly number[], lands: number): number[] => {
  const free: number[] = []
  for (let land = 0; land < lands; land++) if (!blocked.includes(land)) free.push(land + 1)
  return free
}

/** Mixed radix: the lowest digit first, the rest last. */
function split(number: number, bases: readonly number[]): number[] {
  const digits: number[] = []
  let rest = number
  for (const base of bases) {
    digits.push(rest % base)
    rest = Math.floor(rest / base)
  }
  return [...digits, rest]
}

/** Steps of about the golden section of all numbers, coprime to their count: no number twice, neighbours far apart. */
function spread(total: number, salt: number): (index: number) => number {
  let step = Math.max(1, Math.floor(total * 0.618_034))
  while (greatestDivisor(step, total) > 1) step++
  const offset = Math.imul(salt + 1, 0x9e3779b1) >>> 0
  return (index) => (offset + index * step) % total
}

const greatestDivisor = (a: number, b: number): number => (b === 0 ? a : greatestDivisor(b, a % b))

interface Ways {
  readonly count: number
  /** The places of the leaders, 0 to `places - 1`, in rising order. */
  at(number: number): number[]
}

/** The ways to put equal leaders on places, several on one if need be, numbered; at most `most` of them, evenly chosen. */
function waysOf(leaders: number, places: number, most: number): Ways {
  const all = multisets(leaders, places)
  const count = Math.min(all, most)
  const stride = Math.floor(all / count)
  return { count, at: (number) => multiset(leaders, places, number * stride) }
}

/** Multisets of `size` out of `places` kinds. */
function multisets(size: number, places: number): number {
  let ways = 1
  for (let i = 1; i < places; i++) ways = (ways * (size + i)) / i
  return Math.round(ways)
}

/** The number-th of them: those whose first member is on the lowest place come first. */
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
