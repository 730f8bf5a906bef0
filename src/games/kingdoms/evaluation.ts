/** How well each seat stands. */
import { itemAt } from '../lists.js'
import { shares } from '../standing.js'
import { type Board, columnLine, LINES, rowLine } from './board.js'
import { EPOCHS } from './content.js'
import type { View } from './schema.js'
import { scoreLine } from './scoring.js'

/** In gold. Found by playing against itself. */
const WEIGHTS = {
  spread: 25,
  /** What a castle in stock is worth, by rank, in each epoch that it can still be placed in. */
  castles: [6, 12, 20, 28],
  startTile: 4,
  turn: 7,
} as const

export function evaluate(view: View): number[] {
  const seats = view.players.length
  const board: Board = view.board.map(({ tile, castle }) => castle ?? (tile ? { tile } : null))
  const scored = new Set([...view.scoredRows.map(rowLine), ...view.scoredColumns.map(columnLine)])
  const expected = view.players.map(
    ({ gold, castles, hasStartTile }) => gold + stockWorth(view, castles) + (hasStartTile ? WEIGHTS.startTile : 0),
  )
  LINES.forEach((_, line) => {
    if (scored.has(line)) return
    scoreLine(board, line, seats).gains.forEach((gain, seat) => {
      expected[seat] = itemAt(expected, seat) + gain
    })
  })
  if (view.turn !== null) expected[view.turn] = itemAt(expected, view.turn) + WEIGHTS.turn
  return shares(expected, WEIGHTS.spread, view.leftInOrder)
}

/** Rank one comes back for the next epoch; the others are placed once. */
function stockWorth({ epoch, board }: View, castles: readonly number[]): number {
  const empty = board.filter(({ tile, castle }) => !tile && !castle).length / board.length
  const later = Math.max(0, EPOCHS - epoch)
  return castles.reduce(
    (sum, count, rank) => sum + count * itemAt(WEIGHTS.castles, rank) * (rank === 0 ? empty : Math.min(1, empty + later)),
    0,
  )
}
