/** What clocks need of matches: what happens when time is up, and when it does not run. */
import { requirePlayer } from '../accounts/caller.js'
import type { Matches } from './matches.js'
import { type AbsencesDeps, absences } from './play/absences.js'
import { type Expire, type ExpiringDeps, expiring } from './play/expiring.js'
import { type Decide, type HouseMovesDeps, houseMoves } from './play/house-moves.js'

export interface Timekeeping extends Pick<Matches, 'declareAbsence' | 'absences' | 'cancelAbsence'> {
  /** Does what is to be done when the time of a seat is up. */
  readonly expire: Expire
  /** Does what the house is to decide, after it has thought. */
  readonly decide: Decide
}

export type TimekeepingDeps = AbsencesDeps & Omit<ExpiringDeps, 'awayOf'> & HouseMovesDeps

export function timekeeping(deps: TimekeepingDeps): Timekeeping {
  const declared = absences(deps)
  return {
    expire: expiring({ ...deps, awayOf: declared.awayOf }),
    decide: houseMoves(deps),
    declareAbsence: async (caller, days) => declared.declare(requirePlayer(caller, 'play').id, days),
    absences: async (caller) => declared.list(requirePlayer(caller, 'read').id),
    cancelAbsence: async (caller, id) => declared.cancel(requirePlayer(caller, 'play').id, id),
  }
}
