/** What a line is worth to each seat, and the final places. Every effect is judged line by line: a tile may count in its row and not in its column. */
import type { Placing } from '../contract.js'
import { itemAt } from '../lists.js'
import { placings } from '../placings.js'
import { LINES } from './board.js'
import { CASTLE, DRAGON, GOLD_MINE, type Marks, MOUNTAIN, NOTHING, rankOf, seatOf, VALUES } from './marks.js'
import type { State } from './state.js'

export interface LineScore {
  /** One base value for each section between mountains. */
  readonly bases: number[]
  /** Gold won or paid, by seat. */
  readonly gains: number[]
}

export function scoreLine(marks: Marks, line: number, seats: number): LineScore {
  const gains = new Array<number>(seats).fill(0)
  const bases: number[] = []
  addLine(marks, line, gains, bases)
  return { bases, gains }
}

/** Adds what every seat wins or pays, and notes the bases if they are asked for. Mountains cut a line; the mountain itself belongs to no section, and an empty section is worth nothing. */
export function addLine(marks: Marks, line: number, gains: number[], bases?: number[]): void {
  const fields = itemAt(LINES, line)
  let from = 0
  for (let to = 0; to <= fields.length; to++) {
    if (to < fields.length && markAt(marks, fields, to) !== MOUNTAIN) continue
    const base = sectionBase(marks, fields, from, to)
    if (base !== 0) addCastles(marks, fields, from, to, base, gains)
    bases?.push(base)
    from = to + 1
  }
}

/** Without a check: it is asked some hundred times for each board. */
const markAt = (marks: Marks, fields: readonly number[], index: number): number => marks[fields[index] ?? 0] ?? NOTHING

/** A section are the fields of a line from `from` up to `to`. */
function sectionBase(marks: Marks, fields: readonly number[], from: number, to: number): number {
  let land = 0
  let hazards = 0
  let dragon = false
  let goldMine = false
  for (let index = from; index < to; index++) {
    const mark = markAt(marks, fields, index)
    if (mark === NOTHING || mark >= CASTLE) continue
    const value = VALUES[mark] ?? 0
    if (value > 0) land += value
    else hazards += value
    dragon ||= mark === DRAGON
    goldMine ||= mark === GOLD_MINE
  }
  return ((dragon ? 0 : land) + hazards) * (goldMine ? 2 : 1)
}

function addCastles(marks: Marks, fields: readonly number[], from: number, to: number, base: number, gains: number[]): void {
  for (let index = from; index < to; index++) {
    const mark = markAt(marks, fields, index)
    if (mark >= CASTLE) gains[seatOf(mark)] = (gains[seatOf(mark)] ?? 0) + base * rankOf(mark)
  }
}

/** By gold alone: the rulebook prints no tie-breaker. */
export const finalPlaces = ({ players, left }: State): Placing[] =>
  placings(
    players.map(({ gold }, seat) => ({ seat, score: gold, key: [gold] })),
    left,
  )
