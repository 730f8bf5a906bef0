// Written from the schemas by `npm run generate`. Do not edit.
import type { LeaveReason } from './shared.js'

/** The variants of a match; all can be combined. */
export type Options = {
  /** Play until somebody has placed a last castle, not for three epochs. */
  lastCastle: boolean
  /** All tiles lie open and are chosen; nothing is drawn. */
  noLuck: boolean
  /** A row or column is scored as soon as it is full. */
  instant: boolean
  /** Who begins the first epoch. */
  starter: 'random' | 'seat0'
}

/** Move. */
export type Move = {
  type: 'placeCastle'
  rank: 1 | 2 | 3 | 4
  /** Row of an empty field, 1 at the top. */
  row: number
  /** Its column, 1 at the left. */
  column: number
} | {
  type: 'drawTile'
} | {
  type: 'placeTile'
  /** Row of an empty field, 1 at the top. */
  row: number
  /** Its column, 1 at the left. */
  column: number
} | {
  type: 'placeStartTile'
  /** Row of an empty field, 1 at the top. */
  row: number
  /** Its column, 1 at the left. */
  column: number
} | {
  type: 'chooseTile'
  /** One of the tiles that lie open. */
  tile: Tile
  /** Row of an empty field, 1 at the top. */
  row: number
  /** Its column, 1 at the left. */
  column: number
}

/** A match of Kingdoms as one viewer may know it. */
export type View = {
  /** The variants of this match. */
  options: Options
  /** Number of the epoch; 0 before the start. */
  epoch: number
  /** The seat that began this epoch; null before the start. */
  starter: number | null
  /** The seat on turn; null before the start and after the end. */
  turn: number | null
  /** All 30 fields, row by row. */
  board: ({
    /** Row, 1 at the top. */
    row: number
    /** Column, 1 at the left. */
    column: number
    /** The tile here; null if there is none. */
    tile: Tile | null
    /** The castle here; null if there is none. */
    castle: {
      /** Its owner. */
      seat: number
      rank: 1 | 2 | 3 | 4
    } | null
  })[]
  /** Every seat, by number. */
  players: ({
    /** Seat number, from 0. */
    seat: number
    /** Gold now; it may be negative. */
    gold: number
    /** Castles in stock, by rank from 1 to 4. */
    castles: number[]
    /** Whether it still holds its start tile of this epoch. */
    hasStartTile: boolean
    /** Whether it has drawn a tile and not placed it yet. */
    hasDrawnTile: boolean
    /** Whether it has left the match. */
    left: boolean
  })[]
  /** Tiles left to draw; 0 with noLuck. */
  bagCount: number
  /** Variant noLuck: the tiles to choose from; empty otherwise. */
  open: TileCount[]
  /** Your own start tile; null if you hold none or have no seat. */
  startTile: Tile | null
  /** The tile that you have drawn and must place, else null. */
  drawnTile: Tile | null
  /** All tiles whose place you do not know: in the bag, set aside or held by others. */
  unseen: TileCount[]
  /** Variant instant: rows scored in this epoch. */
  scoredRows: number[]
  /** Variant instant: columns scored in this epoch. */
  scoredColumns: number[]
  /** True if the match ends with this epoch. */
  lastEpoch: boolean
  /** Seats that have left, the first leaver first. */
  leftInOrder: number[]
  /** Final places, best first; null until the end. */
  places: Placing[] | null
  /** For the referee; null for everybody else. */
  secrets: {
    /** Start tiles held, by seat; null for a seat without one. */
    startTiles: (Tile | null)[]
    /** The tile drawn and not placed yet, if there is one. */
    drawnTile: Tile | null
    /** Tiles in the bag. */
    bag: TileCount[]
    /** Tiles that leavers held: out of play until the next epoch. */
    aside: TileCount[]
  } | null
}

