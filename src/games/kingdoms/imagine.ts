/** Full states that fit what a seat sees. */
import type { Dice } from '../contract.js'
import { itemAt } from '../lists.js'
import { columnLine, rowLine } from './board.js'
import { kindOf, PIECES, TILES, type Tile } from './content.js'
import { boardOf } from './fields.js'
import type { View } from './schema.js'
import type { State } from './state.js'

/** Deals the unseen tiles at random to the places that must hold one: start tiles, a drawn tile, tiles set aside. The rest is the bag. */
export function imagine(seen: View, seat: number, dice: Dice): State {
  const unseen = piecesOf(seen.options.noLuck ? seen.open : seen.unseen)
  const dealt = seen.options.noLuck ? [] : dice.draw('imagined tiles', unseen, unseen.length - seen.bagCount)
  const bag = unseen.filter((piece) => !dealt.includes(piece))
  const deal = (): Tile => dealtFrom(dealt)
  const players = seen.players.map((player) => ({
    gold: player.gold,
    castles: player.castles,
    startTile: player.hasStartTile ? (player.seat === seat ? seen.startTile : deal()) : null,
  }))
  const drawn = seen.players.some(({ hasDrawnTile }) => hasDrawnTile) ? (seen.drawnTile ?? deal()) : null
  return {
    options: seen.options,
    epoch: seen.epoch,
    starter: seen.starter ?? -1,
    turn: seen.turn ?? -1,
    board: boardOf(seen.board),
    bag,
    players,
    drawn,
    aside: dealt.map(kindOf),
    scored: [...seen.scoredRows.map(rowLine), ...seen.scoredColumns.map(columnLine)],
    lastCastlePlaced: seen.options.lastCastle && seen.lastEpoch,
    left: seen.leftInOrder,
    places: seen.places,
  }
}

function dealtFrom(pieces: string[]): Tile {
  const piece = pieces.pop()
  if (piece === undefined) throw new Error('the view has fewer unseen tiles than places that hide one')
  return kindOf(piece)
}

/** The single tiles of each kind, in the order of `PIECES`. */
const PIECES_OF: ReadonlyMap<Tile, readonly string[]> = new Map(
  TILES.map((tile) => [tile, PIECES.filter((piece) => kindOf(piece) === tile)]),
)

/** In the order of `PIECES`, as the view counts them in the order of `TILES`. */
function piecesOf(counts: View['unseen']): string[] {
  const pieces: string[] = []
  for (const { tile, count } of counts)
    for (let number = 0; number < count; number++) pieces.push(itemAt(PIECES_OF.get(tile) ?? [], number))
  return pieces
}
