/** Student's distribution. */

const NORMAL = 1.959964

/** Between minus this and this lie 95 % of it. By the expansion of Cornish and Fisher, right to a thousandth from five degrees of freedom on. */
export function studentQuantile(freedom: number): number {
  const z = NORMAL
  const terms = [
    (z ** 3 + z) / 4,
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96,
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384,
    (79 * z ** 9 + 776 * z ** 7 + 1482 * z ** 5 - 1920 * z ** 3 - 945 * z) / 92160,
  ]
  return terms.reduce((sum, term, index) => sum + term / freedom ** (index + 1), z)
}
