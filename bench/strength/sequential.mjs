/**
 * A sequential test: it looks after every set of matches and stops as soon as the answer is clear, so that clear differences need few of them. A set is one deal that is played once
 * with the stronger bot in each seat; its mean is one observation, because matches of one deal are not independent.
 */

/** The two that are told apart lie this far below and above the bar. */
const MARGIN = 0.05
/** Chance to be wrong, either way. */
const ERROR = 0.05
const CLEAR = Math.log((1 - ERROR) / ERROR)
/** Before that the spread of the sets is not known well enough. */
const FEWEST_SETS = 6

const mean = (numbers) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length

/** Never less than that of a set that could have gone one match otherwise: sets that are all alike would prove everything. */
function variance(sets, seats) {
  const middle = mean(sets)
  const seen = mean(sets.map((one) => (one - middle) ** 2))
  const prior = 1 / (4 * seats)
  return (seen * sets.length + prior) / (sets.length + 1)
}

const Z = 1.96

/** 95 % interval of a share (Wilson), over so many matches. */
export function interval(share, matches) {
  const centre = (share + Z ** 2 / (2 * matches)) / (1 + Z ** 2 / matches)
  const half = (Z / (1 + Z ** 2 / matches)) * Math.sqrt((share * (1 - share)) / matches + Z ** 2 / (4 * matches ** 2))
  return [Math.max(0, centre - half), Math.min(1, centre + half)]
}

/** `sets`: the share of its matches that the stronger one won, set by set. True: at least the bar; false: less; undefined: not clear yet. */
export function verdict(sets, seats, bar) {
  if (sets.length < FEWEST_SETS) return undefined
  const low = bar - MARGIN
  const high = Math.min(1, bar + MARGIN)
  const evidence =
    ((high - low) * (sets.reduce((sum, one) => sum + one, 0) - (sets.length * (low + high)) / 2)) / variance(sets, seats)
  // What is printed beside it must say the same.
  const [least] = interval(mean(sets), sets.length * seats)
  if (evidence >= CLEAR) return least >= low ? true : undefined
  return evidence <= -CLEAR ? false : undefined
}
