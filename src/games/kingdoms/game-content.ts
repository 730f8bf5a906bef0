/** What lies in the box of Kingdoms, as clients are told. */
import { z } from 'zod'
import { ALL_CASTLES, COLUMNS, copiesOf, EPOCHS, RANK_ONE_CASTLES, ROWS, SEATS, STARTING_GOLD, TILES, VALUE } from './content.js'
import { tile } from './schema.js'

const figure = z.int().min(0)
const castles = z.array(figure.describe('Castles of one rank.')).length(ALL_CASTLES.length)

const tileRow = z
  .strictObject({
    tile: tile.describe('The kind.'),
    copies: figure.describe('How many of the 23 tiles are of this kind.'),
    value: z.int().describe('Worth in a line for one rank; 0 for tiles with an effect.'),
  })
  .meta({ id: 'KingdomsTileRow', description: 'A kind of tile.' })
const castleRow = z
  .strictObject({
    seats: figure.describe('Number of seats.'),
    castles: castles.describe('Castles of each seat at the start, by rank from 1 to 4.'),
  })
  .meta({ id: 'KingdomsCastleRow', description: 'The castles of a seat, by number of seats.' })

export const GameContent = z
  .strictObject({
    rows: figure.describe('Rows of the board.'),
    columns: figure.describe('Columns of the board.'),
    tiles: z.array(tileRow).describe('All kinds of tiles.'),
    castles: z.array(castleRow).describe('Castles at the start, for each number of seats.'),
    castlesOfLastCastle: castles.describe('Variant lastCastle: castles at the start, by rank, whatever the number of seats.'),
    startingGold: figure.describe('Gold of each seat at the start.'),
    epochs: figure.describe('Epochs of a match; with lastCastle there is no fixed number.'),
  })
  .meta({ id: 'KingdomsGameContent', description: 'What lies in the box of Kingdoms.' })
export type GameContent = z.infer<typeof GameContent>

const [, ...higherRanks] = ALL_CASTLES

export const gameContent: GameContent = {
  rows: ROWS,
  columns: COLUMNS,
  tiles: TILES.map((kind) => ({ tile: kind, copies: copiesOf(kind), value: VALUE[kind] })),
  castles: RANK_ONE_CASTLES.map((rankOne, index) => ({ seats: SEATS.min + index, castles: [rankOne, ...higherRanks] })),
  castlesOfLastCastle: [...ALL_CASTLES],
  startingGold: STARTING_GOLD,
  epochs: EPOCHS,
}
