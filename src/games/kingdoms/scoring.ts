/** What a line is worth to each seat, and the final places. Every effect is judged line by line: a tile may count in its row and not in its column. */
import type { Placing } from '../contract.js'
import { itemAt } from '../lists.js'
import { placings } from '../placings.js'
import { type Board, isTile, LINES, NEIGHBOURS } from './board.js'
import { VALUE } from './content.js'
import type { State } from './state.js'

export interface LineScore {
  /** One base value for each section between mountains. */
  readonly bases: number[]
  /** Gold won or paid, by seat. */
  readonly gains: number[]
}

export function scoreLine(board: Board, line: number, seats: number): LineScore {
  const gains = new Array<number>(seats).fill(0)
  const bases = sections(board, itemAt(LINES, line)).map((section) => {
    const base = sectionBase(board, section)
    for (const field of section) addCastle(board, field, base, gains)
    return base
  })
  return { bases, gains }
}

/** Mountains cut a line; the mountain itself belongs to no section, and an empty section is worth nothing. */
function sections(board: Board, line: readonly number[]): number[][] {
  const all: number[][] = [[]]
  for (const field of line) {
    if (isTile(board[field], 'mountain')) all.push([])
    else all.at(-1)?.push(field)
  }
  return all
}

function sectionBase(board: Board, section: readonly number[]): number {
  let land = 0
  let hazards = 0
  let dragon = false
  let goldMine = false
  for (const field of section) {
    const occupant = board[field]
    if (!occupant || !('tile' in occupant)) continue
    const value = VALUE[occupant.tile]
    if (value > 0) land += value
    else hazards += value
    dragon ||= occupant.tile === 'dragon'
    goldMine ||= occupant.tile === 'goldMine'
  }
  return ((dragon ? 0 : land) + hazards) * (goldMine ? 2 : 1)
}

function addCastle(board: Board, field: number, base: number, gains: number[]): void {
  const castle = board[field]
  if (base === 0 || !castle || !('rank' in castle)) return
  gains[castle.seat] = itemAt(gains, castle.seat) + base * (castle.rank + (besideWizard(board, field) ? 1 : 0))
}

const besideWizard = (board: Board, field: number): boolean =>
  itemAt(NEIGHBOURS, field).some((next) => isTile(board[next], 'wizard'))

/** By gold alone: the rulebook prints no tie-breaker. */
export const finalPlaces = ({ players, left }: State): Placing[] =>
  placings(
    players.map(({ gold }, seat) => ({ seat, score: gold, key: [gold] })),
    left,
  )
