/** The pieces of Kingdoms. Source of every figure: `rulebook`, or `public` where the rulebook gives only counts and ranges. */
import { unique } from '../lists.js'

export const ROWS = 5 // rulebook
export const COLUMNS = 6 // rulebook
export const FIELDS = ROWS * COLUMNS

// biome-ignore format: lands, hazards and special tiles on a line each
export const TILES = [
  'land1', 'land2', 'land3', 'land4', 'land5', 'land6',
  'hazard1', 'hazard2', 'hazard3', 'hazard4', 'hazard5', 'hazard6',
  'mountain', 'dragon', 'goldMine', 'wizard',
] as const
export type Tile = (typeof TILES)[number]

/** How many of each: 12 lands, 6 hazards, 2 mountains and the three single tiles are rulebook; that each land value comes twice is public. */
// biome-ignore format: lands, hazards and special tiles on a line each
const COPIES: Record<Tile, number> = {
  land1: 2, land2: 2, land3: 2, land4: 2, land5: 2, land6: 2,
  hazard1: 1, hazard2: 1, hazard3: 1, hazard4: 1, hazard5: 1, hazard6: 1,
  mountain: 2, dragon: 1, goldMine: 1, wizard: 1,
}

export const copiesOf = (tile: Tile): number => COPIES[tile]

/** Gold value of a tile in a line; the four special tiles have none of their own. */
// biome-ignore format: lands, hazards and special tiles on a line each
export const VALUE: Record<Tile, number> = {
  land1: 1, land2: 2, land3: 3, land4: 4, land5: 5, land6: 6,
  hazard1: -1, hazard2: -2, hazard3: -3, hazard4: -4, hazard5: -5, hazard6: -6,
  mountain: 0, dragon: 0, goldMine: 0, wizard: 0,
}

// A cast, because `fromEntries` forgets that every tile is a key.
const NUMBERS = Object.fromEntries(TILES.map((tile, number) => [tile, number])) as Readonly<Record<Tile, number>>
/** The place of a kind in `TILES`. */
export const numberOfTile = (tile: Tile): number => NUMBERS[tile]

const KIND_OF: ReadonlyMap<string, Tile> = new Map(
  TILES.flatMap((tile) => Array.from({ length: COPIES[tile] }, (_, i): [string, Tile] => [unique(`${tile}/${i + 1}`), tile])),
)

/** The names of the 23 single tiles (`land3/1`, `land3/2`): a pile to draw from must not hold the same name twice. */
export const PIECES: readonly string[] = [...KIND_OF.keys()]

export function kindOf(piece: string): Tile {
  const kind = KIND_OF.get(piece)
  if (kind === undefined) throw new RangeError(`there is no piece ${piece}`)
  return kind
}

export const RANKS = [1, 2, 3, 4] as const
export type Rank = (typeof RANKS)[number]

/** All castles of a colour by rank (rulebook). */
export const ALL_CASTLES = [4, 3, 2, 1] as const
/** Rank 1 castles for 2, 3 and 4 seats (rulebook); ranks 2 to 4 are always complete. */
export const RANK_ONE_CASTLES = [4, 3, 2] as const

export const SEATS = { min: 2, max: 4 } as const // rulebook
export const STARTING_GOLD = 50 // rulebook
export const EPOCHS = 3 // rulebook
