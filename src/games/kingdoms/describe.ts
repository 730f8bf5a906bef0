/** Moves and notices as one plain sentence each. */
import type { Move, Notice } from './schema.js'

const at = ({ row, column }: { row: number; column: number }): string => `row ${row}, column ${column}`
const gold = (amount: number): string => (amount < 0 ? `pays ${-amount} gold` : `gets ${amount} gold`)

export function describeMove(move: Move): string {
  switch (move.type) {
    case 'placeCastle':
      return `Place a castle of rank ${move.rank} at ${at(move)}.`
    case 'drawTile':
      return 'Draw a tile.'
    case 'placeTile':
      return `Place the drawn tile at ${at(move)}.`
    case 'placeStartTile':
      return `Place the start tile at ${at(move)}.`
    case 'chooseTile':
      return `Take ${move.tile} and place it at ${at(move)}.`
  }
}

export function describeNotice(notice: Notice): string {
  switch (notice.type) {
    case 'EpochBegan':
      return `Epoch ${notice.epoch} begins; seat ${notice.starter} starts.`
    case 'StartTileDealt':
      return `Seat ${notice.seat} gets a start tile${notice.secretTile ? `: ${notice.secretTile}` : ''}.`
    case 'TurnBegan':
      return `It is the turn of seat ${notice.seat}.`
    case 'CastlePlaced':
      return `Seat ${notice.seat} places a castle of rank ${notice.rank} at ${at(notice)}.`
    case 'TileDrawn':
      return `Seat ${notice.seat} draws a tile${notice.secretTile ? `: ${notice.secretTile}` : ''}.`
    case 'TilePlaced':
      return `Seat ${notice.seat} places ${notice.tile} at ${at(notice)}.`
    case 'StartTilePlaced':
      return `Seat ${notice.seat} places its start tile ${notice.tile} at ${at(notice)}.`
    case 'TileChosen':
      return `Seat ${notice.seat} takes ${notice.tile} and places it at ${at(notice)}.`
    case 'SeatPassed':
      return `Seat ${notice.seat} can do nothing and passes.`
    case 'LastCastlePlaced':
      return `Seat ${notice.seat} has placed its last castle: this epoch is the last.`
    case 'LineScored':
      return `${notice.line === 'row' ? 'Row' : 'Column'} ${notice.number} is worth ${notice.bases.join(' / ')}: ${scores(notice.gains)}.`
    case 'EpochEnded':
      return `Epoch ${notice.epoch} is over.`
    case 'SeatLeft':
      return `Seat ${notice.seat} leaves the match (${notice.reason}).`
    case 'MatchEnded':
      return `The match is over: ${notice.places.map(({ seat, place, score }) => `seat ${seat} is number ${place} with ${score} gold`).join(', ')}.`
  }
}

function scores(gains: readonly number[]): string {
  const paid = gains.flatMap((amount, seat) => (amount === 0 ? [] : [`seat ${seat} ${gold(amount)}`]))
  return paid.length > 0 ? paid.join(', ') : 'nobody gets or pays anything'
}
