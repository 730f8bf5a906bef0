/** How well each seat stands. */
import { shares } from '../standing.js'
import type { View } from './schema.js'

const SPREAD = 8

export const evaluate = (view: View): number[] =>
  shares(
    view.players.map(({ markers, chips, counsellors }) => markers.reduce((sum, { space }) => sum + space, chips + counsellors)),
    SPREAD,
    view.leftInOrder,
  )
