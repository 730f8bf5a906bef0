/** Refusals of the rules of tournaments, on their way out. */
import { forbidden, Problem } from '../platform/problem.js'
import type { Decided } from './deciding.js'
import type { TournamentRecord } from './record.js'
import type { TournamentRefusal, TournamentRefusalCode } from './refusals.js'

/** Those that say something about the input; all others say that the tournament is not where its caller thought it was. */
const STATUSES: Partial<Record<TournamentRefusalCode, number>> = {
  UNKNOWN_GAME: 400,
  SEATS_OUT_OF_RANGE: 400,
  INVALID_OPTIONS: 400,
  UNKNOWN_BOT: 400,
  NO_SUCH_ENTRANT: 404,
}

export const problemOf = ({ code, message }: TournamentRefusal): Problem => new Problem(STATUSES[code] ?? 409, code, message)

/** The records, or the refusal thrown. */
export function accepted(decided: Decided): readonly TournamentRecord[] {
  if (!decided.ok) throw problemOf(decided.refusal)
  return decided.records
}

export const notOrganiser = (): Problem =>
  forbidden('NOT_ORGANISER', 'Only the player who organises this tournament may do that.')
