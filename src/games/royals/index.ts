/** Royals, for two to five seats. The rules in words: docs/games/royals.md. */
import type { Game, Phase } from '../contract.js'
import { deciding } from '../deciding.js'
import { describeMove, describeNotice } from './describe.js'
import { imagine } from './imagination.js'
import { illegality, legalMoves } from './moves.js'
import { Options } from './options.js'
import { evolve } from './record.js'
import { Event, Move, Notice, View } from './schema.js'
import { initial, type State } from './state.js'
import { leave, move, start } from './turns.js'
import { notice, view } from './view.js'

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
  return {
    awaiting: [{ seat: state.turn, decision: decision(state) }],
    over: null,
  }
}

function decision({ stage, round, drawOption }: State): string {
  if (stage !== 'draw') return stage
  if (round === 1) return 'firstDraw'
  return drawOption === null ? 'draw' : 'drawMore'
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

export const royals: Game<Types> = {
  id: 'royals',
  name: 'Royals',
  rules: 1,
  seats: { min: 2, max: 5 },
  schema: {
    options: Options,
    move: Move,
    event: Event,
    view: View,
    notice: Notice,
  },
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
