/** Which moves are open to a seat. */
import { type Choices, computed, none } from '../choices.js'
import { itemAt, numberAt } from '../lists.js'
import { playerAt } from '../seating.js'
import { columnOf, emptyFields, rowOf } from './board.js'
import { kindOf, RANKS, type Tile } from './content.js'
import type { Move } from './schema.js'
import { hasCastle, type State } from './state.js'

/** Castles first, then start tile or open tiles (never both: noLuck deals no start tile), each on every empty field; the draw last. */
export function legalMoves(state: State, seat: number): Choices<Move> {
  if (state.turn !== seat || state.places) return none()
  const empty = emptyFields(state.board)
  const rowAt = (index: number) => rowOf(numberAt(empty, index % empty.length))
  const columnAt = (index: number) => columnOf(numberAt(empty, index % empty.length))
  if (state.drawn) return computed(empty.length, (i): Move => ({ type: 'placeTile', row: rowAt(i), column: columnAt(i) }))
  const player = playerAt(state, seat)
  const ranks = RANKS.filter((rank) => numberAt(player.castles, rank - 1) > 0)
  const tiles = state.options.noLuck ? openTiles(state) : []
  const castles = ranks.length * empty.length
  const starts = player.startTile ? empty.length : 0
  const chosen = tiles.length * empty.length
  const draws = !state.options.noLuck && state.bag.length > 0 ? 1 : 0
  return computed(castles + starts + chosen + draws, (i): Move => {
    if (i >= castles + starts + chosen) return { type: 'drawTile' }
    const [row, column] = [rowAt(i), columnAt(i)]
    const item = Math.floor(i / empty.length)
    if (i < castles) return { type: 'placeCastle', rank: numberAt(ranks, item), row, column }
    if (i < castles + starts) return { type: 'placeStartTile', row, column }
    return { type: 'chooseTile', tile: itemAt(tiles, item - ranks.length), row, column }
  })
}

/** Whether it is plain that the seat on turn has several moves: asked after every move, so that no list of them is made. */
export function hasChoice(state: State): boolean {
  if (state.board.indexOf(null) === state.board.lastIndexOf(null)) return false
  const player = playerAt(state, state.turn)
  return state.drawn !== null || player.startTile !== null || hasCastle(player)
}

/** The kinds of tile that lie open (noLuck). Equal tiles are one choice; they are next to each other in the bag. */
function openTiles({ bag }: State): Tile[] {
  const kinds: Tile[] = []
  for (const piece of bag) {
    const kind = kindOf(piece)
    if (kinds.at(-1) !== kind) kinds.push(kind)
  }
  return kinds
}
