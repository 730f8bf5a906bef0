/** Criteria of which the first outweighs all that follow, as the digits of one whole number. */

export interface Criterion<T> {
  /** What one of them adds; more is better. */
  readonly of: (one: T) => bigint
  /** No sum that is compared lies further from 0. */
  readonly most: bigint
}

/** What each is worth, so that a greater sum of worths is a sum that is better by the first criterion by which the two differ. */
export function worthOf<T>(criteria: readonly Criterion<T>[]): (one: T) => bigint {
  let unit = 1n
  const placed = criteria.toReversed().map(({ of, most }) => {
    const place = { of, unit }
    unit *= 2n * most + 1n
    return place
  })
  return (one) => placed.reduce((sum, { of, unit: place }) => sum + of(one) * place, 0n)
}

/** A criterion of small numbers, of which at most `count` are added. */
export const counting = <T>(count: number, of: (one: T) => number, largest = 1): Criterion<T> => ({
  of: (one) => BigInt(of(one)),
  most: BigInt(count * largest),
})

/**
 * Lists of values, compared as lists that are sorted from the greatest down: the better one has the first lower value. `of` tells which values one of them takes away, and which it adds; at most
 * `count` of either in all. So many values are told apart, those of a bucket are not.
 */
export function fewestLarge<T>(values: readonly number[], count: number, of: (one: T) => Exchange): Criterion<T> {
  const levels = [...new Set(values)].sort((a, b) => a - b)
  const bucket = Math.ceil(levels.length / BUCKETS)
  const unit = BigInt(4 * count + 1)
  const units = new Map(levels.map((value, index) => [value, unit ** BigInt(Math.floor(index / Math.max(1, bucket)))]))
  const sum = (list: readonly number[]): bigint => list.reduce((all, value) => all + (units.get(value) ?? 0n), 0n)
  return {
    of: (one) => {
      const { away, added } = of(one)
      return sum(away) - sum(added)
    },
    most: unit ** BigInt(BUCKETS + 1),
  }
}

const BUCKETS = 64

export interface Exchange {
  readonly away: readonly number[]
  readonly added: readonly number[]
}
