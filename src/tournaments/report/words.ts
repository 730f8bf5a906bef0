/** What formats and criteria are called for people. */
import type { FormatKind } from '../setting.js'
import type { Criterion } from '../standings.js'

export const FORMAT_WORDS: Readonly<Record<FormatKind, string>> = {
  roundRobin: 'Round robin',
  swiss: 'Swiss tournament',
  knockout: 'Knock-out',
  ladder: 'Ladder',
}

const CRITERION_WORDS: Readonly<Record<Criterion, string>> = {
  points: 'points',
  buchholzCut1: 'Buchholz cut 1',
  buchholz: 'Buchholz',
  sonnebornBerger: 'Sonneborn-Berger',
  directEncounter: 'direct encounter',
  wins: 'wins',
  roundReached: 'round reached',
  groupPlace: 'place in its group',
  ladder: 'rung',
}
export const criterionWords = (name: Criterion): string => CRITERION_WORDS[name]
