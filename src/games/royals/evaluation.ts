/** How well each seat stands. */
import { itemAt } from '../lists.js'
import { shares } from '../standing.js'
import { hopeForCountries, hopeForEpochs, hopeForNobleHouse, hopeForTitles } from './hopes.js'
import { tableOf } from './outlook.js'
import { handWorth, turnToCome } from './purchases.js'
import type { View } from './schema.js'
import { WEIGHTS } from './weights.js'

export function evaluate(view: View): number[] {
  const table = tableOf(view)
  const hopes = view.players.map(({ points, markerCount }) => points ?? markerCount * WEIGHTS.hiddenMarker)
  if (view.places) return shares(hopes, WEIGHTS.spread, view.leftInOrder)
  hopeForEpochs(view, table, hopes)
  hopeForTitles(view, table, hopes)
  view.players.forEach((_, seat) => {
    hopes[seat] =
      itemAt(hopes, seat) +
      hopeForCountries(view, table, seat) +
      hopeForNobleHouse(view, seat) +
      handWorth(view, table, seat) +
      turnToCome(view, seat)
  })
  const left = table.turns.at(-1) ?? 0
  return shares(hopes, WEIGHTS.spread + WEIGHTS.spreadPerTurn * left, view.leftInOrder)
}
