/** What may be done with a tournament, and what is recorded then. */
import { isDeepStrictEqual } from 'node:util'
import type { TournamentRecord, Who } from './record.js'
import { CLOCK_NEEDED, OVER, refusing, type TournamentRefusal } from './refusals.js'
import { BOUNDS, type FormatKind } from './setting.js'
import { cannotStart } from './start-check.js'
import { type Entrant, playing, type Tournament } from './state.js'
import { swissRounds } from './swiss.js'

export { checkSetting } from './setting-check.js'

export type Decided =
  | { readonly ok: true; readonly records: readonly TournamentRecord[] }
  | { readonly ok: false; readonly refusal: TournamentRefusal }

/** Who wants to enter. */
export interface Candidate {
  readonly name: string
  readonly version: string | null
  readonly who: Who
  readonly rating: number | null
}

export function enter(tournament: Tournament, candidate: Candidate, isBot: (name: string) => boolean): Decided {
  const { name, version, who, rating } = candidate
  const refused = cannotEnter(tournament, candidate, isBot)
  if (refused) return no(refused)
  return yes({ type: 'entered', entrant: tournament.entrants.length + 1, name, version, who, rating })
}

export function withdraw(tournament: Tournament, number: number, reason: string): Decided {
  if (tournament.status === 'over') return no(OVER)
  const entrant = tournament.entrants[number - 1]
  if (!entrant) return no(refusing('NO_SUCH_ENTRANT', `There is no entrant ${number}.`))
  if (entrant.until !== null)
    return no(refusing('ALREADY_WITHDRAWN', `Entrant ${number} (${entrant.name}) has withdrawn already.`))
  return yes({ type: 'withdrew', entrant: number, reason })
}

export function start(tournament: Tournament): Decided {
  if (tournament.status === 'over') return no(OVER)
  if (tournament.status !== 'open') return no(refusing('ALREADY_STARTED', 'The tournament has started.'))
  const refused = cannotStart(tournament)
  return refused ? no(refused) : yes({ type: 'started' })
}

export function pause(tournament: Tournament): Decided {
  if (tournament.status === 'over') return no(OVER)
  if (tournament.status !== 'running') return no(refusing('NOT_RUNNING', 'Only a tournament that runs can be paused.'))
  return yes({ type: 'paused' })
}

export function resume(tournament: Tournament): Decided {
  if (tournament.status === 'over') return no(OVER)
  if (tournament.status !== 'paused') return no(refusing('NOT_PAUSED', 'Only a tournament that is paused can be resumed.'))
  return yes({ type: 'resumed' })
}

/** By the organiser. Tables that have not ended count for nothing, so that nothing comes after the end. */
export function end(tournament: Tournament): Decided {
  if (tournament.status === 'over') return no(OVER)
  const unfinished = tournament.tables.filter(({ number }) => !tournament.results.has(number))
  return yes(...unfinished.map(({ number }) => voided(number)), { type: 'ended', by: 'organiser' })
}

function cannotEnter(
  tournament: Tournament,
  candidate: Candidate,
  isBot: (name: string) => boolean,
): TournamentRefusal | undefined {
  const { who } = candidate
  if (tournament.status === 'over') return OVER
  if (!takesEntrants(tournament)) return refusing('ENTRY_CLOSED', CLOSED[tournament.setting.format])
  if (who.kind === 'house' && !isBot(who.bot)) return refusing('UNKNOWN_BOT', `The house has no bot ${JSON.stringify(who.bot)}.`)
  if (who.kind === 'player' && !tournament.setting.clock) return CLOCK_NEEDED
  const same = tournament.entrants.find((one) => isSame(one, candidate) && stillCounts(tournament, one))
  if (same) return refusing('ALREADY_ENTERED', `This is entrant ${same.number}; another version would be an entrant of its own.`)
  if (playing(tournament).length >= BOUNDS.entrants)
    return refusing('TOURNAMENT_FULL', `A tournament has at most ${BOUNDS.entrants} entrants.`)
  return undefined
}

/** Who enters a Swiss tournament late has no points for the rounds before; on a ladder one begins at the foot. */
function takesEntrants(tournament: Tournament): boolean {
  const { status, setting, rounds } = tournament
  if (status === 'open' || setting.format === 'ladder') return true
  return setting.format === 'swiss' && rounds.length < swissRounds(tournament)
}

const CLOSED: Readonly<Record<FormatKind, string>> = {
  roundRobin: 'A round robin takes no entrants after its start.',
  swiss: 'The last round has been made.',
  knockout: 'A knock-out takes no entrants after its start.',
  ladder: 'The ladder takes no entrants.',
}

/** One player with one version of its bot. Bots of the house and programs may play several times, by different names. */
const isSame = (entrant: Entrant, { who, version, name }: Candidate): boolean =>
  isDeepStrictEqual(entrant.who, who) && entrant.version === version && (who.kind === 'player' || entrant.name === name)

/** Whoever has withdrawn from a ladder, or before the start, may come back; elsewhere the results of before would be doubled. */
const stillCounts = ({ setting }: Tournament, { until }: Entrant): boolean =>
  until === null || (until > 0 && setting.format !== 'ladder')

const voided = (table: number): TournamentRecord => ({
  type: 'tableEnded',
  table,
  outcome: 'void',
  places: [],
  left: [],
  head: null,
})

const yes = (...records: readonly TournamentRecord[]): Decided => ({ ok: true, records })
const no = (refusal: TournamentRefusal): Decided => ({ ok: false, refusal })
