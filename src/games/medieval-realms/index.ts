/** Medieval Realms, for two to five seats. The rules in words: docs/games/medieval-realms.md. */
import type { Game, Phase } from '../contract.js'
import { deciding } from '../deciding.js'
import { describeMove, describeNotice } from './describe.js'
import { evolve } from './evolve.js'
import { awaited, illegality, legalMoves } from './moves.js'
import { setUp } from './rounds.js'
import { Event, Move, Notice, Options, View } from './schema.js'
import { initial, type State } from './state.js'
import { leave, move, nextPair } from './turns.js'
import { imagine, notice, view } from './view.js'

export interface Types {
  Options: Options
  State: State
  Move: Move
  Event: Event
  View: View
  Notice: Notice
}

const phase = (state: State): Phase => ({ awaiting: awaited(state), over: state.places })

const decide = deciding<State, Move, Event>({
  hasStarted: ({ stage }) => stage !== 'waiting',
  phase,
  evolve,
  illegality,
  start(play, dice) {
    setUp(play, dice)
    nextPair(play)
  },
  move,
  leave,
})

export const medievalRealms: Game<Types> = {
  id: 'medieval-realms',
  name: 'Medieval Realms',
  rules: 2,
  seats: { min: 2, max: 5 },
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
