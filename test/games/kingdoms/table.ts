/** Positions of Kingdoms as pictures, arranged by the events that lead to them. */
import { kindOf, PIECES, type Rank, type Tile } from '../../../src/games/kingdoms/content.js'
import { kingdoms, type Types } from '../../../src/games/kingdoms/index.js'
import type { Event, Move, Options } from '../../../src/games/kingdoms/schema.js'
import { given, move, type Outcome, type Script, type Situation, situation } from '../../support/scenario.js'

export interface Arrangement {
  readonly seats?: number
  readonly options?: Partial<Options>
  readonly epoch?: number
  readonly starter?: number
  readonly turn?: number
  /** Start tiles by seat; a seat without one has placed it or got none. */
  readonly startTiles?: readonly (Tile | null)[]
  readonly board?: string
  /** What is left in the bag, where it is not all the rest. The other tiles are out of play until the next epoch. */
  readonly bag?: readonly Tile[]
  readonly gold?: readonly number[]
  /** Castles left in stock by seat and rank, where not those that the picture leaves. */
  readonly castles?: readonly (readonly number[])[]
}

const SPECIAL: Record<string, Tile> = { '^': 'mountain', D: 'dragon', $: 'goldMine', W: 'wizard' }

/** `+3` land, `-2` hazard, `^` mountain, `D` dragon, `$` gold mine, `W` wizard, `A1` castle of seat 0 and rank 1, `.` empty. */
function piece(token: string, row: number, column: number): Event[] {
  if (token === '.') return []
  if (/^[A-D][1-4]$/.test(token))
    return [{ type: 'CastlePlaced', seat: token.charCodeAt(0) - 65, rank: Number(token[1]) as Rank, row, column }]
  const tile = SPECIAL[token] ?? (`${token[0] === '+' ? 'land' : 'hazard'}${token[1]}` as Tile)
  return [{ type: 'TileChosen', seat: 0, tile, row, column }]
}

const rows = (board: string): string[][] =>
  board
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
const placements = (board: string): Event[] =>
  rows(board).flatMap((line, r) => line.flatMap((token, c) => piece(token, r + 1, c + 1)))

/** The pieces of these kinds, first copies first. */
export function pieces(...tiles: readonly Tile[]): string[] {
  const left = [...PIECES]
  return tiles.map(
    (tile) =>
      left.splice(
        left.findIndex((one) => kindOf(one) === tile),
        1,
      )[0] as string,
  )
}

export function arranged(setting: Arrangement): Situation<Types> {
  const { seats = 2, options = {}, epoch = 1, starter = 0, turn = starter, startTiles = [], board = '' } = setting
  const held = pieces(...startTiles.flatMap((tile) => tile ?? []))
  const dealt = startTiles.flatMap((tile, seat): Event[] =>
    tile ? [{ type: 'StartTileDealt', seat, piece: held.shift() as string }] : [],
  )
  const built = board === '' ? [] : placements(board)
  return adjusted(
    given(kingdoms, { seats, options }, { type: 'EpochBegan', epoch, starter }, ...dealt, ...built, began(turn)),
    setting,
  )
}

/** Stocks, gold and bags that only most of a match would lead to are set directly. */
function adjusted({ state }: Situation<Types>, { gold, castles, bag }: Arrangement): Situation<Types> {
  const players = state.players.map((player, seat) => ({
    ...player,
    gold: gold?.[seat] ?? player.gold,
    castles: castles?.[seat] ?? player.castles,
  }))
  if (!bag) return situation(kingdoms, { ...state, players })
  const rest = bag.reduce(
    (left, tile) =>
      left.toSpliced(
        left.findIndex((one) => kindOf(one) === tile),
        1,
      ),
    state.bag,
  )
  return situation(kingdoms, { ...state, players, bag: state.bag.filter((one) => !rest.includes(one)), aside: rest.map(kindOf) })
}

export const play = (before: Situation<Types>, seat: number, chosen: Move, script?: Script): Outcome<Types> =>
  before.when(move(seat, chosen), script)
