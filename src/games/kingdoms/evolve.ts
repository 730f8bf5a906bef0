/** How each event changes the state. No rule is judged here. */
import { type Draft, evolving } from '../evolving.js'
import { changed, replaced } from '../lists.js'
import { hasLeft, playerAt } from '../seating.js'
import { type Board, builtCastle, columnLine, EMPTY_BOARD, fieldAt, laidTile, type Occupant, rowLine } from './board.js'
import { kindOf, PIECES, RANKS } from './content.js'
import type { Event } from './schema.js'
import type { Player, State } from './state.js'

const NO_CASTLES: readonly number[] = RANKS.map(() => 0)

const copyOf = (state: State): Draft<State> => ({
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

export const evolve = evolving<State, Event>(copyOf, {
  EpochBegan(next, { epoch, starter }) {
    next.players = next.players.map((player, seat) => restocked(next, player, seat))
    next.epoch = epoch
    next.starter = starter
    next.turn = starter
    next.board = EMPTY_BOARD
    next.bag = PIECES
    next.drawn = null
    next.aside = []
    next.scored = []
  },
  StartTileDealt(next, { seat, piece }) {
    takeOut(next, piece)
    changePlayer(next, seat, { startTile: kindOf(piece) })
  },
  TurnBegan(next, { seat }) {
    next.turn = seat
  },
  CastlePlaced(next, { seat, rank, row, column }) {
    put(next, row, column, builtCastle(seat, rank))
    changePlayer(next, seat, { castles: changed(playerAt(next, seat).castles, rank - 1, -1) })
  },
  TileDrawn(next, { piece }) {
    takeOut(next, piece)
    next.drawn = kindOf(piece)
  },
  TilePlaced(next, { tile, row, column }) {
    put(next, row, column, laidTile(tile))
    next.drawn = null
  },
  StartTilePlaced(next, { seat, tile, row, column }) {
    put(next, row, column, laidTile(tile))
    changePlayer(next, seat, { startTile: null })
  },
  TileChosen(next, { tile, row, column }) {
    put(next, row, column, laidTile(tile))
    const taken = next.bag.findIndex((piece) => kindOf(piece) === tile)
    next.bag = next.bag.filter((_, index) => index !== taken)
  },
  SeatPassed() {},
  LastCastlePlaced(next) {
    next.lastCastlePlaced = true
  },
  LineScored(next, { line, number, gains }) {
    gains.forEach((gain, seat) => {
      if (gain !== 0) changePlayer(next, seat, { gold: playerAt(next, seat).gold + gain })
    })
    next.scored = [...next.scored, line === 'row' ? rowLine(number) : columnLine(number)]
  },
  EpochEnded() {},
  SeatLeft(next, { seat }) {
    setAside(next, seat)
    changePlayer(next, seat, { castles: NO_CASTLES, startTile: null })
    next.left = [...next.left, seat]
  },
  MatchEnded(next, { places }) {
    next.places = places
    next.turn = -1
  },
})

function takeOut(next: Draft<State>, piece: string): void {
  next.bag = next.bag.filter((other) => other !== piece)
}

function put(next: Draft<State>, row: number, column: number, occupant: Occupant): void {
  next.board = replaced(next.board, fieldAt(row, column), occupant)
}

function changePlayer(next: Draft<State>, seat: number, changes: Partial<Player>): void {
  const player = playerAt(next, seat)
  const { gold = player.gold, castles = player.castles, startTile = player.startTile } = changes
  next.players = replaced(next.players, seat, { gold, castles, startTile })
}

/** Rank 1 castles go back to their owners (not with lastCastle); all other castles on the board leave the game. */
function restocked(state: State, { gold, castles }: Player, seat: number): Player {
  const returned = state.options.lastCastle ? 0 : rankOneCastles(state.board, seat)
  return { gold, castles: hasLeft(state, seat) ? NO_CASTLES : changed(castles, 0, returned), startTile: null }
}

const rankOneCastles = (board: Board, seat: number): number =>
  board.filter((occupant) => occupant && 'rank' in occupant && occupant.seat === seat && occupant.rank === 1).length

/** The start tile and the drawn tile of a seat that leaves are out of play, unseen. */
function setAside(next: Draft<State>, seat: number): void {
  const { startTile } = playerAt(next, seat)
  const drawn = next.turn === seat ? next.drawn : null
  next.aside = [...next.aside, ...(startTile ? [startTile] : []), ...(drawn ? [drawn] : [])]
  if (drawn) next.drawn = null
}
