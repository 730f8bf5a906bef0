/** What each viewer may know, and worlds that fit it. */
import type { Dice, Viewer } from '../contract.js'
import { columnOf, type Piece, rowOf } from './board.js'
import { kindOf, PIECES, TILES, type Tile } from './content.js'
import type { Event, Notice, View } from './schema.js'
import { hasLeft, isLastEpoch, type State, stillPlaying } from './state.js'

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
    scoredRows: state.scored.filter((line) => line < 5).map((line) => line + 1),
    scoredColumns: state.scored.filter((line) => line >= 5).map((line) => line - 4),
    lastEpoch: isLastEpoch(state),
    leftInOrder: [...state.left],
    places: state.places && [...state.places],
    secrets: viewer === 'referee' ? secrets(state) : null,
  }
}

/** Who holds the drawn tile. Nobody is on turn any more when a leave has ended the match: then it is the seat that stayed. */
function drawer(state: State): number | undefined {
  if (state.drawn === null) return undefined
  return state.turn < 0 ? stillPlaying(state)[0] : state.turn
}

const fieldView = (piece: Piece | null, field: number): View['board'][number] => ({
  row: rowOf(field),
  column: columnOf(field),
  tile: piece && 'tile' in piece ? piece.tile : null,
  castle: piece && 'rank' in piece ? { seat: piece.seat, rank: piece.rank } : null,
})

const secrets = (state: State): View['secrets'] => ({
  startTiles: state.players.map(({ startTile }) => startTile),
  drawnTile: state.drawn,
  bag: counts(state.bag.map(kindOf)),
  aside: counts(state.aside),
})

function unseenTiles(state: State, ...known: (Tile | null)[]): Tile[] {
  const unseen = PIECES.map(kindOf)
  const seen = [...state.board.map((piece) => (piece && 'tile' in piece ? piece.tile : null)), ...known]
  for (const tile of seen) if (tile) unseen.splice(unseen.indexOf(tile), 1)
  return unseen
}

/** In the order of the box, so that equal sets look equal. */
const counts = (tiles: readonly Tile[]): { tile: Tile; count: number }[] =>
  TILES.map((tile) => ({ tile, count: tiles.filter((other) => other === tile).length })).filter(({ count }) => count > 0)

export function notice(event: Event, viewer: Viewer): Notice {
  if (event.type !== 'StartTileDealt' && event.type !== 'TileDrawn') return event
  const maySee = viewer === 'referee' || viewer === event.seat
  return { type: event.type, seat: event.seat, secretTile: maySee ? kindOf(event.piece) : null }
}

/** Deals the unseen tiles at random to the places that must hold one: start tiles, a drawn tile, tiles set aside, the bag. */
export function imagine(seen: View, seat: number, dice: Dice): State {
  const shuffled = shuffledPieces(seen, dice)
  const deal = (): Tile => kindOf(shuffled.pop() as string)
  const players = seen.players.map((player) => ({
    gold: player.gold,
    castles: player.castles,
    startTile: player.hasStartTile ? (player.seat === seat ? seen.startTile : deal()) : null,
  }))
  const drawn = seen.players.some(({ hasDrawnTile }) => hasDrawnTile) ? (seen.drawnTile ?? deal()) : null
  const bag = new Set(seen.options.noLuck ? openPieces(seen) : shuffled.splice(0, seen.bagCount))
  return {
    options: seen.options,
    epoch: seen.epoch,
    starter: seen.starter ?? -1,
    turn: seen.turn ?? -1,
    board: seen.board.map(({ tile, castle }) => castle ?? (tile ? { tile } : null)),
    bag: PIECES.filter((piece) => bag.has(piece)),
    players,
    drawn,
    aside: shuffled.map(kindOf),
    scored: [...seen.scoredRows.map((row) => row - 1), ...seen.scoredColumns.map((column) => column + 4)],
    lastCastlePlaced: seen.options.lastCastle && seen.lastEpoch,
    left: seen.leftInOrder,
    places: seen.places,
  }
}

const pieceIds = (kinds: readonly { tile: Tile; count: number }[]): string[] =>
  kinds.flatMap(({ tile, count }) => PIECES.filter((piece) => kindOf(piece) === tile).slice(0, count))
const openPieces = (seen: View): string[] => pieceIds(seen.open)

function shuffledPieces(seen: View, dice: Dice): string[] {
  const pieces = pieceIds(seen.unseen)
  return dice.draw('imagined tiles', pieces, pieces.length)
}
