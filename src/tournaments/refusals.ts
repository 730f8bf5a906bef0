/** Why something cannot be done with a tournament. Codes are for programs and never change their meaning. */
export const TOURNAMENT_REFUSALS = [
  'UNKNOWN_GAME',
  'SEATS_OUT_OF_RANGE',
  'INVALID_OPTIONS',
  'CANNOT_SEAT',
  'UNKNOWN_BOT',
  'CLOCK_NEEDED',
  'ALREADY_ENTERED',
  'TOURNAMENT_FULL',
  'ENTRY_CLOSED',
  'NO_SUCH_ENTRANT',
  'ALREADY_WITHDRAWN',
  'TOO_FEW_ENTRANTS',
  'TOO_MANY_TABLES',
  'ALREADY_STARTED',
  'NOT_RUNNING',
  'NOT_PAUSED',
  'TOURNAMENT_OVER',
] as const
export type TournamentRefusalCode = (typeof TOURNAMENT_REFUSALS)[number]

export interface TournamentRefusal {
  readonly code: TournamentRefusalCode
  /** A sentence for people. */
  readonly message: string
}

export const refusing = (code: TournamentRefusalCode, message: string): TournamentRefusal => ({ code, message })

export const OVER = refusing('TOURNAMENT_OVER', 'The tournament is over.')
export const CLOCK_NEEDED = refusing(
  'CLOCK_NEEDED',
  'A clock is needed where anybody but the house plays: else one who stops answering would hold up all.',
)
