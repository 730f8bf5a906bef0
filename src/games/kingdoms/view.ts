/** What each viewer may know. */
import type { Viewer } from '../contract.js'
import { itemAt } from '../lists.js'
import { hasLeft, stillPlaying } from '../seating.js'
import { isRow, numberOf } from './board.js'
import { kindOf, type Tile } from './content.js'
import { fieldsOf } from './fields.js'
import type { Event, Notice, View } from './schema.js'
import { isLastEpoch, type Player, type State } from './state.js'
import { countsIn, countsOf, numbersIn, withTiles } from './tile-counts.js'

export function view(state: State, viewer: Viewer): View {
  const holder = drawer(state)
  const seesDrawn = viewer === holder
  const { noLuck } = state.options
  const inBag = numbersIn(state.bag)
  return {
    options: state.options,
    epoch: state.epoch,
    starter: state.starter < 0 ? null : state.starter,
    turn: state.turn < 0 ? null : state.turn,
    board: fieldsOf(state.board),
    players: state.players.map((player, seat) => playerView(state, player, seat, holder)),
    bagCount: noLuck ? 0 : state.bag.length,
    open: noLuck ? countsOf(inBag) : [],
    startTile: typeof viewer === 'number' ? (state.players[viewer]?.startTile ?? null) : null,
    drawnTile: seesDrawn ? state.drawn : null,
    unseen: noLuck || state.epoch === 0 ? [] : countsOf(withTiles(inBag, hiddenTiles(state, viewer, seesDrawn))),
    scoredRows: state.scored.filter(isRow).map(numberOf),
    scoredColumns: state.scored.filter((line) => !isRow(line)).map(numberOf),
    lastEpoch: isLastEpoch(state),
    leftInOrder: [...state.left],
    places: state.places && [...state.places],
    secrets: viewer === 'referee' ? secrets(state, inBag) : null,
  }
}

const playerView = (state: State, player: Player, seat: number, holder: number | undefined): View['players'][number] => ({
  seat,
  gold: player.gold,
  castles: player.castles.slice(),
  hasStartTile: player.startTile !== null,
  hasDrawnTile: holder === seat,
  left: hasLeft(state, seat),
})

/** Who holds the drawn tile. When a leave has ended the match nobody is on turn, and the holder is the seat that stayed. */
function drawer(state: State): number | undefined {
  if (state.drawn === null) return undefined
  return state.turn < 0 ? stillPlaying(state)[0] : state.turn
}

const secrets = (state: State, inBag: readonly number[]): View['secrets'] => ({
  startTiles: state.players.map(({ startTile }) => startTile),
  drawnTile: state.drawn,
  bag: countsOf(inBag),
  aside: countsIn(state.aside),
})

/** All tiles lie on the board, in the bag, aside or in hands: those that the viewer does not see are counted from there. */
function hiddenTiles({ players, drawn, aside }: State, viewer: Viewer, seesDrawn: boolean): Tile[] {
  const hidden = aside.slice()
  for (let seat = 0; seat < players.length; seat++) {
    const { startTile } = itemAt(players, seat)
    if (startTile !== null && seat !== viewer) hidden.push(startTile)
  }
  if (drawn !== null && !seesDrawn) hidden.push(drawn)
  return hidden
}

export function notice(event: Event, viewer: Viewer): Notice {
  if (event.type !== 'StartTileDealt' && event.type !== 'TileDrawn') return event
  const maySee = viewer === 'referee' || viewer === event.seat
  return { type: event.type, seat: event.seat, secretTile: maySee ? kindOf(event.piece) : null }
}
