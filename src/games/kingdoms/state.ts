/** The table, and how each event changes it. No rule is judged here. */
import type { Placing } from '../contract.js'
import { type Board, EMPTY_BOARD, fieldAt, type Piece } from './board.js'
import { ALL_CASTLES, EPOCHS, kindOf, PIECES, RANK_ONE_CASTLES, RANKS, type Rank, STARTING_GOLD, TILES, type Tile } from './content.js'
import type { Event, Options } from './schema.js'

export interface Player {
  readonly gold: number
  /** Castles in stock, rank 1 first. */
  readonly castles: readonly number[]
  readonly startTile: Tile | null
}

export interface State {
  readonly options: Options
  readonly epoch: number
  readonly starter: number
  readonly turn: number
  readonly board: Board
  /** Pieces not yet drawn (noLuck: not yet chosen), in the order of the box: never in the order of drawing. */
  readonly bag: readonly string[]
  readonly players: readonly Player[]
  /** The tile that the seat on turn has drawn and must place. */
  readonly drawn: Tile | null
  /** Tiles of seats that have left: unseen until the next epoch. */
  readonly aside: readonly Tile[]
  /** Lines scored in this epoch (instant). */
  readonly scored: readonly number[]
  readonly lastCastlePlaced: boolean
  readonly left: readonly number[]
  readonly places: readonly Placing[] | null
}

export function initial(options: Options, seats: number): State {
  return {
    options,
    epoch: 0,
    starter: -1,
    turn: -1,
    board: EMPTY_BOARD,
    bag: [],
    players: Array.from({ length: seats }, () => ({ gold: STARTING_GOLD, castles: firstStock(options, seats), startTile: null })),
    drawn: null,
    aside: [],
    scored: [],
    lastCastlePlaced: false,
    left: [],
    places: null,
  }
}

const firstStock = (options: Options, seats: number): number[] =>
  options.lastCastle ? [...ALL_CASTLES] : [RANK_ONE_CASTLES[seats] as number, ...ALL_CASTLES.slice(1)]

export const hasLeft = (state: State, seat: number): boolean => state.left.includes(seat)
export const stillPlaying = (state: State): number[] => state.players.map((_, seat) => seat).filter((seat) => !hasLeft(state, seat))
export const castlesInStock = (player: Player): number => player.castles.reduce((sum, count) => sum + count, 0)
export const isLastEpoch = (state: State): boolean => (state.options.lastCastle ? state.lastCastlePlaced : state.epoch === EPOCHS)

export function evolve(state: State, event: Event): State {
  switch (event.type) {
    case 'EpochBegan':
      return beginEpoch(state, event.epoch, event.starter)
    case 'StartTileDealt':
      return withPlayer({ ...state, bag: state.bag.filter((piece) => piece !== event.piece) }, event.seat, (player) => ({
        ...player,
        startTile: kindOf(event.piece),
      }))
    case 'TurnBegan':
      return { ...state, turn: event.seat }
    case 'CastlePlaced':
      return withPlayer(put(state, event, castle(event.seat, event.rank)), event.seat, (player) => ({
        ...player,
        castles: player.castles.with(event.rank - 1, (player.castles[event.rank - 1] as number) - 1),
      }))
    case 'TileDrawn':
      return { ...state, bag: state.bag.filter((piece) => piece !== event.piece), drawn: kindOf(event.piece) }
    case 'TilePlaced':
      return { ...put(state, event, TILE_PIECE[event.tile]), drawn: null }
    case 'StartTilePlaced':
      return withPlayer(put(state, event, TILE_PIECE[event.tile]), event.seat, (player) => ({ ...player, startTile: null }))
    case 'TileChosen': {
      const taken = state.bag.findIndex((piece) => kindOf(piece) === event.tile)
      return { ...put(state, event, TILE_PIECE[event.tile]), bag: state.bag.toSpliced(taken, 1) }
    }
    case 'SeatPassed':
    case 'EpochEnded':
      return state
    case 'LastCastlePlaced':
      return { ...state, lastCastlePlaced: true }
    case 'LineScored':
      return {
        ...state,
        players: state.players.map((player, seat) => ({ ...player, gold: player.gold + (event.gains[seat] as number) })),
        scored: [...state.scored, event.line === 'row' ? event.number - 1 : event.number + 4],
      }
    case 'SeatLeft':
      return leave(state, event.seat)
    case 'MatchEnded':
      return { ...state, places: event.places, turn: -1 }
  }
}

const TILE_PIECE = Object.fromEntries(TILES.map((tile) => [tile, { tile }])) as Record<Tile, Piece>
const CASTLES: readonly (readonly Piece[])[] = [0, 1, 2, 3].map((seat) => RANKS.map((rank) => ({ seat, rank })))
const castle = (seat: number, rank: Rank): Piece => (CASTLES[seat] as readonly Piece[])[rank - 1] as Piece

const put = (state: State, { row, column }: { row: number; column: number }, piece: Piece): State => ({
  ...state,
  board: state.board.with(fieldAt(row, column), piece),
})

const withPlayer = (state: State, seat: number, change: (player: Player) => Player): State => ({
  ...state,
  players: state.players.with(seat, change(state.players[seat] as Player)),
})

/** The board is cleared: rank 1 castles go home (not with lastCastle), the others are gone, and every tile is shuffled again. */
function beginEpoch(state: State, epoch: number, starter: number): State {
  const homeward = (seat: number): number =>
    state.options.lastCastle ? 0 : state.board.filter((piece) => piece && 'rank' in piece && piece.seat === seat && piece.rank === 1).length
  return {
    ...state,
    epoch,
    starter,
    turn: starter,
    board: EMPTY_BOARD,
    bag: PIECES,
    players: state.players.map((player, seat) => ({
      ...player,
      startTile: null,
      castles: hasLeft(state, seat) ? [0, 0, 0, 0] : player.castles.with(0, (player.castles[0] as number) + homeward(seat)),
    })),
    drawn: null,
    aside: [],
    scored: [],
  }
}

/** What the seat holds is out of play, unseen; its castles on the board stay. */
function leave(state: State, seat: number): State {
  const { startTile } = state.players[seat] as Player
  const drawn = state.turn === seat ? state.drawn : null
  return {
    ...withPlayer(state, seat, (player) => ({ ...player, castles: [0, 0, 0, 0], startTile: null })),
    drawn: state.turn === seat ? null : state.drawn,
    aside: [...state.aside, ...(startTile ? [startTile] : []), ...(drawn ? [drawn] : [])],
    left: [...state.left, seat],
  }
}
