/** Results of entrants whose strengths are known, by the very model that finds them again. */
import type { Stream } from '../../src/dice/seeded.js'
import type { PlayedTable } from '../../src/tournaments/likelihood.js'
import { chancesOf, prospectOf } from '../../src/tournaments/plackett-luce.js'

export interface Planted {
  readonly seats: number
  readonly entrants: number
  /** How many groups play. */
  readonly groups: number
  /** Standard deviation of the strengths. */
  readonly spread: number
  /** The logarithm of the figure for ties of two; null if there are none. */
  readonly ties: number | null
  /** Whether the tables of a group have one deal, and all luck is in the deal: the same seat has the same luck at each of its rotations. */
  readonly duplicate: boolean
}

const gumbel = (next: Stream): number => -Math.log(-Math.log(next() + 1e-12))

const normal = (next: Stream): number => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())

export function strengthsFor({ entrants, spread }: Planted, next: Stream): readonly number[] {
  const drawn = Array.from({ length: entrants }, () => spread * normal(next))
  const mean = drawn.reduce((sum, one) => sum + one, 0) / entrants
  return drawn.map((one) => one - mean)
}

/** Every group plays each rotation of its seats. Groups are made so that all play about equally often. */
export function tablesFor(planted: Planted, strengths: readonly number[], next: Stream): readonly PlayedTable[] {
  const { seats, entrants, groups, duplicate } = planted
  const tables: PlayedTable[] = []
  let waiting: number[] = []
  for (let group = 1; group <= groups; group++) {
    const members: number[] = []
    while (members.length < seats) {
      if (waiting.length === 0) waiting = shuffled(entrants, next)
      const one = waiting.find((entrant) => !members.includes(entrant))
      if (one === undefined) waiting = shuffled(entrants, next)
      else {
        members.push(one)
        waiting.splice(waiting.indexOf(one), 1)
      }
    }
    const luck = members.map(() => gumbel(next))
    for (let turn = 0; turn < seats; turn++) {
      const seated = [...members.slice(turn), ...members.slice(0, turn)]
      const places = duplicate
        ? ranked(seated.map((one, seat) => (strengths[one] ?? 0) + (luck[seat] ?? 0)))
        : played(planted, strengths, seated, next)
      tables.push({ seats: seated, places, deal: duplicate ? group : tables.length + 1 })
    }
  }
  return tables
}

function shuffled(size: number, next: Stream): number[] {
  const list = Array.from({ length: size }, (_, index) => index)
  for (let last = size - 1; last > 0; last--) {
    const other = Math.floor(next() * (last + 1))
    const kept = list[last] ?? 0
    list[last] = list[other] ?? 0
    list[other] = kept
  }
  return list
}

const ranked = (values: readonly number[]): readonly number[] =>
  values.map((one) => 1 + values.filter((other) => other > one).length)

/** Stage by stage, by the weights of the model. */
function played(
  { entrants, ties }: Planted,
  strengths: readonly number[],
  seated: readonly number[],
  next: Stream,
): readonly number[] {
  const places = new Map<number, number>()
  const parameters = [...strengths, ties ?? 0]
  let left = [...seated]
  while (left.length > 0) {
    const prospect = prospectOf(
      { entrants, ties: ties === null ? [] : [2] },
      left.toSorted((a, b) => a - b),
    )
    let lot = next()
    const index = chancesOf(prospect, parameters).findIndex((chance) => {
      lot -= chance
      return lot < 0
    })
    const chosen = [...prospect.sets.keys()].at(index)?.split(',').map(Number) ?? []
    for (const one of chosen) places.set(one, seated.length - left.length + 1)
    left = left.filter((one) => !chosen.includes(one))
  }
  return seated.map((one) => places.get(one) ?? 0)
}
