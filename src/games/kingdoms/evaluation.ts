/** How well each seat stands. */
import { fractionAt } from '../lists.js'
import { shares } from '../standing.js'
import { isRow, LINES, numberOf } from './board.js'
import { EPOCHS } from './content.js'
import { type Marks, marksIn, marksOn, NOTHING } from './marks.js'
import type { View } from './schema.js'
import { addLine } from './scoring.js'
import type { State } from './state.js'

/** In gold. Found by playing against itself. */
const WEIGHTS = {
  spread: 25,
  /** What a castle in stock is worth, by rank, in each epoch that it can still be placed in. */
  castles: [6, 12, 20, 28],
  startTile: 4,
  turn: 7,
} as const

/** A match as it is looked at: of a view, or of a state. */
interface Judged {
  readonly marks: Marks
  readonly epoch: number
  readonly players: readonly { readonly gold: number; readonly castles: readonly number[]; readonly hasStartTile: boolean }[]
  /** The seat on turn; -1 for none. */
  readonly turn: number
  /** Lines that have been scored in this epoch. */
  readonly scored: readonly number[]
  readonly left: readonly number[]
}

export const evaluate = ({ board, epoch, players, turn, scoredRows, scoredColumns, leftInOrder }: View): number[] =>
  judge({
    marks: marksIn(board),
    epoch,
    players,
    turn: turn ?? -1,
    scored: LINES.map((_, line) => line).filter((line) => (isRow(line) ? scoredRows : scoredColumns).includes(numberOf(line))),
    left: leftInOrder,
  })

export const evaluateState = ({ board, epoch, players, turn, scored, left }: State): number[] =>
  judge({
    marks: marksOn(board),
    epoch,
    players: players.map(({ gold, castles, startTile }) => ({ gold, castles, hasStartTile: startTile !== null })),
    turn,
    scored,
    left,
  })

function judge(match: Judged): number[] {
  const { marks, epoch, turn } = match
  const empty = emptyShare(marks)
  const expected = match.players.map(
    ({ gold, castles, hasStartTile }) => gold + stockWorth(epoch, empty, castles) + (hasStartTile ? WEIGHTS.startTile : 0),
  )
  addLines(match, expected)
  if (turn >= 0) expected[turn] = fractionAt(expected, turn) + WEIGHTS.turn
  return shares(expected, WEIGHTS.spread, match.left)
}

/** What each line would bring if it were scored now. */
function addLines({ marks, scored }: Judged, expected: number[]): void {
  const gains = expected.map(() => 0)
  for (let line = 0; line < LINES.length; line++) {
    if (scored.includes(line)) continue
    addLine(marks, line, gains.fill(0))
    for (let seat = 0; seat < gains.length; seat++) expected[seat] = (expected[seat] ?? 0) + (gains[seat] ?? 0)
  }
}

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
