/** Which seat the match waits for, and for which decision. */
import type { Phase } from '../contract.js'
import { itemAt } from '../lists.js'
import { COLOURS } from './content.js'
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

const NOBODY: Phase = { awaiting: [], over: null }
/** There are as many seats as colours at the most. */
const awaited = (decision: Decision): Phase[] => COLOURS.map((_, seat) => ({ awaiting: [{ seat, decision }], over: null }))
/** By seat: a search asks several times for each move, and is given the same value every time. */
const AWAITED: Record<Decision, readonly Phase[]> = {
  firstDraw: awaited('firstDraw'),
  draw: awaited('draw'),
  drawMore: awaited('drawMore'),
  play: awaited('play'),
  discard: awaited('discard'),
}

export function phase(state: State): Phase {
  if (state.places) return { awaiting: [], over: state.places }
  return state.turn < 0 ? NOBODY : itemAt(AWAITED[decision(state)], state.turn)
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
