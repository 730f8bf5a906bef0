/** A board in numbers, as scoring and evaluation read it: lines are scored so often that to ask each field what kind of thing it holds is most of the work. */
import { itemAt } from '../lists.js'
import { type Board, NEIGHBOURS } from './board.js'
import { numberOfTile, TILES, VALUE } from './content.js'
import type { View } from './schema.js'

/** One number for each field: `NOTHING`, the place of a tile in `TILES`, or `CASTLE` and more for a castle. */
export type Marks = readonly number[]

export const NOTHING = -1
export const MOUNTAIN = numberOfTile('mountain')
export const DRAGON = numberOfTile('dragon')
export const GOLD_MINE = numberOfTile('goldMine')
const WIZARD = numberOfTile('wizard')
/** By the place in `TILES`. */
export const VALUES: readonly number[] = TILES.map((tile) => VALUE[tile])

export const CASTLE = 64
/** A wizard can raise a rank to 5. */
const RANKS_OF_A_SEAT = 8
const castleMark = (seat: number, rank: number): number => CASTLE + seat * RANKS_OF_A_SEAT + rank
export const seatOf = (mark: number): number => Math.floor((mark - CASTLE) / RANKS_OF_A_SEAT)
/** With what a wizard adds. */
export const rankOf = (mark: number): number => (mark - CASTLE) % RANKS_OF_A_SEAT

export function marksOn(board: Board): Marks {
  const marks: number[] = []
  for (const occupant of board) {
    if (occupant === null) marks.push(NOTHING)
    else marks.push('tile' in occupant ? numberOfTile(occupant.tile) : castleMark(occupant.seat, occupant.rank))
  }
  return withWizard(marks)
}

export function marksIn(fields: View['board']): Marks {
  const marks: number[] = []
  for (const { tile, castle } of fields) {
    if (castle) marks.push(castleMark(castle.seat, castle.rank))
    else marks.push(tile ? numberOfTile(tile) : NOTHING)
  }
  return withWizard(marks)
}

/** There is one wizard; castles beside it count for one rank more. */
function withWizard(marks: number[]): Marks {
  const wizard = marks.indexOf(WIZARD)
  if (wizard < 0) return marks
  for (const field of itemAt(NEIGHBOURS, wizard)) {
    const mark = marks[field] ?? NOTHING
    if (mark >= CASTLE) marks[field] = mark + 1
  }
  return marks
}
