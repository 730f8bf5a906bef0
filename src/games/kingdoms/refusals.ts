/** Why a move is not allowed. */
import { type Refusal, refusal } from '../contract.js'
import { playerAt } from '../seating.js'
import { fieldAt } from './board.js'
import { kindOf } from './content.js'
import type { Move } from './schema.js'
import type { Player, State } from './state.js'

/** Why the seat on turn may not make this move; undefined if it may. */
export function illegality(state: State, seat: number, move: Move): Refusal | undefined {
  if (state.drawn && move.type !== 'placeTile')
    return refusal('TILE_IN_HAND', 'A drawn tile must be placed before anything else is done.')
  return cannotTake(state, playerAt(state, seat), move) ?? cannotPlace(state, move)
}

/** Why the seat does not have what it wants to place or draw. */
function cannotTake(state: State, player: Player, move: Move): Refusal | undefined {
  if (move.type === 'placeCastle')
    return player.castles[move.rank - 1]
      ? undefined
      : refusal('NO_SUCH_CASTLE', `You have no castle of rank ${move.rank} in stock.`)
  if (state.options.noLuck !== (move.type === 'chooseTile')) return refusal('NOT_IN_THIS_VARIANT', OTHER_VARIANT[move.type])
  switch (move.type) {
    case 'drawTile':
      return state.bag.length > 0 ? undefined : refusal('BAG_EMPTY', 'There is no tile left to draw.')
    case 'placeTile':
      return state.drawn ? undefined : refusal('NO_DRAWN_TILE', 'Draw a tile before you place it.')
    case 'placeStartTile':
      return player.startTile ? undefined : refusal('START_TILE_GONE', 'Your start tile of this epoch has been placed.')
    case 'chooseTile':
      if (state.bag.some((piece) => kindOf(piece) === move.tile)) return undefined
      return refusal('TILE_NOT_OPEN', `No tile ${move.tile} lies open.`)
  }
}

/** With noLuck tiles are chosen and there is nothing to draw; without it, the other way round. */
const OTHER_VARIANT = {
  drawTile: 'With noLuck the tiles lie open: choose one instead of drawing.',
  placeTile: 'With noLuck nothing is drawn: choose an open tile and place it in one step.',
  placeStartTile: 'With noLuck nobody has a start tile.',
  chooseTile: 'Tiles are chosen only in the variant noLuck: draw one.',
} as const satisfies Partial<Record<Move['type'], string>>

const cannotPlace = (state: State, move: Move): Refusal | undefined =>
  'row' in move && state.board[fieldAt(move.row, move.column)]
    ? refusal('FIELD_OCCUPIED', `Row ${move.row}, column ${move.column} is taken: a piece stays where it is for the epoch.`)
    : undefined
