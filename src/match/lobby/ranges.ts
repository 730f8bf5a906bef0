/** Seeks that say how strong the others are to be. */

/** What the others may have, both ends included; null for any. */
export interface Range {
  readonly least: number | null
  readonly most: number | null
}

export const isBounded = ({ least, most }: Range): boolean => least !== null || most !== null

export const admits = ({ least, most }: Range, rating: number): boolean =>
  (least === null || rating >= least) && (most === null || rating <= most)

/**
 * So many of which each accepts each of the others. Whoever has waited longest is asked first, and joined by the oldest who fit with all before: of two who want each other none is
 * missed; of more, a group may be that is found only when somebody else comes or goes. Undefined if there is none.
 */
export function fittingTogether<T>(
  waiting: readonly T[],
  seats: number,
  accepts: (one: T, other: T) => boolean,
): readonly T[] | undefined {
  for (const [index, first] of waiting.entries()) {
    const group = [first]
    for (const one of waiting.slice(index + 1)) {
      if (group.length === seats) break
      if (group.every((other) => accepts(one, other) && accepts(other, one))) group.push(one)
    }
    if (group.length === seats) return group
  }
  return undefined
}
