/** The database was put back to an earlier state (a restore, a standby that was behind): what a caller knows of a match or a tournament is not so any more. */
import { Problem } from '../platform/problem.js'

export class WentBack extends Problem {
  /** @param version the version that the match, or the record that the tournament, is at now */
  constructor(
    readonly version: number,
    what = `match has gone back to version ${version}`,
  ) {
    super(412, 'STALE_VERSION', `The ${what}: look at it again, and go on from there.`)
  }
}
