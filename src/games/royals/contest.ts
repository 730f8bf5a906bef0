/** Markers that go to whoever is ahead at a scoring still to come: who may hope for how much of them. */
import { itemAt } from '../lists.js'

/** A lead of so much makes a contender the favourite by e to 1; without any strength to speak of nobody takes a marker. */
interface Doubt {
  readonly lead: number
  readonly nobody: number
}

/** Adds to each seat what it may hope for of the marker for the best and of that for the second best. */
export function contest(
  hopes: number[],
  strengths: readonly number[],
  { lead, nobody }: Doubt,
  first: number,
  second: number,
): void {
  let most = nobody
  for (const strength of strengths) if (strength > most) most = strength
  const weights: number[] = []
  let all = Math.exp((nobody - most) / lead)
  for (const strength of strengths) {
    const weight = Math.exp((strength - most) / lead)
    weights.push(weight)
    all += weight
  }
  for (let seat = 0; seat < weights.length; seat++) {
    const chance = itemAt(weights, seat) / all
    hopes[seat] = itemAt(hopes, seat) + first * chance + (second === 0 ? 0 : second * chanceOfSecond(weights, all, seat))
  }
}

/** Behind any other who is first. */
function chanceOfSecond(weights: readonly number[], all: number, seat: number): number {
  let odds = 0
  for (let other = 0; other < weights.length; other++) {
    const ahead = itemAt(weights, other)
    if (other !== seat && ahead < all) odds += ahead / (all - ahead)
  }
  return (odds * itemAt(weights, seat)) / all
}
