/** The state of a match, and plain questions about it. */
import type { Placing } from '../contract.js'
import { numberAt } from '../lists.js'
import { hasLeft, playerAt, type Seated } from '../seating.js'
import { type Board, EMPTY_BOARD } from './board.js'
import { ALL_CASTLES, EPOCHS, RANK_ONE_CASTLES, SEATS, STARTING_GOLD, type Tile } from './content.js'
import type { Options } from './schema.js'

export interface Player {
  readonly gold: number
  /** Castles in stock, rank 1 first. */
  readonly castles: readonly number[]
  readonly startTile: Tile | null
}

export interface State extends Seated<Player> {
  readonly options: Options
  /** 0 before the start. */
  readonly epoch: number
  /** -1 before the start. */
  readonly starter: number
  /** -1 before the start and after the end. */
  readonly turn: number
  readonly board: Board
  /** Pieces not yet drawn (noLuck: not yet chosen), in the order of `PIECES`: the order of drawing is in no state. */
  readonly bag: readonly string[]
  /** The tile that the seat on turn has drawn and must place. */
  readonly drawn: Tile | null
  /** Tiles of seats that have left: unseen until the next epoch. */
  readonly aside: readonly Tile[]
  /** Lines scored in this epoch. */
  readonly scored: readonly number[]
  readonly lastCastlePlaced: boolean
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

const firstStock = ({ lastCastle }: Options, seats: number): number[] =>
  lastCastle ? [...ALL_CASTLES] : [numberAt(RANK_ONE_CASTLES, seats - SEATS.min), ...ALL_CASTLES.slice(1)]

export const hasStarted = ({ epoch }: State): boolean => epoch > 0
export const hasCastle = ({ castles }: Player): boolean => castles.some((count) => count > 0)
export const isLastEpoch = (state: State): boolean => (state.options.lastCastle ? state.lastCastlePlaced : state.epoch === EPOCHS)

/** A seat can act if it has a castle, a start tile or a drawn tile, or if there is a tile to take. */
export function canAct(state: State, seat: number): boolean {
  if (hasLeft(state, seat)) return false
  const player = playerAt(state, seat)
  return state.bag.length > 0 || hasCastle(player) || player.startTile !== null || (state.turn === seat && state.drawn !== null)
}

export function nobodyCanAct(state: State): boolean {
  for (let seat = 0; seat < state.players.length; seat++) if (canAct(state, seat)) return false
  return true
}
