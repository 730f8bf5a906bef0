/** Who must choose, and what. */
import type { Phase } from '../contract.js'
import type { State } from './state.js'

export function phase(state: State): Phase {
  if (state.places) return { awaiting: [], over: state.places }
  if (state.turn < 0) return { awaiting: [], over: null }
  return { awaiting: [{ seat: state.turn, decision: state.drawn ? 'placeDrawnTile' : 'turn' }], over: null }
}
