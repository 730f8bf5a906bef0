/** Markers that go to whoever is ahead at a scoring still to come: who may hope for how much of them. */
import { COLOURS } from './content.js'

/** Whoever has less than this is as likely as not to end without any, and then takes no marker. */
const NOBODY = 0.5
/** Whoever is far ahead leaves the others this chance at least: rounding would make it none. */
const LEAST = 1e-9

/** By seat: scratch paper, used within one contest. */
const weights = new Float64Array(COLOURS.length)

/**
 * Adds to each seat what it may hope for of the marker for the best and of that for the second best. A lead of `lead` makes a seat the favourite
 * by e to 1.
 */
export function contest(hopes: Float64Array, strengths: Float64Array, lead: number, first: number, second: number): void {
  const seats = strengths.length
  let most = NOBODY
  for (let seat = 0; seat < seats; seat++) most = Math.max(most, strengths[seat] ?? 0)
  let all = Math.exp((NOBODY - most) / lead)
  for (let seat = 0; seat < seats; seat++) {
    const strength = strengths[seat] ?? 0
    const weight = strength === most ? 1 : Math.exp((strength - most) / lead)
    weights[seat] = weight
    all += weight
  }
  const odds = second === 0 ? 0 : oddsOfAll(seats, all)
  for (let seat = 0; seat < seats; seat++) {
    const weight = weights[seat] ?? 0
    const behind = second === 0 ? 0 : odds - oddsOf(weight, all)
    hopes[seat] = (hopes[seat] ?? 0) + (weight / all) * (first + second * behind)
  }
}

const oddsOf = (weight: number, all: number): number => weight / Math.max(LEAST, all - weight)

/** Of being first against the rest, all seats together: whoever is second comes behind one of the others. */
function oddsOfAll(seats: number, all: number): number {
  let odds = 0
  for (let seat = 0; seat < seats; seat++) odds += oddsOf(weights[seat] ?? 0, all)
  return odds
}
