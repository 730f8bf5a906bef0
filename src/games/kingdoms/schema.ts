/** Every shape of Kingdoms that goes in or out. */
import { z } from 'zod'
import { LeaveReason, MEANINGS, member, placing as placingOf, words } from '../described.js'
import { COLUMNS, FIELDS, PIECES, RANKS, ROWS, SEATS, TILES } from './content.js'

const seat = z
  .int()
  .min(0)
  .max(SEATS.max - 1)
  .describe('Seat number, from 0.')
const row = z.int().min(1).max(ROWS).describe('Row, 1 at the top.')
const column = z.int().min(1).max(COLUMNS).describe('Column, 1 at the left.')
export const rank = z.literal(RANKS).describe('Rank of a castle, 1 to 4: its number of towers.')
const land = (value: number) => `Land worth ${value} gold for each rank in its row and in its column.`
const hazard = (value: number) => `Hazard that costs ${value} gold for each rank in its row and in its column.`
export const tile = words(TILES, {
  id: 'KingdomsTile',
  description: 'A kind of tile.',
  values: {
    land1: land(1),
    land2: land(2),
    land3: land(3),
    land4: land(4),
    land5: land(5),
    land6: land(6),
    hazard1: hazard(1),
    hazard2: hazard(2),
    hazard3: hazard(3),
    hazard4: hazard(4),
    hazard5: hazard(5),
    hazard6: hazard(6),
    mountain: 'Cuts its row and its column into sections that are scored apart.',
    dragon: 'The lands of its section count nothing; hazards still do.',
    goldMine: 'Doubles the lands and hazards of its section.',
    wizard: 'Raises each castle beside it by one rank, not diagonally, whoever owns it.',
  },
})
const piece = z
  .enum(PIECES)
  .meta({ [MEANINGS]: Object.fromEntries(PIECES.map((name) => [name, 'One single tile: kind and number.'])) })
  .describe('The single tile, as `land3/2`: the second tile of its kind.')
const gold = z.int()
const starter = words(['random', 'seat0'], {
  id: 'KingdomsStarter',
  description: 'How the starter of the first epoch is found.',
  values: { random: 'By lot.', seat0: 'Seat 0 begins.' },
})

export const Options = z
  .strictObject({
    lastCastle: z.boolean().default(false).describe('Play until somebody has placed a last castle, not for three epochs.'),
    noLuck: z.boolean().default(false).describe('All tiles lie open and are chosen; nothing is drawn.'),
    instant: z.boolean().default(false).describe('A row or column is scored as soon as it is full.'),
    starter: starter.default('random').describe('Who begins the first epoch.'),
  })
  .meta({ id: 'KingdomsOptions', description: 'The variants of a match; all can be combined.' })
export type Options = z.infer<typeof Options>

const target = {
  row: row.describe('Row of an empty field, 1 at the top.'),
  column: column.describe('Its column, 1 at the left.'),
}
export const Move = z.discriminatedUnion('type', [
  member('placeCastle', 'Place a castle of your own on an empty field.', {
    rank: rank.describe('Rank of a castle that you have in stock, 1 to 4.'),
    ...target,
  }),
  member('drawTile', 'Draw a tile; you look at it and must place it next.', {}),
  member('placeTile', 'Place the tile that you have drawn.', target),
  member('placeStartTile', 'Place your secret start tile.', target),
  member('chooseTile', 'Variant noLuck: take any open tile and place it.', {
    tile: tile.describe('One of the tiles that lie open.'),
    ...target,
  }),
])
export type Move = z.infer<typeof Move>

const line = words(['row', 'column'], {
  id: 'KingdomsLine',
  description: 'A direction of the board.',
  values: { row: 'From left to right: 6 fields.', column: 'From top to bottom: 5 fields.' },
})
const placing = placingOf('KingdomsPlacing', seat, gold.describe('Gold at the end; it may be negative.'))
const gains = z.array(gold.describe('Gold of one seat.')).describe('Gold won or paid (below 0) for this line, by seat.')
const epoch = z.int().min(1).describe('Number of the epoch, from 1.')
const actor = seat.describe('The seat that did it.')
const place = {
  row: row.describe('Row of the field, 1 at the top.'),
  column: column.describe('Column of the field, 1 at the left.'),
}

const shared = [
  member('EpochBegan', 'An epoch begins with an empty board.', { epoch, starter: seat.describe('The seat that begins it.') }),
  member('TurnBegan', 'A seat is on turn and has a choice.', { seat: seat.describe('The seat on turn.') }),
  member('CastlePlaced', 'A castle came onto the board.', { seat: actor, rank, ...place }),
  member('TilePlaced', 'A drawn tile was placed, open from now on.', {
    seat: actor,
    tile: tile.describe('The tile that was drawn.'),
    ...place,
  }),
  member('StartTilePlaced', 'A seat placed its start tile, open from now on.', {
    seat: actor,
    tile: tile.describe('The start tile.'),
    ...place,
  }),
  member('TileChosen', 'Variant noLuck: an open tile was taken and placed.', {
    seat: actor,
    tile: tile.describe('The tile that was taken.'),
    ...place,
  }),
  member('SeatPassed', 'A seat could do nothing and passed.', { seat: seat.describe('The seat that passed.') }),
  member('LastCastlePlaced', 'Variant lastCastle: the epoch under way is the last.', {
    seat: seat.describe('The seat that has no castle left.'),
  }),
  member('LineScored', 'A row or column was scored.', {
    line: line.describe('Whether it is a row or a column.'),
    number: z.int().min(1).describe('Which one, from 1 at the top or at the left.'),
    bases: z
      .array(z.int())
      .describe('Worth of each section for one rank, from the left or the top; mountains stand between sections.'),
    gains,
  }),
  member('EpochEnded', 'The epoch is over and scored; castles of rank 2 to 4 are used up.', { epoch }),
  member('SeatLeft', 'A seat left the match.', {
    seat: seat.describe('The seat that left.'),
    reason: LeaveReason.describe('Why it left.'),
  }),
  member('MatchEnded', 'The match is over.', { places: z.array(placing).describe('Every seat, best place first.') }),
] as const

