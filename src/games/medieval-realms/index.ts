/** Medieval Realms, for two to five seats. The rules in words: docs/games/medieval-realms.md. */
import { accept, type Command, type Decision, type Dice, type Game, type Phase } from '../contract.js'
import { refusedAtTheDoor } from '../guards.js'
import { unfolding } from '../unfolding.js'
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

function decide(state: State, command: Command<Move>, dice: Dice): Decision<Event> {
  const table = { started: state.stage !== 'waiting', seats: state.players.length, left: state.left, phase: phase(state) }
  const refused = refusedAtTheDoor(table, command)
  if (refused) return refused
  const play = unfolding(state, evolve)
  if (command.type === 'start') {
    setUp(play, dice)
    nextPair(play)
  } else if (command.type === 'leave') leave(play, command.seat, command.reason, dice)
  else {
    const refusal = illegality(state, command.seat, command.move)
    if (refusal) return { ok: false, refusal }
    move(play, command.seat, command.move, dice)
  }
  return accept(play.events)
}

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
