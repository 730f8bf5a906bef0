/** Régents, for three to five seats. The rules in words: docs/games/regents.md. */
import { accept, type Command, type Decision, type Dice, type Game } from '../contract.js'
import { refusedAtTheDoor } from '../guards.js'
import { unfolding } from '../unfolding.js'
import { phase } from './decisions.js'
import { describeMove, describeNotice } from './describe.js'
import { evolve } from './evolve.js'
import { imagine } from './imagine.js'
import { legalMoves } from './moves.js'
import { illegality } from './refusals.js'
import { Event, Move, Notice, Options, View } from './schema.js'
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

function decide(state: State, command: Command<Move>, dice: Dice): Decision<Event> {
  const table = { started: state.stage !== 'setup', seats: state.players.length, left: state.left, phase: phase(state) }
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

export const regents: Game<Types> = {
  id: 'regents',
  name: 'Régents',
  rules: 2,
  seats: { min: 3, max: 5 },
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
