/** What runs in threads of their own: some matches of a simulation, and checks of some logs. */

import type { StoredLog } from '../match/stored-logs.js'
import { type Done, doAll } from './all-cores.js'
import { seatedByName } from './seats.js'
import { matchPlayer, type Outcome, type Series } from './simulate/matches.js'
import { type CheckedFile, checkFile, type Demands } from './verify/files.js'
import { type CheckedLog, checkLog } from './verify/logs.js'

export interface SomeMatches {
  readonly series: Series
  /** Names of bots by seat; undefined for random moves. */
  readonly bots: readonly string[] | undefined
  readonly numbers: readonly number[]
}

export const matches = ({ series, bots, numbers }: SomeMatches): Promise<Done<Outcome>> =>
  doAll(numbers, matchPlayer(series, bots && seatedByName(bots)))

export interface SomeFiles {
  readonly demands: Demands
  readonly files: readonly string[]
}

export const files = ({ files: names, demands }: SomeFiles): Promise<Done<CheckedFile>> =>
  doAll(names, (file) => checkFile(file, demands))

export const logs = (some: readonly StoredLog[]): Promise<Done<CheckedLog>> => doAll(some, checkLog)
