/** What ranks entrants who have equally many points. */
export const TIE_BREAKS = [
  'buchholzCut1',
  'buchholz',
  'sonnebornBerger',
  'directEncounter',
  'wins',
  'roundReached',
  'roundOrder',
  'ladder',
] as const
export type TieBreak = (typeof TIE_BREAKS)[number]
