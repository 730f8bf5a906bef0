/** How well each seat stands. */
import { itemAt } from '../lists.js'
import { shares } from '../standing.js'
import { isRow, LINES, numberOf } from './board.js'
import { EPOCHS } from './content.js'
import { type Marks, marksIn, NOTHING } from './marks.js'
import type { View } from './schema.js'
import { addLine } from './scoring.js'

/** In gold. Found by playing against itself. */
const WEIGHTS = {
  spread: 25,
  /** What a castle in stock is worth, by rank, in each epoch that it can still be placed in. */
  castles: [6, 12, 20, 28],
  startTile: 4,
  turn: 7,
} as const

export function evaluate(view: View): number[] {
  const marks = marksIn(view.board)
  const empty = emptyShare(marks)
  const expected = view.players.map(
    ({ gold, castles, hasStartTile }) => gold + stockWorth(view.epoch, empty, castles) + (hasStartTile ? WEIGHTS.startTile : 0),
  )
  addLines(view, marks, expected)
  if (view.turn !== null) expected[view.turn] = itemAt(expected, view.turn) + WEIGHTS.turn
  return shares(expected, WEIGHTS.spread, view.leftInOrder)
}

/** What each line would bring if it were scored now. */
function addLines(view: View, marks: Marks, expected: number[]): void {
  const gains = expected.map(() => 0)
  for (let line = 0; line < LINES.length; line++) {
    if (isScored(view, line)) continue
    addLine(marks, line, gains.fill(0))
    for (let seat = 0; seat < gains.length; seat++) expected[seat] = (expected[seat] ?? 0) + (gains[seat] ?? 0)
  }
}

const isScored = ({ scoredRows, scoredColumns }: View, line: number): boolean =>
  (isRow(line) ? scoredRows : scoredColumns).includes(numberOf(line))

function emptyShare(marks: Marks): number {
  let empty = 0
  for (const mark of marks) if (mark === NOTHING) empty++
  return empty / marks.length
}

/** Rank one comes back for the next epoch; the others are placed once. */
function stockWorth(epoch: number, empty: number, castles: readonly number[]): number {
  const placeable = Math.min(1, empty + Math.max(0, EPOCHS - epoch))
  let worth = 0
  for (let rank = 0; rank < castles.length; rank++)
    worth += (castles[rank] ?? 0) * (WEIGHTS.castles[rank] ?? 0) * (rank === 0 ? empty : placeable)
  return worth
}
