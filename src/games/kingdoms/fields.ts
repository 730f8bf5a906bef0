/** The fields of a board as views show them. A search looks at some sixty boards for each thought, so they are made once for whatever can stand there. */
import { itemAt } from '../lists.js'
import { type Board, builtCastle, columnOf, EMPTY_BOARD, laidTile, type Occupant, rowOf } from './board.js'
import { numberOfTile, RANKS, SEATS, TILES } from './content.js'
import type { View } from './schema.js'

type Field = View['board'][number]

/** Nothing, every tile, and every castle seat by seat. */
const OCCUPANTS: readonly (Occupant | null)[] = [
  null,
  ...TILES.map(laidTile),
  ...Array.from({ length: SEATS.max }, (_, seat) => RANKS.map((rank) => builtCastle(seat, rank))).flat(),
]
const FIRST_TILE = 1
const FIRST_CASTLE = FIRST_TILE + TILES.length

function numberOf(occupant: Occupant | null): number {
  if (occupant === null) return 0
  return 'tile' in occupant
    ? FIRST_TILE + numberOfTile(occupant.tile)
    : FIRST_CASTLE + occupant.seat * RANKS.length + occupant.rank - 1
}

/** Shared by all views, so nobody may write to them. */
function fieldWith(occupant: Occupant | null, field: number): Field {
  const tile = occupant && 'tile' in occupant ? occupant.tile : null
  const castle = occupant && 'rank' in occupant ? Object.freeze({ seat: occupant.seat, rank: occupant.rank }) : null
  return Object.freeze({ row: rowOf(field), column: columnOf(field), tile, castle })
}

/** Field after field, each with every occupant. */
const FIELDS_WITH: readonly Field[] = EMPTY_BOARD.flatMap((_, field) => OCCUPANTS.map((occupant) => fieldWith(occupant, field)))

export const fieldsOf = (board: Board): Field[] =>
  board.map((occupant, field) => itemAt(FIELDS_WITH, field * OCCUPANTS.length + numberOf(occupant)))

export const boardOf = (fields: readonly Field[]): Board =>
  fields.map(({ tile, castle }) => (castle ? builtCastle(castle.seat, castle.rank) : tile && laidTile(tile)))
