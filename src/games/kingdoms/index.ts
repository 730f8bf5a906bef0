/** Kingdoms, for two to four seats. The rules in words: docs/games/kingdoms.md. */
import { accept, type Command, type Decision, type Dice, type Game, type Phase } from '../contract.js'
import { refusedAtTheDoor } from '../guards.js'
import { unfolding } from '../unfolding.js'
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

function decide(state: State, command: Command<Move>, dice: Dice): Decision<Event> {
  const table = { started: state.epoch > 0, seats: state.players.length, left: state.left, phase: phase(state) }
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
