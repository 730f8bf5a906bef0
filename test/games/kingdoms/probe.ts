import { kindOf, PIECES, TILES } from '../../../src/games/kingdoms/content.js'
import type { State } from '../../../src/games/kingdoms/state.js'
import type { Probe } from '../../support/probe.js'

const variants = [0, 1, 2, 3, 4, 5, 6, 7].map((bits) => ({
  lastCastle: (bits & 1) > 0,
  noLuck: (bits & 2) > 0,
  instant: (bits & 4) > 0,
}))

/** Every tile is in exactly one place. Castles leave the game between epochs, so only rank 1 of the base game is countable. */
function census(state: State): Record<string, number> {
  const tiles = [
    ...state.bag.map(kindOf),
    ...state.board.flatMap((piece) => (piece && 'tile' in piece ? [piece.tile] : [])),
    ...state.players.flatMap(({ startTile }) => startTile ?? []),
    ...(state.drawn ? [state.drawn] : []),
    ...state.aside,
  ]
  const counts = Object.fromEntries(TILES.map((tile) => [tile, tiles.filter((other) => other === tile).length]))
  return { ...counts, all: tiles.length, pieces: PIECES.length }
}

export const probe: Probe = {
  id: 'kingdoms',
  cases: [2, 3, 4].flatMap((seats) => variants.map((options) => ({ seats, options }))),
  smallest: { seats: 2, options: {} },
  // six epochs at most (lastCastle, four seats), each of 30 placements, 23 of them in two steps; start and leaves besides
  maxEntries: 6 * (30 + 23) + 5,
  // the order in which lines were scored: it has no effect
  beyondRecall: ['scored'],
  census,
}