const holder = seat.describe('The seat that holds the tile.')
export const Event = z.discriminatedUnion('type', [
  ...shared,
  member('StartTileDealt', 'A seat was given its secret start tile.', { seat: holder, piece }),
  member('TileDrawn', 'A seat drew a tile that it must place.', { seat: holder, piece }),
])
export type Event = z.infer<typeof Event>

const yourTile = tile.nullable().describe('The tile if you hold it or are the referee; null for others.')
export const Notice = z
  .discriminatedUnion('type', [
    ...shared,
    member('StartTileDealt', 'A seat was given its secret start tile.', { seat: holder, secretTile: yourTile }),
    member('TileDrawn', 'A seat drew a tile that it must place.', { seat: holder, secretTile: yourTile }),
  ])
  .describe('Something that happened in a match of Kingdoms, as one viewer may know it.')
export type Notice = z.infer<typeof Notice>

const count = z.int().min(0)
const tileCount = z
  .strictObject({ tile: tile.describe('The kind.'), count: z.int().min(1).describe('How many of it.') })
  .meta({ id: 'KingdomsTileCount', description: 'Tiles of one kind.' })
const castle = z
  .strictObject({ seat: seat.describe('Its owner.'), rank: rank.describe('Its printed rank; a wizard beside it adds 1.') })
  .meta({ id: 'KingdomsCastle', description: 'A castle on the board.' })
const field = z
  .strictObject({
    row,
    column,
    tile: tile.nullable().describe('The tile here; null if there is none.'),
    castle: castle.nullable().describe('The castle here; null if there is none.'),
  })
  .meta({ id: 'KingdomsField', description: 'A field holds a tile, a castle or nothing.' })
const player = z
  .strictObject({
    seat,
    gold: gold.describe('Gold now; it may be negative.'),
    castles: z.array(count.describe('Castles of one rank.')).length(4).describe('Castles in stock, by rank from 1 to 4.'),
    hasStartTile: z.boolean().describe('Whether it still holds its start tile of this epoch.'),
    hasDrawnTile: z.boolean().describe('Whether it has drawn a tile and not placed it yet.'),
    left: z.boolean().describe('Whether it has left the match.'),
  })
  .meta({ id: 'KingdomsPlayer', description: 'What everybody sees of a seat.' })
const secrets = z
  .strictObject({
    startTiles: z.array(tile.nullable()).describe('Start tiles held, by seat; null for a seat without one.'),
    drawnTile: tile.nullable().describe('The tile drawn and not placed yet, if there is one.'),
    bag: z.array(tileCount).describe('Tiles in the bag.'),
    aside: z.array(tileCount).describe('Tiles that leavers held: out of play until the next epoch.'),
  })
  .meta({ id: 'KingdomsSecrets', description: 'What only the referee sees.' })

export const View = z
  .strictObject({
    options: Options.describe('The variants of this match.'),
    epoch: z.int().min(0).describe('Number of the epoch; 0 before the start.'),
    starter: seat.nullable().describe('The seat that began this epoch; null before the start.'),
    turn: seat.nullable().describe('The seat on turn; null before the start and after the end.'),
    board: z.array(field).length(FIELDS).describe('All 30 fields, row by row.'),
    players: z.array(player).describe('Every seat, by number.'),
    bagCount: count.describe('Tiles left to draw; 0 with noLuck.'),
    open: z.array(tileCount).describe('Variant noLuck: the tiles to choose from; empty otherwise.'),
    startTile: tile.nullable().describe('Your own start tile; null if you hold none or have no seat.'),
    drawnTile: tile.nullable().describe('The tile that you have drawn and must place, else null.'),
    unseen: z.array(tileCount).describe('All tiles whose place you do not know: in the bag, set aside or held by others.'),
    scoredRows: z.array(row).describe('Variant instant: rows scored in this epoch.'),
    scoredColumns: z.array(column).describe('Variant instant: columns scored in this epoch.'),
    lastEpoch: z.boolean().describe('True if the match ends with this epoch.'),
    leftInOrder: z.array(seat).describe('Seats that have left, the first leaver first.'),
    places: z.array(placing).nullable().describe('Final places, best first; null until the end.'),
    secrets: secrets.nullable().describe('For the referee; null for everybody else.'),
  })
  .meta({ id: 'KingdomsView', description: 'A match of Kingdoms as one viewer may know it.' })
export type View = z.infer<typeof View>
