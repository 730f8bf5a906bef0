/** The board of Kingdoms: five rows of six fields. */
import { asWords, centred, counted, inColumns } from '../play/layout.js'
import { type Draw, heading, type Sheet, seatName, shortSeat, type ViewOf } from './sheet.js'

type View = ViewOf<'kingdoms'>
type Field = View['board'][number]

const CELL = 9

export const drawKingdoms: Draw<View> = (view, sheet) => {
  const columns = Math.max(...view.board.map(({ column }) => column))
  const rows = [...new Set(view.board.map(({ row }) => row))]
  const rule = `   +${`${'-'.repeat(CELL)}+`.repeat(columns)}`
  const numbers = Array.from({ length: columns }, (_, index) => centred(`${index + 1}`, CELL + 1)).join('')
  return [
    heading(sheet, `Kingdoms, epoch ${view.epoch}${view.lastEpoch ? ', the last' : ''}`, bag(view), ...ownTiles(view, sheet)),
    `    ${numbers}`,
    rule,
    ...rows.flatMap((row) => [line(view, row, sheet), rule]),
    ...inColumns(view.players.map((player) => playerRow(view, player, sheet))),
    sheet.ink('dim', '^^^ is a castle of rank 3; +4 is land, -4 a hazard.'),
  ]
}

const line = ({ board }: View, row: number, sheet: Sheet): string =>
  ` ${row} |${board
    .filter((field) => field.row === row)
    .map((field) => `${centred(inField(field, sheet), CELL)}|`)
    .join('')}`

function inField({ tile, castle }: Field, sheet: Sheet): string {
  if (castle) return `${'^'.repeat(castle.rank)} ${shortSeat(sheet, castle.seat)}`
  return tile ? tileName(tile, sheet) : ''
}

function tileName(tile: NonNullable<Field['tile']>, { ink }: Sheet): string {
  if (tile.startsWith('land')) return ink('green', `+${tile.slice(-1)}`)
  return tile.startsWith('hazard') ? ink('red', `-${tile.slice(-1)}`) : ink('bold', asWords(tile))
}

const bag = ({ options, bagCount, open }: View): string =>
  options.noLuck
    ? `open: ${open.map(({ tile, count }) => (count > 1 ? `${count} x ${asWords(tile)}` : asWords(tile))).join(', ')}`
    : `${counted(bagCount, 'tile')} in the bag`

const ownTiles = ({ startTile, drawnTile }: View, sheet: Sheet): string[] => [
  startTile ? `your start tile: ${tileName(startTile, sheet)}` : '',
  drawnTile ? `you have drawn ${tileName(drawnTile, sheet)}` : '',
]

function playerRow({ turn }: View, player: View['players'][number], sheet: Sheet): string[] {
  const castles = player.castles.map((count, index) => `${count} ${'^'.repeat(index + 1)}`)
  const state = player.left ? 'has left' : turn === player.seat ? 'on turn' : ''
  return [seatName(sheet, player.seat), `${player.gold} gold`, castles.join('  '), player.hasStartTile ? 'start tile' : '', state]
}
