/** Which moves are open to a seat, and why a move is not. */
import { type Choices, none } from '../choices.js'
import type { Refusal } from '../contract.js'
import { discards, illegalDiscard } from './discards.js'
import { draws, illegalDraw } from './draws.js'
import { illegalPlay, plays } from './plays.js'
import type { Move } from './schema.js'
import { playerAt, type State } from './state.js'

export function legalMoves(state: State, seat: number): Choices<Move> {
  if (state.turn !== seat || state.places) return none()
  if (state.stage === 'draw') return draws(state)
  return state.stage === 'play' ? plays(state, seat) : discards(playerAt(state, seat))
}

/** Why the seat on turn may not make this move; undefined if it may. */
export function illegality(state: State, seat: number, move: Move): Refusal | undefined {
  const early = wrongStage(state.stage, move)
  if (early) return early
  switch (move.type) {
    case 'draw':
      return illegalDraw(state, move)
    case 'claim':
    case 'takeOver':
      return illegalPlay(state, seat, move)
    case 'endPlay':
      return undefined
    case 'discard':
      return illegalDiscard(playerAt(state, seat), move)
  }
}

const STAGE_OF: Record<Move['type'], State['stage']> = {
  draw: 'draw',
  claim: 'play',
  takeOver: 'play',
  endPlay: 'play',
  discard: 'discard',
}

/** A turn is drawing, then playing, then the hand limit. */
function wrongStage(stage: State['stage'], move: Move): Refusal | undefined {
  if (STAGE_OF[move.type] === stage) return undefined
  if (stage === 'draw') return no('DRAW_FIRST', 'A turn begins with drawing: draw all the cards that you must draw.')
  if (stage === 'discard') return no('DISCARD_FIRST', 'You hold more cards than the limit allows: discard the surplus.')
  return move.type === 'draw'
    ? no('ALREADY_DRAWN', 'You have drawn all the cards of this turn.')
    : no('NOTHING_TO_DISCARD', 'Cards are discarded only at the end of a turn, and only above the hand limit.')
}

const no = (code: string, message: string): Refusal => ({ code, message })
