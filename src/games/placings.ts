/** Final places: better keys first, equal keys share a place, and whoever left ranks below all who stayed. */
import type { Placing, Seat } from './contract.js'

export interface Standing {
  readonly seat: Seat
  readonly score: number
  /** Compared number by number, higher is better: the score first, then the game's tie-breaks. */
  readonly key: readonly number[]
}

/** `left` in the order of leaving: the later leaver ranks higher. Ties share a place, and the next place counts them (1, 1, 3). */
export function placings(standings: readonly Standing[], left: readonly Seat[]): Placing[] {
  const stayed = standings.filter(({ seat }) => !left.includes(seat)).sort(byKey)
  const places: Placing[] = []
  stayed.forEach((one, index) => {
    const before = stayed[index - 1]
    const shared = before && byKey(before, one) === 0 ? places.at(-1)?.place : undefined
    places.push({ seat: one.seat, place: shared ?? index + 1, score: one.score })
  })
  const gone = left
    .toReversed()
    .map((seat, index) => ({ seat, place: stayed.length + index + 1, score: scoreOf(standings, seat) }))
  return [...places, ...gone]
}

function byKey(a: Standing, b: Standing): number {
  for (let i = 0; i < a.key.length; i++) {
    const difference = (b.key[i] ?? 0) - (a.key[i] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

const scoreOf = (standings: readonly Standing[], seat: Seat): number => standings.find((one) => one.seat === seat)?.score ?? 0
