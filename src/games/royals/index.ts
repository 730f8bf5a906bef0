/** Royals, for two to five seats. The rules in words: docs/games/royals.md. */
import { accept, type Command, type Decision, type Dice, type Game, type Phase } from '../contract.js'
import { refusedAtTheDoor } from '../guards.js'
import { unfolding } from '../unfolding.js'
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

function decide(state: State, command: Command<Move>, dice: Dice): Decision<Event> {
  const table = {
    started: state.epoch > 0,
    seats: state.players.length,
    left: state.left,
    phase: phase(state),
  }
  const refused = refusedAtTheDoor(table, command)
  if (refused) return refused
  const play = unfolding(state, evolve)
  if (command.type === 'start') start(play, dice)
  else if (command.type === 'leave') leave(play, command.seat, command.reason, dice)
  else {
    const refusal = illegality(state, command.seat, command.move)
    if (refusal) return { ok: false, refusal }
    move(play, command.seat, command.move, dice)
  }
  return accept(play.events)
}

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
