/** What each command leads to, up to the next choice of a seat that has more than one legal move. */
import type { Dice, LeaveReason } from '../contract.js'
import type { Unfolding } from '../deciding.js'
import { itemAt } from '../lists.js'
import { clockwiseFrom, hasLeft, playerAt, stillPlaying } from '../seating.js'
import { fieldAt, isBoardFull, isLineFull, isRow, LINES, linesThrough, numberOf } from './board.js'
import type { Tile } from './content.js'
import { type Marks, marksOn } from './marks.js'
import { hasChoice, legalMoves } from './moves.js'
import type { Event, Move } from './schema.js'
import { finalPlaces, scoreLine } from './scoring.js'
import { canAct, hasCastle, isLastEpoch, nobodyCanAct, type State } from './state.js'

type Play = Unfolding<State, Event>

export function start(play: Play, dice: Dice): void {
  const { options, players } = play.state
  beginEpoch(play, dice, 1, options.starter === 'seat0' ? 0 : dice.roll('starter', players.length))
  playForced(play, dice)
}

export function move(play: Play, seat: number, chosen: Move, dice: Dice): void {
  carryOut(play, seat, chosen, dice)
  playForced(play, dice)
}

export function leave(play: Play, seat: number, reason: LeaveReason, dice: Dice): void {
  const wasOnTurn = play.state.turn === seat
  play.emit({ type: 'SeatLeft', seat, reason })
  if (stillPlaying(play.state).length === 1) endMatch(play)
  else if (nobodyCanAct(play.state)) endEpoch(play, dice)
  else if (wasOnTurn) passTheTurn(play, seat)
  playForced(play, dice)
}

/** A single legal move is made without asking. Which moves are legal depends on public facts alone, so this reveals nothing. */
function playForced(play: Play, dice: Dice): void {
  while (!play.state.places && !hasChoice(play.state)) {
    const moves = legalMoves(play.state, play.state.turn)
    if (moves.size !== 1) return
    carryOut(play, play.state.turn, moves.at(0), dice)
  }
}

function carryOut(play: Play, seat: number, chosen: Move, dice: Dice): void {
  if (chosen.type === 'drawTile') {
    play.emit({ type: 'TileDrawn', seat, piece: drawnPiece(play.state, dice) })
    return
  }
  play.emit(placement(play.state, seat, chosen))
  if (chosen.type === 'placeCastle' && isLastCastle(play.state, seat)) play.emit({ type: 'LastCastlePlaced', seat })
  if (play.state.options.instant) scoreFullLines(play, fieldAt(chosen.row, chosen.column))
  if (isBoardFull(play.state.board) || nobodyCanAct(play.state)) endEpoch(play, dice)
  else passTheTurn(play, seat)
}

const drawnPiece = (state: State, dice: Dice): string => itemAt(dice.draw(`tiles:${state.epoch}`, state.bag), 0)

function placement(state: State, seat: number, chosen: Exclude<Move, { type: 'drawTile' }>): Event {
  const { row, column } = chosen
  switch (chosen.type) {
    case 'placeCastle':
      return { type: 'CastlePlaced', seat, rank: chosen.rank, row, column }
    case 'placeTile':
      return { type: 'TilePlaced', seat, tile: inHand(state.drawn), row, column }
    case 'placeStartTile':
      return { type: 'StartTilePlaced', seat, tile: inHand(playerAt(state, seat).startTile), row, column }
    case 'chooseTile':
      return { type: 'TileChosen', seat, tile: chosen.tile, row, column }
  }
}

/** A move that places a tile is legal only for a seat that holds one. */
function inHand(tile: Tile | null): Tile {
  if (tile === null) throw new Error('there is no tile to place')
  return tile
}

const isLastCastle = (state: State, seat: number): boolean => state.options.lastCastle && !hasCastle(playerAt(state, seat))

/** Clockwise. A seat that cannot act passes; whether it can is asked again at its next turn. */
function passTheTurn(play: Play, from: number): void {
  const seats = play.state.players.length
  for (let step = 1; step <= seats; step++) {
    const seat = (from + step) % seats
    if (hasLeft(play.state, seat)) continue
    const acts = canAct(play.state, seat)
    play.emit({ type: acts ? 'TurnBegan' : 'SeatPassed', seat })
    if (acts) return
  }
}

/** Instant scoring: the row first, then the column, if the piece just placed has filled them. */
function scoreFullLines(play: Play, field: number): void {
  const marks = marksOn(play.state.board)
  for (const line of linesThrough(field)) if (isLineFull(play.state.board, line)) scoreOne(play, marks, line)
}

function scoreOne(play: Play, marks: Marks, line: number): void {
  const { bases, gains } = scoreLine(marks, line, play.state.players.length)
  play.emit({ type: 'LineScored', line: isRow(line) ? 'row' : 'column', number: numberOf(line), bases, gains })
}

function endEpoch(play: Play, dice: Dice): void {
  const marks = marksOn(play.state.board)
  for (let line = 0; line < LINES.length; line++) if (!play.state.scored.includes(line)) scoreOne(play, marks, line)
  play.emit({ type: 'EpochEnded', epoch: play.state.epoch })
  if (isLastEpoch(play.state)) endMatch(play)
  else beginEpoch(play, dice, play.state.epoch + 1, richest(play.state))
}

/** Ties go to whoever comes first clockwise, counted from the starter of the epoch just ended. */
function richest(state: State): number {
  const inOrder = clockwiseFrom(state, state.starter).filter((seat) => !hasLeft(state, seat))
  const gold = (seat: number): number => playerAt(state, seat).gold
  return inOrder.reduce((best, seat) => (gold(seat) > gold(best) ? seat : best))
}

function beginEpoch(play: Play, dice: Dice, epoch: number, starter: number): void {
  play.emit({ type: 'EpochBegan', epoch, starter })
  if (!play.state.options.noLuck) {
    for (const seat of stillPlaying(play.state)) play.emit({ type: 'StartTileDealt', seat, piece: drawnPiece(play.state, dice) })
  }
  play.emit({ type: 'TurnBegan', seat: starter })
}

function endMatch(play: Play): void {
  play.emit({ type: 'MatchEnded', places: finalPlaces(play.state) })
}
