/** What leaders that have been placed may bring, as long as not all are revealed. */
import type { Draft } from '../evolving.js'
import { itemAt, numberAt } from '../lists.js'
import { STRENGTH } from './content.js'
import type { Judged } from './judged.js'
import type { Placement } from './schema.js'
import { addTo, copyOfStock, type Stock } from './state.js'
import { WEIGHTS } from './weights.js'

/** The stock of a seat with it; rewards of lands by the chance of controlling them. */
export function withHarvest(match: Judged, seat: number, placement: Placement): Stock {
  const stock = copyOfStock(itemAt(match.players, seat).stock)
  for (const section of placement.mayors) addTo(stock, section, 1)
  const { admirals, generals } = placement
  for (let index = 0; index < admirals.length; index++) {
    const land = numberAt(admirals, index)
    if (admirals.indexOf(land) === index) addRewards(match, seat, placement, land, stock)
  }
  for (let index = 0; index < generals.length; index++) {
    const land = numberAt(generals, index)
    if (generals.indexOf(land) === index && !admirals.includes(land)) addRewards(match, seat, placement, land, stock)
  }
  return stock
}

function addRewards(match: Judged, seat: number, placement: Placement, land: number, stock: Draft<Stock>): void {
  const chance = chanceOf(match, seat, land, strengthOn(placement, land))
  for (const { resource, amount } of itemAt(match.catalogue.lands, land - 1).rewards) addTo(stock, resource, chance * amount)
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
function chanceOf({ players }: Judged, seat: number, land: number, strength: number): number {
  let chance = 1
  for (const { seat: other, left, placement } of players) {
    if (other === seat || left) continue
    if (!placement) chance *= strength / (strength + WEIGHTS.rival)
    else if (strengthOn(placement, land) >= strength) return 0
  }
  return chance
}
