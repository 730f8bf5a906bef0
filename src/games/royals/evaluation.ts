/** How well each seat stands. */
import { shares } from '../standing.js'
import type { View } from './schema.js'

const SPREAD = 15

export const evaluate = (view: View): number[] =>
  shares(
    view.players.map(({ points, cardCount }) => (points ?? 0) + 0.5 * cardCount),
    SPREAD,
    view.leftInOrder,
  )
