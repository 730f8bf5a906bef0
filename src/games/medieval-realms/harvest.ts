/** What leaders that have been placed may bring, as long as not all are revealed. */
import { itemAt } from '../lists.js'
import type { Resource } from './cards.js'
import { STRENGTH } from './content.js'
import type { Placement, View } from './schema.js'
import { WEIGHTS } from './weights.js'

/** Adds it to a stock; rewards of lands by the chance of controlling them. */
export function expectedHarvest(view: View, seat: number, placement: Placement, stock: Record<Resource, number>): void {
  for (const section of placement.mayors) stock[section] += 1
  const { admirals, generals } = placement
  for (const land of new Set([...admirals, ...generals])) {
    const chance = chanceOf(view, seat, land, strengthOn(placement, land))
    for (const { resource, amount } of itemAt(view.lands, land - 1).rewards) stock[resource] += chance * amount
  }
}

/** Buffers block as well. */
const strengthOn = ({ admirals, generals, buffers }: Placement, land: number): number =>
  on(admirals, land) * STRENGTH.admiral + on(generals, land) * STRENGTH.general + on(buffers, land) * STRENGTH.buffer

function on(lands: readonly number[], land: number): number {
  let count = 0
  for (const one of lands) if (one === land) count++
  return count
}

/** Of having more there than every other seat. */
function chanceOf({ players }: View, seat: number, land: number, strength: number): number {
  let chance = 1
  for (const { seat: other, left, placement } of players) {
    if (other === seat || left) continue
    if (!placement) chance *= strength / (strength + WEIGHTS.rival)
    else if (strengthOn(placement, land) >= strength) return 0
  }
  return chance
}
