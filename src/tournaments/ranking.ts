/** How entrants stand before anything was played: by rating, the highest first, those without one behind; equals as they entered. */
import type { Entrant } from './state.js'

export const ranked = (entrants: readonly Entrant[]): readonly number[] =>
  entrants.toSorted((one, other) => height(other) - height(one) || one.number - other.number).map(({ number }) => number)

/** Below all ratings, but no infinity: the difference of two of them is 0. */
const height = ({ rating }: Entrant): number => rating ?? -Number.MAX_VALUE / 2
