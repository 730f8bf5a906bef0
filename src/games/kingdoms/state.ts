/** The table, and how each event changes it. No rule is judged here. */
import type { Placing } from '../contract.js'
import { type Board, EMPTY_BOARD, fieldAt, type Piece } from './board.js'
import {
  ALL_CASTLES,
  EPOCHS,
  kindOf,
  PIECES,
  RANK_ONE_CASTLES,
  RANKS,
  type Rank,
  STARTING_GOLD,
  TILES,
  type Tile,
} from './content.js'
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
export const stillPlaying = (state: State): number[] =>
  state.players.map((_, seat) => seat).filter((seat) => !hasLeft(state, seat))
export const hasCastle = ({ castles }: Player): boolean => castles.some((count) => count > 0)
export const isLastEpoch = (state: State): boolean => (state.options.lastCastle ? state.lastCastlePlaced : state.epoch === EPOCHS)

type Draft = { -readonly [Key in keyof State]: State[Key] }

/** Field by field, because a spread costs several times as much and this is the hot path of every search. */
const copyOf = (state: State): Draft => ({
  options: state.options,
  epoch: state.epoch,
  starter: state.starter,
  turn: state.turn,
  board: state.board,
  bag: state.bag,
  players: state.players,
  drawn: state.drawn,
  aside: state.aside,
  scored: state.scored,
  lastCastlePlaced: state.lastCastlePlaced,
  left: state.left,
  places: state.places,
})

export function evolve(state: State, event: Event): State {
  const next = copyOf(state)
  record(next, event)
  return next
}

/** Only the draft itself is written to; what hangs on it is shared with the state before and is replaced, never changed. */
function record(next: Draft, event: Event): void {
  switch (event.type) {
    case 'EpochBegan':
      beginEpoch(next, event.epoch, event.starter)
      break
    case 'StartTileDealt':
      next.bag = next.bag.filter((piece) => piece !== event.piece)
      changePlayer(next, event.seat, { startTile: kindOf(event.piece) })
      break
    case 'TurnBegan':
      next.turn = event.seat
      break
    case 'CastlePlaced':
      put(next, event, castle(event.seat, event.rank))
      changePlayer(next, event.seat, { castles: changed(castlesOf(next, event.seat), event.rank - 1, -1) })
      break
    case 'TileDrawn':
      next.bag = next.bag.filter((piece) => piece !== event.piece)
      next.drawn = kindOf(event.piece)
      break
    case 'TilePlaced':
      put(next, event, TILE_PIECE[event.tile])
      next.drawn = null
      break
    case 'StartTilePlaced':
      put(next, event, TILE_PIECE[event.tile])
      changePlayer(next, event.seat, { startTile: null })
      break
    case 'TileChosen': {
      put(next, event, TILE_PIECE[event.tile])
      const taken = next.bag.findIndex((piece) => kindOf(piece) === event.tile)
      next.bag = next.bag.filter((_, index) => index !== taken)
      break
    }
    case 'SeatPassed':
    case 'EpochEnded':
      break
    case 'LastCastlePlaced':
      next.lastCastlePlaced = true
      break
    case 'LineScored':
      event.gains.forEach((gain, seat) => {
        if (gain !== 0) changePlayer(next, seat, { gold: (next.players[seat] as Player).gold + gain })
      })
      next.scored = [...next.scored, event.line === 'row' ? event.number - 1 : event.number + 4]
      break
    case 'SeatLeft':
      leave(next, event.seat)
      break
    case 'MatchEnded':
      next.places = event.places
      next.turn = -1
      break
  }
}

const TILE_PIECE = Object.fromEntries(TILES.map((tile) => [tile, { tile }])) as Record<Tile, Piece>
const CASTLES: readonly (readonly Piece[])[] = [0, 1, 2, 3].map((seat) => RANKS.map((rank) => ({ seat, rank })))
const castle = (seat: number, rank: Rank): Piece => (CASTLES[seat] as readonly Piece[])[rank - 1] as Piece
const castlesOf = (state: State, seat: number): readonly number[] => (state.players[seat] as Player).castles

/** `slice` and one write: `Array.with` is several times slower. */
function replaced<T>(list: readonly T[], index: number, value: T): T[] {
  const copy = list.slice()
  copy[index] = value
  return copy
}

const changed = (counts: readonly number[], index: number, by: number): number[] =>
  replaced(counts, index, (counts[index] as number) + by)

function put(next: Draft, { row, column }: { row: number; column: number }, piece: Piece): void {
  next.board = replaced(next.board, fieldAt(row, column), piece)
}

function changePlayer(next: Draft, seat: number, changes: Partial<Player>): void {
  const player = next.players[seat] as Player
  const { gold = player.gold, castles = player.castles, startTile = player.startTile } = changes
  next.players = replaced(next.players, seat, { gold, castles, startTile })
}

/** The board is cleared: rank 1 castles go home (not with lastCastle), the others are gone, and every tile is shuffled again. */
function beginEpoch(next: Draft, epoch: number, starter: number): void {
  const { board, options } = next
  const homeward = (seat: number): number =>
    options.lastCastle ? 0 : board.filter((piece) => piece && 'rank' in piece && piece.seat === seat && piece.rank === 1).length
  next.players = next.players.map(({ gold, castles }, seat) => ({
    gold,
    castles: hasLeft(next, seat) ? NO_CASTLES : changed(castles, 0, homeward(seat)),
    startTile: null,
  }))
  next.epoch = epoch
  next.starter = starter
  next.turn = starter
  next.board = EMPTY_BOARD
  next.bag = PIECES
  next.drawn = null
  next.aside = []
  next.scored = []
}

const NO_CASTLES: readonly number[] = RANKS.map(() => 0)

/** What the seat holds is out of play, unseen; its castles on the board stay. */
function leave(next: Draft, seat: number): void {
  const { startTile } = next.players[seat] as Player
  const drawn = next.turn === seat ? next.drawn : null
  next.aside = [...next.aside, ...(startTile ? [startTile] : []), ...(drawn ? [drawn] : [])]
  if (next.turn === seat) next.drawn = null
  changePlayer(next, seat, { castles: NO_CASTLES, startTile: null })
  next.left = [...next.left, seat]
}