export const castle = (rank: Rank, row: number, column: number): Move => ({ type: 'placeCastle', rank, row, column })
export const draw: Move = { type: 'drawTile' }
export const place = (row: number, column: number): Move => ({ type: 'placeTile', row, column })
export const startTile = (row: number, column: number): Move => ({ type: 'placeStartTile', row, column })
export const choose = (tile: Tile, row: number, column: number): Move => ({ type: 'chooseTile', tile, row, column })

export const began = (seat: number): Event => ({ type: 'TurnBegan', seat })
export const passed = (seat: number): Event => ({ type: 'SeatPassed', seat })
export const built = (seat: number, rank: Rank, row: number, column: number): Event => ({
  type: 'CastlePlaced',
  seat,
  rank,
  row,
  column,
})
export const dealt = (seat: number, one: string): Event => ({ type: 'StartTileDealt', seat, piece: one })
export const epochBegan = (epoch: number, starter: number): Event => ({ type: 'EpochBegan', epoch, starter })
export const epochEnded = (epoch: number): Event => ({ type: 'EpochEnded', epoch })
export const left = (seat: number): Event => ({ type: 'SeatLeft', seat, reason: 'resigned' })
export const row = (number: number, bases: number[], gains: number[]): Event => ({
  type: 'LineScored',
  line: 'row',
  number,
  bases,
  gains,
})
export const column = (number: number, bases: number[], gains: number[]): Event => ({
  type: 'LineScored',
  line: 'column',
  number,
  bases,
  gains,
})
/** Final places as `[seat, place, score]`. */
export const ended = (...places: readonly (readonly [number, number, number])[]): Event => ({
  type: 'MatchEnded',
  places: places.map(([seat, place, score]) => ({ seat, place, score })),
})

export const types = (events: readonly Event[]): string[] => events.map(({ type }) => type)

/**
 * Row 1 as pictured, its last piece a castle of seat 0 placed now; what the row then is worth. Under `instant`, where a full row
 * is scored at once, so that the other rows need no pieces. `below` are rows 2 to 5.
 */
export function completedRow(picture: string, seats = 3, below = ''): Event | undefined {
  const tokens = picture.trim().split(/\s+/)
  const last = /^A([1-4])$/.exec(tokens.at(-1) as string)
  if (!last) throw new Error('the last piece is a castle of seat 0')
  const board = `${[...tokens.slice(0, -1), '.'].join(' ')}\n${below}`
  const { events } = play(arranged({ seats, board, options: { instant: true } }), 0, castle(Number(last[1]) as Rank, 1, 6))
  return events.find(({ type }) => type === 'LineScored')
}

/**
 * Two seats, the end of an epoch, one field empty (row 5, column 6) and the second +6 not on the board. Worked out by hand, with a
 * castle of rank 3 of seat 1 on the last field:
 *
 *   row 1      10                    seat 0 +10, seat 1 +10
 *   row 2     -10                    seat 0 -20 (rank 2), seat 1 -10
 *   row 3     11 / 0                 no number on the side of the castles
 *   row 4     (1+2+3-5) x 2 = 2      seat 0 +2
 *   row 5     9 / -6                 seat 1 -18
 *   columns   18, 12, 0/2, 0/0       no castle or no number
 *   column 5  3-6 = -3               seat 0 -3, seat 1 -6 (two castles)
 *   column 6  dragon: -4-5 = -9      seat 1 -27
 */
export const ALMOST_FULL = `
  +1 +2 +3 A1 B1 +4
  -1 -2 -3 A2 B1 -4
  +5 +6 ^  B2 A1 D
  $  +1 +2 A1 +3 -5
  +4 +5 W  ^  -6 .
`
export const ALMOST_FULL_SCORED: readonly Event[] = [
  row(1, [10], [10, 10]),
  row(2, [-10], [-20, -10]),
  row(3, [11, 0], [0, 0]),
  row(4, [2], [2, 0]),
  row(5, [9, -6], [0, -18]),
  column(1, [18], [0, 0]),
  column(2, [12], [0, 0]),
  column(3, [0, 2], [0, 0]),
  column(4, [0, 0], [0, 0]),
  column(5, [-3], [-3, -6]),
  column(6, [-9], [0, -27]),
]
