/** When a delivery is tried again, and when a receiver is left alone. */

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** The schedule that the specification suggests: ten attempts within three days and a little. */
const RETRIES = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR]
/** From this many failures in a row on, one delivery at a time is tried, after a rest. */
const TROUBLED_AFTER = 5
const FIRST_REST = 15 * SECOND
const LONGEST_REST = 30 * MINUTE

export interface Backoff {
  /** After so many tries of a delivery; undefined: no more. */
  retryMs(tries: number): number | undefined
  /** How long nothing is sent to a receiver that has failed so often in a row. */
  restMs(failures: number): number
}

export const isTroubled = (failures: number): boolean => failures >= TROUBLED_AFTER

/** `scale`: by how much it all goes faster or slower. `random`: from 0 to 1. */
export const backoff = (scale = 1, random: () => number = Math.random): Backoff => {
  // A fifth to either side: what failed together does not come back together.
  const spread = (ms: number): number => ms * scale * (0.8 + 0.4 * random())
  return {
    retryMs(tries) {
      const ms = RETRIES[tries - 1]
      return ms === undefined ? undefined : spread(ms)
    },
    restMs: (failures) =>
      isTroubled(failures) ? spread(Math.min(LONGEST_REST, FIRST_REST * 2 ** Math.min(20, failures - TROUBLED_AFTER))) : 0,
  }
}
