/** Markers that go to whoever is ahead at a scoring still to come: who may hope for how much of them. */
import { itemAt } from '../lists.js'

/** Whoever has less than this is as likely as not to end without any, and then takes no marker. */
const NOBODY = 0.5
/** Whoever is far ahead leaves the others this chance at least: rounding would make it none. */
const LEAST = 1e-9

/**
 * Adds to each seat what it may hope for of the marker for the best and of that for the second best. A lead of `lead` makes a seat the favourite
 * by e to 1.
 */
export function contest(hopes: number[], strengths: readonly number[], lead: number, first: number, second: number): void {
  let most = NOBODY
  for (let seat = 0; seat < strengths.length; seat++) most = Math.max(most, itemAt(strengths, seat))
  const weights: number[] = []
  let all = Math.exp((NOBODY - most) / lead)
  for (let seat = 0; seat < strengths.length; seat++) {
    const strength = itemAt(strengths, seat)
    const weight = strength === most ? 1 : Math.exp((strength - most) / lead)
    weights.push(weight)
    all += weight
  }
  const odds = second === 0 ? 0 : oddsOfAll(weights, all)
  for (let seat = 0; seat < weights.length; seat++) {
    const weight = itemAt(weights, seat)
    const behind = second === 0 ? 0 : odds - oddsOf(weight, all)
    hopes[seat] = itemAt(hopes, seat) + (weight / all) * (first + second * behind)
  }
}

const oddsOf = (weight: number, all: number): number => weight / Math.max(LEAST, all - weight)

/** Of being first against the rest, all seats together: whoever is second comes behind one of the others. */
function oddsOfAll(weights: readonly number[], all: number): number {
  let odds = 0
  for (let seat = 0; seat < weights.length; seat++) odds += oddsOf(itemAt(weights, seat), all)
  return odds
}
