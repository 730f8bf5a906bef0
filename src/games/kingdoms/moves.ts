/** Which moves are open to a seat, and why a move is not. */
import { type Choices, computed, none } from '../choices.js'
import type { Refusal } from '../contract.js'
import { columnOf, emptyFields, fieldAt, rowOf } from './board.js'
import { kindOf, RANKS, type Rank, type Tile } from './content.js'
import type { Move } from './schema.js'
import { hasCastle, hasLeft, type Player, type State } from './state.js'

/** A seat can act if it has a castle, a start tile or a drawn tile, or if there is a tile to take. */
export function canAct(state: State, seat: number): boolean {
  if (hasLeft(state, seat)) return false
  const player = state.players[seat] as Player
  return state.bag.length > 0 || hasCastle(player) || player.startTile !== null || (state.turn === seat && state.drawn !== null)
}

export const nobodyCanAct = (state: State): boolean => state.players.every((_, seat) => !canAct(state, seat))

/** The kinds of tile that lie open (noLuck). Equal tiles are one choice; they lie side by side in the order of the box. */
function openTiles({ bag }: State): Tile[] {
  const kinds: Tile[] = []
  for (const piece of bag) {
    const kind = kindOf(piece)
    if (kinds.at(-1) !== kind) kinds.push(kind)
  }
  return kinds
}

export function legalMoves(state: State, seat: number): Choices<Move> {
  if (state.turn !== seat || state.places) return none()
  const empty = emptyFields(state.board)
  const on = (index: number) => place(empty[index % empty.length] as number)
  if (state.drawn) return computed(empty.length, (i): Move => ({ type: 'placeTile', ...on(i) }))
  const player = state.players[seat] as Player
  const ranks = RANKS.filter((rank) => (player.castles[rank - 1] as number) > 0)
  const tiles = state.options.noLuck ? openTiles(state) : []
  const castles = ranks.length * empty.length
  const starts = player.startTile ? empty.length : 0
  const chosen = tiles.length * empty.length
  const draws = !state.options.noLuck && state.bag.length > 0 ? 1 : 0
  return computed(castles + starts + chosen + draws, (i): Move => {
    if (i < castles) return { type: 'placeCastle', rank: ranks[Math.floor(i / empty.length)] as Rank, ...on(i) }
    if (i < castles + starts) return { type: 'placeStartTile', ...on(i - castles) }
    if (i < castles + chosen)
      return { type: 'chooseTile', tile: tiles[Math.floor((i - castles) / empty.length)] as Tile, ...on(i - castles) }
    return { type: 'drawTile' }
  })
}

const place = (field: number) => ({ row: rowOf(field), column: columnOf(field) })

/** Why the seat on turn may not make this move; undefined if it may. */
export function illegality(state: State, seat: number, move: Move): Refusal | undefined {
  if (state.drawn && move.type !== 'placeTile')
    return no('TILE_IN_HAND', 'A drawn tile must be placed before anything else is done.')
  return cannotTake(state, state.players[seat] as Player, move) ?? cannotPlace(state, move)
}

function cannotTake(state: State, player: Player, move: Move): Refusal | undefined {
  const { noLuck } = state.options
  switch (move.type) {
    case 'placeCastle':
      return player.castles[move.rank - 1] ? undefined : no('NO_SUCH_CASTLE', `You have no castle of rank ${move.rank} in stock.`)
    case 'drawTile':
      if (noLuck) return no('NOT_IN_THIS_VARIANT', 'With noLuck the tiles lie open: choose one instead of drawing.')
      return state.bag.length > 0 ? undefined : no('BAG_EMPTY', 'There is no tile left to draw.')
    case 'placeTile':
      if (noLuck) return no('NOT_IN_THIS_VARIANT', 'With noLuck nothing is drawn: choose an open tile and place it in one step.')
      return state.drawn ? undefined : no('NO_DRAWN_TILE', 'Draw a tile before you place it.')
    case 'placeStartTile':
      if (noLuck) return no('NOT_IN_THIS_VARIANT', 'With noLuck nobody has a start tile.')
      return player.startTile ? undefined : no('START_TILE_GONE', 'Your start tile of this epoch has been placed.')
    case 'chooseTile':
      if (!noLuck) return no('NOT_IN_THIS_VARIANT', 'Tiles are chosen only in the variant noLuck: draw one.')
      return state.bag.some((piece) => kindOf(piece) === move.tile)
        ? undefined
        : no('TILE_NOT_OPEN', `No tile ${move.tile} lies open.`)
  }
}

const cannotPlace = (state: State, move: Move): Refusal | undefined =>
  'row' in move && state.board[fieldAt(move.row, move.column)]
    ? no('FIELD_OCCUPIED', `Row ${move.row}, column ${move.column} is taken: a piece stays where it is for the epoch.`)
    : undefined

const no = (code: string, message: string): Refusal => ({ code, message })
