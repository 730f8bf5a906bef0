/** Medieval Realms, for two to five seats. The rules in words: docs/games/medieval-realms.md. */
import type { Game } from '../contract.js'
import { deciding } from '../deciding.js'
import { MOST_SEATS } from './content.js'
import { describeMove, describeNotice } from './describe.js'
import { evaluate, evaluateState } from './evaluation.js'
import { evolve } from './evolve.js'
import { GameContent, gameContent } from './game-content.js'
import { imagine } from './imagine.js'
import { legalMoves } from './moves.js'
import { DECISIONS, phase } from './phase.js'
import { illegality } from './refusals.js'
import { Event, Move, Notice, Options, View } from './schema.js'
import { hasStarted, initial, type State } from './state.js'
import { leave, move, start } from './turns.js'
import { notice, view } from './view.js'

export interface Types {
  Options: Options
  State: State
  Move: Move
  Event: Event
  View: View
  Notice: Notice
  Content: GameContent
}

const decide = deciding<State, Move, Event>({ hasStarted, phase, evolve, illegality, start, move, leave })

export const medievalRealms: Game<Types> = {
  id: 'medieval-realms',
  name: 'Medieval Realms',
  rules: 3,
  seats: { min: 2, max: MOST_SEATS },
  decisions: DECISIONS,
  schema: { options: Options, move: Move, event: Event, view: View, notice: Notice, content: GameContent },
  content: gameContent,
  initial,
  decide,
  evolve,
  phase,
  legalMoves,
  view,
  notice,
  describe: { move: describeMove, notice: describeNotice },
  imagine,
  evaluate,
  evaluateState,
}
