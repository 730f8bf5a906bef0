/** Every shape of Kingdoms that goes in or out. */
import { z } from 'zod'
import { LeaveReason } from '../seating.js'
import { COLUMNS, FIELDS, PIECES, RANKS, ROWS, SEATS, TILES } from './content.js'

const seat = z
  .int()
  .min(0)
  .max(SEATS.max - 1)
  .describe('Seat number, from 0.')
const row = z.int().min(1).max(ROWS).describe('Row, 1 at the top.')
const column = z.int().min(1).max(COLUMNS).describe('Column, 1 at the left.')
const rank = z.literal(RANKS).describe('Rank of a castle: its number of towers.')
const tile = z.enum(TILES).meta({ id: 'KingdomsTile', description: 'A kind of tile.' })
const piece = z.enum(PIECES)
const gold = z.int()
const starter = z.enum(['random', 'seat0']).meta({ id: 'KingdomsStarter' })

export const Options = z
  .strictObject({
    lastCastle: z.boolean().default(false).describe('Play until somebody has placed a last castle.'),
    noLuck: z.boolean().default(false).describe('All tiles lie open and are chosen; nothing is drawn.'),
    instant: z.boolean().default(false).describe('A row or column is scored as soon as it is full.'),
    starter: starter.default('random').describe('Who begins the first epoch.'),
  })
  .meta({ id: 'KingdomsOptions' })
export type Options = z.infer<typeof Options>

export const Move = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('placeCastle'), rank, row, column }).describe('Place a castle of your own on an empty field.'),
  z.strictObject({ type: z.literal('drawTile') }).describe('Draw a tile; you look at it and must place it next.'),
  z.strictObject({ type: z.literal('placeTile'), row, column }).describe('Place the tile that you have drawn.'),
  z.strictObject({ type: z.literal('placeStartTile'), row, column }).describe('Place your secret start tile.'),
  z
    .strictObject({ type: z.literal('chooseTile'), tile, row, column })
    .describe('Variant noLuck: take any open tile and place it.'),
])
export type Move = z.infer<typeof Move>

const line = z.enum(['row', 'column']).meta({ id: 'KingdomsLine' })
const placing = z.strictObject({ seat, place: z.int().min(1), score: gold }).meta({ id: 'KingdomsPlacing' })
const gains = z.array(gold).describe('Gold won or paid, by seat.')

const shared = [
  z.strictObject({ type: z.literal('EpochBegan'), epoch: z.int().min(1), starter: seat }),
  z.strictObject({ type: z.literal('TurnBegan'), seat }),
  z.strictObject({ type: z.literal('CastlePlaced'), seat, rank, row, column }),
  z.strictObject({ type: z.literal('TilePlaced'), seat, tile, row, column }),
  z.strictObject({ type: z.literal('StartTilePlaced'), seat, tile, row, column }),
  z.strictObject({ type: z.literal('TileChosen'), seat, tile, row, column }),
  z.strictObject({ type: z.literal('SeatPassed'), seat }),
  z.strictObject({ type: z.literal('LastCastlePlaced'), seat }),
  z.strictObject({ type: z.literal('LineScored'), line, number: z.int().min(1), bases: z.array(z.int()), gains }),
  z.strictObject({ type: z.literal('EpochEnded'), epoch: z.int().min(1) }),
  z.strictObject({ type: z.literal('SeatLeft'), seat, reason: LeaveReason }),
  z.strictObject({ type: z.literal('MatchEnded'), places: z.array(placing) }),
] as const

export const Event = z.discriminatedUnion('type', [
  ...shared,
  z.strictObject({ type: z.literal('StartTileDealt'), seat, piece }),
  z.strictObject({ type: z.literal('TileDrawn'), seat, piece }),
])
export type Event = z.infer<typeof Event>

const yourTile = tile.nullable().describe('The tile if you may see it.')
export const Notice = z.discriminatedUnion('type', [
  ...shared,
  z.strictObject({ type: z.literal('StartTileDealt'), seat, secretTile: yourTile }),
  z.strictObject({ type: z.literal('TileDrawn'), seat, secretTile: yourTile }),
])
export type Notice = z.infer<typeof Notice>

const count = z.int().min(0)
const tileCount = z.strictObject({ tile, count: z.int().min(1) }).meta({ id: 'KingdomsTileCount' })
const castle = z.strictObject({ seat, rank }).meta({ id: 'KingdomsCastle' })
const field = z
  .strictObject({ row, column, tile: tile.nullable(), castle: castle.nullable() })
  .meta({ id: 'KingdomsField', description: 'A field holds a tile, a castle or nothing.' })
const player = z
  .strictObject({
    seat,
    gold,
    castles: z.array(count).length(4).describe('Castles in stock, by rank from 1 to 4.'),
    hasStartTile: z.boolean(),
    hasDrawnTile: z.boolean(),
    left: z.boolean(),
  })
  .meta({ id: 'KingdomsPlayer' })
const secrets = z
  .strictObject({
    startTiles: z.array(tile.nullable()).describe('By seat.'),
    drawnTile: tile.nullable(),
    bag: z.array(tileCount),
    aside: z.array(tileCount),
  })
  .meta({ id: 'KingdomsSecrets', description: 'What only the referee sees.' })

export const View = z
  .strictObject({
    options: Options,
    epoch: z.int().min(0).describe('0 before the start.'),
    starter: seat.nullable(),
    turn: seat.nullable(),
    board: z.array(field).length(FIELDS).describe('All fields, row by row.'),
    players: z.array(player),
    bagCount: count.describe('Tiles left to draw.'),
    open: z.array(tileCount).describe('Variant noLuck: the tiles to choose from.'),
    startTile: tile.nullable().describe('Your own start tile.'),
    drawnTile: tile.nullable().describe('The tile that you have drawn and must place.'),
    unseen: z.array(tileCount).describe('All tiles whose place you do not know: in the bag, set aside or held by others.'),
    scoredRows: z.array(row).describe('Variant instant: rows scored in this epoch.'),
    scoredColumns: z.array(column).describe('Variant instant: columns scored in this epoch.'),
    lastEpoch: z.boolean().describe('True if the match ends with this epoch.'),
    leftInOrder: z.array(seat).describe('Seats that have left, the first leaver first.'),
    places: z.array(placing).nullable().describe('Final places.'),
    secrets: secrets.nullable(),
  })
  .meta({ id: 'KingdomsView' })
export type View = z.infer<typeof View>
