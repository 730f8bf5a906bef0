/**
 * Which of equally good pairings of a bracket is taken: the first one in the order of the FIDE Handbook (C.04.3 of 2017, parts B and D), told as criteria that are sums over pairs.
 */
import { type Edge, isInside, isMovedPair } from './bracket.js'
import type { Criterion } from './digits.js'

type Rule = Criterion<Edge>

/** Those who floated down: the highest is paired if it can be (D.4), with the highest resident (D.1), then the next. */
export function movedOrder(moved: number, residents: number): readonly Rule[] {
  const base = BigInt(residents + 1)
  return [
    {
      of: (edge) => (isMovedPair(edge) ? BigInt(residents - edge.low.index) * base ** BigInt(moved - 1 - edge.high.index) : 0n),
      most: base ** BigInt(moved),
    },
  ]
}

/**
 * The others. The rules part them into an upper half S1, as many as there are pairs, and a lower half S2, and exchange and transpose these until a pairing is good. Whoever is the higher one of a
 * pair is in the S1 that it is found with; so everything can be told by the higher ones.
 */
export function residentOrder(size: number, pairs: number): readonly Rule[] {
  const rule = (most: bigint, of: (high: number, low: number) => bigint): Rule => ({
    of: (edge) => (isInside(edge) ? of(edge.high.index, edge.low.index) : 0n),
    most,
  })
  const bits = 2n ** BigInt(size)
  const base = BigInt(size + 1)
  return [
    // D.2.a: as few as can be are exchanged.
    rule(BigInt(size), (high) => (high < pairs ? 1n : 0n)),
    // D.2.b: they are as near to each other as can be.
    rule(BigInt(size * size), (high) => -BigInt(high)),
    // D.2.c: the lowest of S1 go.
    rule(bits, (high) => (high < pairs ? -(2n ** BigInt(high)) : 0n)),
    // D.2.d: the highest of S2 come.
    rule(bits, (high) => (high < pairs ? 0n : 2n ** BigInt(size - 1 - high))),
    // D.1: the highest of S1 is paired with the highest of S2 that can be, then the next.
    rule(base ** BigInt(size), (high, low) => BigInt(size - low) * base ** BigInt(size - 1 - high)),
  ]
}