/** Something that happened in a match of Kingdoms, as one viewer may know it. */
export type Notice = {
  type: 'EpochBegan'
  /** Number of the epoch, from 1. */
  epoch: number
  /** The seat that begins it. */
  starter: number
} | {
  type: 'TurnBegan'
  /** The seat on turn. */
  seat: number
} | {
  type: 'CastlePlaced'
  /** The seat that did it. */
  seat: number
  rank: 1 | 2 | 3 | 4
  /** Row of the field, 1 at the top. */
  row: number
  /** Column of the field, 1 at the left. */
  column: number
} | {
  type: 'TilePlaced'
  /** The seat that did it. */
  seat: number
  /** The tile that was drawn. */
  tile: Tile
  /** Row of the field, 1 at the top. */
  row: number
  /** Column of the field, 1 at the left. */
  column: number
} | {
  type: 'StartTilePlaced'
  /** The seat that did it. */
  seat: number
  /** The start tile. */
  tile: Tile
  /** Row of the field, 1 at the top. */
  row: number
  /** Column of the field, 1 at the left. */
  column: number
} | {
  type: 'TileChosen'
  /** The seat that did it. */
  seat: number
  /** The tile that was taken. */
  tile: Tile
  /** Row of the field, 1 at the top. */
  row: number
  /** Column of the field, 1 at the left. */
  column: number
} | {
  type: 'SeatPassed'
  /** The seat that passed. */
  seat: number
} | {
  type: 'LastCastlePlaced'
  /** The seat that has no castle left. */
  seat: number
} | {
  type: 'LineScored'
  /** Whether it is a row or a column. */
  line: 'row' | 'column'
  /** Which one, from 1 at the top or at the left. */
  number: number
  /** Worth of each section for one rank, from the left or the top; mountains stand between sections. */
  bases: number[]
  /** Gold won or paid (below 0) for this line, by seat. */
  gains: number[]
} | {
  type: 'EpochEnded'
  /** Number of the epoch, from 1. */
  epoch: number
} | {
  type: 'SeatLeft'
  /** The seat that left. */
  seat: number
  /** Why it left. */
  reason: LeaveReason
} | {
  type: 'MatchEnded'
  /** Every seat, best place first. */
  places: Placing[]
} | {
  type: 'StartTileDealt'
  /** The seat that holds the tile. */
  seat: number
  /** The tile if you hold it or are the referee; null for others. */
  secretTile: Tile | null
} | {
  type: 'TileDrawn'
  /** The seat that holds the tile. */
  seat: number
  /** The tile if you hold it or are the referee; null for others. */
  secretTile: Tile | null
}

/** What lies in the box of Kingdoms. */
export type GameContent = {
  /** Rows of the board. */
  rows: number
  /** Columns of the board. */
  columns: number
  /** All kinds of tiles. */
  tiles: ({
    /** The kind. */
    tile: Tile
    /** How many of the 23 tiles are of this kind. */
    copies: number
    /** Worth in a line for one rank; 0 for tiles with an effect. */
    value: number
  })[]
  /** Castles at the start, for each number of seats. */
  castles: ({
    /** Number of seats. */
    seats: number
    /** Castles of each seat at the start, by rank from 1 to 4. */
    castles: number[]
  })[]
  /** Variant lastCastle: castles at the start, by rank, whatever the number of seats. */
  castlesOfLastCastle: number[]
  /** Gold of each seat at the start. */
  startingGold: number
  /** Epochs of a match; with lastCastle there is no fixed number. */
  epochs: number
}

/** A kind of tile. */
export type Tile = 'land1' | 'land2' | 'land3' | 'land4' | 'land5' | 'land6' | 'hazard1' | 'hazard2' | 'hazard3' | 'hazard4' | 'hazard5' | 'hazard6' | 'mountain' | 'dragon' | 'goldMine' | 'wizard'

/** Tiles of one kind. */
export type TileCount = {
  /** The kind. */
  tile: Tile
  /** How many of it. */
  count: number
}

/** The final place of a seat. */
export type Placing = {
  /** Seat number, from 0. */
  seat: number
  /** Final place, 1 for the winner; seats that tie share one. */
  place: number
  /** Gold at the end; it may be negative. */
  score: number
}
