/** Fields, rows and columns. Fields are numbered 0 to 29 row by row; rows and columns are counted from 1 from the top left. */
import { COLUMNS, FIELDS, type Rank, ROWS, type Tile } from './content.js'

/** One piece a field: a tile, or a castle with its owner. */
export type Piece = { readonly tile: Tile } | { readonly seat: number; readonly rank: Rank }
export type Board = readonly (Piece | null)[]

export const EMPTY_BOARD: Board = Array.from({ length: FIELDS }, () => null)

export const fieldAt = (row: number, column: number): number => (row - 1) * COLUMNS + (column - 1)
export const rowOf = (field: number): number => Math.floor(field / COLUMNS) + 1
export const columnOf = (field: number): number => (field % COLUMNS) + 1

/** Lines in scoring order: rows from the top (0 to 4), then columns from the left (5 to 10). */
export const LINES: readonly (readonly number[])[] = [
  ...Array.from({ length: ROWS }, (_, r) => Array.from({ length: COLUMNS }, (_, c) => r * COLUMNS + c)),
  ...Array.from({ length: COLUMNS }, (_, c) => Array.from({ length: ROWS }, (_, r) => r * COLUMNS + c)),
]
export const linesThrough = (field: number): [number, number] => [rowOf(field) - 1, ROWS + columnOf(field) - 1]

export const NEIGHBOURS: readonly (readonly number[])[] = EMPTY_BOARD.map((_, field) => {
  const [row, column] = [rowOf(field), columnOf(field)]
  return [
    ...(row > 1 ? [field - COLUMNS] : []),
    ...(row < ROWS ? [field + COLUMNS] : []),
    ...(column > 1 ? [field - 1] : []),
    ...(column < COLUMNS ? [field + 1] : []),
  ]
})

export function emptyFields(board: Board): number[] {
  const fields: number[] = []
  for (let field = 0; field < FIELDS; field++) if (board[field] === null) fields.push(field)
  return fields
}

export const isTile = (piece: Piece | null | undefined, tile: Tile): boolean =>
  piece !== null && piece !== undefined && 'tile' in piece && piece.tile === tile

export const isLineFull = (board: Board, line: number): boolean =>
  (LINES[line] as readonly number[]).every((field) => board[field] !== null)
