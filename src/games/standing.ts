/** How well seats stand, as evaluations of all games say it. */

/**
 * The share of the win that each seat can hope for, given what it may expect to have in the end; all shares make 1. `spread`: by how much two seats must
 * differ for the better one to be the favourite by e to 1. Whoever has left can win nothing.
 */
export function shares(expected: readonly number[], spread: number, left: readonly number[]): number[] {
  let most = Number.NEGATIVE_INFINITY
  for (let seat = 0; seat < expected.length; seat++) if (!left.includes(seat)) most = Math.max(most, expected[seat] ?? 0)
  const weights: number[] = []
  let all = 0
  for (let seat = 0; seat < expected.length; seat++) {
    const weight = left.includes(seat) ? 0 : Math.exp(((expected[seat] ?? 0) - most) / spread)
    weights.push(weight)
    all += weight
  }
  for (let seat = 0; seat < weights.length; seat++) weights[seat] = (weights[seat] ?? 0) / all
  return weights
}
