/** What each viewer may know. */
import type { Viewer } from '../contract.js'
import { hasLeft, stillPlaying } from '../seating.js'
import { columnOf, isRow, numberOf, type Occupant, rowOf } from './board.js'
import { kindOf, PIECES, TILES, type Tile } from './content.js'
import type { Event, Notice, View } from './schema.js'
import { isLastEpoch, type State } from './state.js'

export function view(state: State, viewer: Viewer): View {
  const own = typeof viewer === 'number' ? (state.players[viewer]?.startTile ?? null) : null
  const drawn = viewer === drawer(state) ? state.drawn : null
  const { noLuck } = state.options
  return {
    options: state.options,
    epoch: state.epoch,
    starter: state.starter < 0 ? null : state.starter,
    turn: state.turn < 0 ? null : state.turn,
    board: state.board.map(fieldView),
    players: state.players.map((player, seat) => ({
      seat,
      gold: player.gold,
      castles: [...player.castles],
      hasStartTile: player.startTile !== null,
      hasDrawnTile: drawer(state) === seat,
      left: hasLeft(state, seat),
    })),
    bagCount: noLuck ? 0 : state.bag.length,
    open: noLuck ? counts(state.bag.map(kindOf)) : [],
    startTile: own,
    drawnTile: drawn,
    unseen: noLuck || state.epoch === 0 ? [] : counts(unseenTiles(state, own, drawn)),
    scoredRows: state.scored.filter(isRow).map(numberOf),
    scoredColumns: state.scored.filter((line) => !isRow(line)).map(numberOf),
    lastEpoch: isLastEpoch(state),
    leftInOrder: [...state.left],
    places: state.places && [...state.places],
    secrets: viewer === 'referee' ? secrets(state) : null,
  }
}

/** Who holds the drawn tile. When a leave has ended the match nobody is on turn, and the holder is the seat that stayed. */
function drawer(state: State): number | undefined {
  if (state.drawn === null) return undefined
  return state.turn < 0 ? stillPlaying(state)[0] : state.turn
}

const fieldView = (occupant: Occupant | null, field: number): View['board'][number] => ({
  row: rowOf(field),
  column: columnOf(field),
  tile: tileOf(occupant),
  castle: occupant && 'rank' in occupant ? { seat: occupant.seat, rank: occupant.rank } : null,
})
const tileOf = (occupant: Occupant | null): Tile | null => (occupant && 'tile' in occupant ? occupant.tile : null)

const secrets = (state: State): View['secrets'] => ({
  startTiles: state.players.map(({ startTile }) => startTile),
  drawnTile: state.drawn,
  bag: counts(state.bag.map(kindOf)),
  aside: counts(state.aside),
})

function unseenTiles(state: State, ...known: (Tile | null)[]): Tile[] {
  const unseen = PIECES.map(kindOf)
  const seen = [...state.board.map(tileOf), ...known]
  for (const tile of seen) if (tile) unseen.splice(unseen.indexOf(tile), 1)
  return unseen
}

/** Always in the order of `TILES`, so that equal sets look equal. */
const counts = (tiles: readonly Tile[]): { tile: Tile; count: number }[] =>
  TILES.map((tile) => ({ tile, count: tiles.filter((other) => other === tile).length })).filter(({ count }) => count > 0)

export function notice(event: Event, viewer: Viewer): Notice {
  if (event.type !== 'StartTileDealt' && event.type !== 'TileDrawn') return event
  const maySee = viewer === 'referee' || viewer === event.seat
  return { type: event.type, seat: event.seat, secretTile: maySee ? kindOf(event.piece) : null }
}
