/** Fields, rows and columns. Fields are numbered 0 to 29 row by row; rows and columns are counted from 1 from the top left. */
import { itemAt } from '../lists.js'
import { COLUMNS, FIELDS, RANKS, type Rank, ROWS, SEATS, TILES, type Tile } from './content.js'

/** What stands on a field: a tile, or a castle with its owner. */
export type Occupant = { readonly tile: Tile } | { readonly seat: number; readonly rank: Rank }
export type Board = readonly (Occupant | null)[]

export const EMPTY_BOARD: Board = Array.from({ length: FIELDS }, () => null)

// Occupants are made once and shared by all boards, because one is put down in almost every move of a search.
// A cast, because `fromEntries` forgets that every tile is a key.
const LAID_TILES = Object.fromEntries(TILES.map((tile) => [tile, { tile }])) as Readonly<Record<Tile, Occupant>>
const BUILT_CASTLES: readonly (readonly Occupant[])[] = Array.from({ length: SEATS.max }, (_, seat) =>
  RANKS.map((rank) => ({ seat, rank })),
)

export const laidTile = (tile: Tile): Occupant => LAID_TILES[tile]
export const builtCastle = (seat: number, rank: Rank): Occupant => itemAt(itemAt(BUILT_CASTLES, seat), rank - 1)

export const fieldAt = (row: number, column: number): number => (row - 1) * COLUMNS + (column - 1)
export const rowOf = (field: number): number => Math.floor(field / COLUMNS) + 1
export const columnOf = (field: number): number => (field % COLUMNS) + 1

/** Lines in scoring order: rows from the top (0 to 4), then columns from the left (5 to 10). */
export const LINES: readonly (readonly number[])[] = [
  ...Array.from({ length: ROWS }, (_, r) => Array.from({ length: COLUMNS }, (_, c) => r * COLUMNS + c)),
  ...Array.from({ length: COLUMNS }, (_, c) => Array.from({ length: ROWS }, (_, r) => r * COLUMNS + c)),
]
export const rowLine = (row: number): number => row - 1
export const columnLine = (column: number): number => ROWS + column - 1
export const isRow = (line: number): boolean => line < ROWS
/** The row or column that a line is, counted from 1. */
export const numberOf = (line: number): number => (isRow(line) ? line + 1 : line - ROWS + 1)
export const linesThrough = (field: number): [number, number] => [rowLine(rowOf(field)), columnLine(columnOf(field))]

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

export const isBoardFull = (board: Board): boolean => !board.includes(null)
export const isLineFull = (board: Board, line: number): boolean => itemAt(LINES, line).every((field) => board[field] !== null)
