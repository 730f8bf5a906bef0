/** How well each seat stands. */
import { shares } from '../standing.js'
import type { View } from './schema.js'

const SPREAD = 10

export const evaluate = (view: View): number[] =>
  shares(
    view.players.map(
      ({ points, stock, inPlay }) => points + 0.3 * Object.values(stock).reduce((sum, some) => sum + some, 0) + inPlay.length,
    ),
    SPREAD,
    view.leftInOrder,
  )
