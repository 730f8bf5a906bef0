/** Who must choose, and what. */
import type { Phase } from '../contract.js'
import type { State } from './state.js'

export const DECISIONS = {
  turn: 'Place a castle, draw a tile or place the start tile; with noLuck, place a castle or choose a tile.',
  placeDrawnTile: 'Place the tile just drawn.',
} as const
type Decision = keyof typeof DECISIONS

export function phase(state: State): Phase {
  if (state.places) return { awaiting: [], over: state.places }
  if (state.turn < 0) return { awaiting: [], over: null }
  const decision: Decision = state.drawn ? 'placeDrawnTile' : 'turn'
  return { awaiting: [{ seat: state.turn, decision }], over: null }
}
