/** Kingdoms, for two to four seats. The rules in words: docs/games/kingdoms.md. */
import type { Game, Phase } from '../contract.js'
import { deciding } from '../deciding.js'
import { describeMove, describeNotice } from './describe.js'
import { illegality, legalMoves } from './moves.js'
import { Event, Move, Notice, Options, View } from './schema.js'
import { evolve, initial, type State } from './state.js'
import { leave, move, start } from './turns.js'
import { imagine, notice, view } from './view.js'

export interface Types {
  Options: Options
  State: State
  Move: Move
  Event: Event
  View: View
  Notice: Notice
}

function phase(state: State): Phase {
  if (state.places) return { awaiting: [], over: state.places }
  if (state.turn < 0) return { awaiting: [], over: null }
  return { awaiting: [{ seat: state.turn, decision: state.drawn ? 'placeDrawnTile' : 'turn' }], over: null }
}

const decide = deciding<State, Move, Event>({
  hasStarted: ({ epoch }) => epoch > 0,
  phase,
  evolve,
  illegality,
  start,
  move,
  leave,
})

export const kingdoms: Game<Types> = {
  id: 'kingdoms',
  name: 'Kingdoms',
  rules: 1,
  seats: { min: 2, max: 4 },
  schema: { options: Options, move: Move, event: Event, view: View, notice: Notice },
  initial,
  decide,
  evolve,
  phase,
  legalMoves,
  view,
  notice,
  describe: { move: describeMove, notice: describeNotice },
  imagine,
}
