/** Full states that fit what a seat sees. */
import type { Dice } from '../contract.js'
import { columnLine, rowLine } from './board.js'
import { kindOf, PIECES, type Tile } from './content.js'
import type { View } from './schema.js'
import type { State } from './state.js'

/** Deals the unseen tiles at random to the places that must hold one: start tiles, a drawn tile, tiles set aside, the bag. */
export function imagine(seen: View, seat: number, dice: Dice): State {
  const shuffled = shuffledPieces(seen, dice)
  const deal = (): Tile => dealtFrom(shuffled)
  const players = seen.players.map((player) => ({
    gold: player.gold,
    castles: player.castles,
    startTile: player.hasStartTile ? (player.seat === seat ? seen.startTile : deal()) : null,
  }))
  const drawn = seen.players.some(({ hasDrawnTile }) => hasDrawnTile) ? (seen.drawnTile ?? deal()) : null
  const bag = new Set(seen.options.noLuck ? piecesOf(seen.open) : shuffled.splice(0, seen.bagCount))
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
    scored: [...seen.scoredRows.map(rowLine), ...seen.scoredColumns.map(columnLine)],
    lastCastlePlaced: seen.options.lastCastle && seen.lastEpoch,
    left: seen.leftInOrder,
    places: seen.places,
  }
}

function shuffledPieces(seen: View, dice: Dice): string[] {
  const pieces = piecesOf(seen.unseen)
  return dice.draw('imagined tiles', pieces, pieces.length)
}

function dealtFrom(pieces: string[]): Tile {
  const piece = pieces.pop()
  if (piece === undefined) throw new Error('the view has fewer unseen tiles than places that hide one')
  return kindOf(piece)
}

const piecesOf = (counts: View['unseen']): string[] =>
  counts.flatMap(({ tile, count }) => PIECES.filter((piece) => kindOf(piece) === tile).slice(0, count))
