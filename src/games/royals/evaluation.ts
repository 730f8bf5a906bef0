/** How well each seat stands. */
import { itemAt } from '../lists.js'
import { shares } from '../standing.js'
import { hopeForCountries, hopeForEpochs, hopeForNobleHouse, hopeForTitles } from './hopes.js'
import { type Judged, judgedState } from './judged.js'
import { tableOf } from './outlook.js'
import { handWorth, turnToCome } from './purchases.js'
import type { State } from './state.js'
import { WEIGHTS } from './weights.js'

export const evaluateState = (state: State): number[] => evaluate(judgedState(state))

export function evaluate(view: Judged): number[] {
  const { players, leftInOrder } = view
  // Hopes are no whole numbers, and an ordinary list would be made anew at the first that is not.
  const hopes = new Float64Array(players.length)
  for (let seat = 0; seat < players.length; seat++) {
    const { points, markerCount } = itemAt(players, seat)
    hopes[seat] = points ?? markerCount * WEIGHTS.hiddenMarker
  }
  if (view.places) return shares([...hopes], WEIGHTS.spread, leftInOrder)
  const table = tableOf(view)
  hopeForEpochs(view, table, hopes)
  hopeForTitles(view, table, hopes)
  const left = table.turns.at(-1) ?? 0
  const all: number[] = []
  for (let seat = 0; seat < players.length; seat++)
    all.push(
      (hopes[seat] ?? 0) +
        hopeForCountries(view, table, seat) +
        hopeForNobleHouse(view, seat) +
        handWorth(view, table, seat) +
        turnToCome(view, seat),
    )
  return shares(all, WEIGHTS.spread + WEIGHTS.spreadPerTurn * left, leftInOrder)
}
