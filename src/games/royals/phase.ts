/** Which seat the match waits for, and for which decision. */
import type { Phase } from '../contract.js'
import type { Move } from './schema.js'
import { isFirstTurn, type State } from './state.js'
import type { Stage } from './vocabulary.js'

export const DECISIONS = {
  firstDraw: 'Draw in the first turn, until all its cards are drawn.',
  draw: 'Choose an option and draw.',
  drawMore: 'Draw what is still owed.',
  play: 'Claim a free position, take one over, or play no more.',
  discard: 'Discard the cards above the hand limit.',
} as const
type Decision = keyof typeof DECISIONS

export function phase(state: State): Phase {
  if (state.places) return { awaiting: [], over: state.places }
  if (state.turn < 0) return { awaiting: [], over: null }
  return { awaiting: [{ seat: state.turn, decision: decision(state) }], over: null }
}

function decision(state: State): Decision {
  if (state.stage !== 'draw') return state.stage
  if (isFirstTurn(state)) return 'firstDraw'
  return state.drawOption === null ? 'draw' : 'drawMore'
}

/** A turn is drawing, then playing, then discarding down to the hand limit. Each move belongs to one of these stages. */
export const STAGE_OF: Record<Move['type'], Stage> = {
  draw: 'draw',
  claim: 'play',
  takeOver: 'play',
  endPlay: 'play',
  discard: 'discard',
}
