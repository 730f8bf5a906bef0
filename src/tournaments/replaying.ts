/** Whether records are those of a tournament: each of them is held to what the pure functions say of those before it. */
import { isDeepStrictEqual } from 'node:util'
import { type Decided, end, enter, pause, resume, start, withdraw } from './deciding.js'
import type { Round, TableResult, TournamentRecord } from './record.js'
import { roundsDue } from './rounds.js'
import { forfeitAt, mayBegin } from './scheduling.js'
import type { TournamentSetting } from './setting.js'
import { grown, newTournament, type Tournament } from './state.js'

/** `at` is the number of the first record that does not follow, from 1. */
export type Replayed =
  | { readonly ok: true; readonly tournament: Tournament }
  | { readonly ok: false; readonly at: number; readonly problem: string }

export function replay(setting: TournamentSetting, records: readonly TournamentRecord[]): Replayed {
  let tournament = newTournament(setting)
  for (const [index, record] of records.entries()) {
    const problem = misfit(tournament, record, () => endsHere(records, index))
    if (problem !== undefined) return { ok: false, at: index + 1, problem }
    tournament = grown(tournament, record)
  }
  return { ok: true, tournament }
}

/** Whether from here on all is void until the organiser ends it. */
const endsHere = (records: readonly TournamentRecord[], index: number): boolean => {
  const next = records.slice(index).find((record) => !isVoid(record))
  return next?.type === 'ended' && next.by === 'organiser'
}

const isVoid = (record: TournamentRecord): boolean => record.type === 'tableEnded' && record.outcome === 'void'

/** Undefined if the record may come next. */
function misfit(tournament: Tournament, record: TournamentRecord, endsHere: () => boolean): string | undefined {
  switch (record.type) {
    case 'entered':
      return unlike(record, enter(tournament, record, anyBot))
    case 'withdrew':
      return unlike(record, withdraw(tournament, record.entrant, record.reason))
    case 'started':
      return unlike(record, start(tournament))
    case 'paused':
      return unlike(record, pause(tournament))
    case 'resumed':
      return unlike(record, resume(tournament))
    case 'roundMade': {
      const { type: _, ...round } = record
      return badRound(tournament, round)
    }
    case 'tableBegun':
      return badBeginning(tournament, record.table)
    case 'tableEnded': {
      const { type: _, ...result } = record
      return badResult(tournament, result, endsHere)
    }
    case 'ended':
      return record.by === 'organiser' ? unlike(record, end(tournament)) : tooEarly(tournament)
  }
}

/** Which bots there are changes from one server to the next. */
const anyBot = (): boolean => true

function unlike(record: TournamentRecord, decided: Decided): string | undefined {
  if (!decided.ok) return `${record.type}: ${decided.refusal.message}`
  return isDeepStrictEqual(decided.records, [record]) ? undefined : `${record.type}: not as it is recorded at this point`
}

function badRound(tournament: Tournament, round: Round): string | undefined {
  const due = roundsDue(tournament)
  if (due.kind !== 'rounds') return `round ${round.round}: no round is due`
  return isDeepStrictEqual(due.rounds[0], round)
    ? undefined
    : `round ${round.round}: not the one that follows from what was before`
}

function badBeginning(tournament: Tournament, number: number): string | undefined {
  const table = tournament.tables[number - 1]
  if (!table) return `table ${number}: there is none`
  return mayBegin(tournament, table) ? undefined : `table ${number}: may not begin now`
}

function badResult(tournament: Tournament, result: TableResult, endsHere: () => boolean): string | undefined {
  const { table: number, outcome, places } = result
  const table = tournament.tables[number - 1]
  if (!table) return `table ${number}: there is none`
  if (tournament.results.has(number)) return `table ${number}: has ended before`
  if (!tournament.underWay.has(number)) return badWithoutPlay(result, forfeitAt(tournament, table), endsHere)
  if (outcome === 'forfeit') return `table ${number}: has begun, so it is no forfeit`
  const expected = outcome === 'void' ? [] : table.seats.map((_, seat) => seat)
  const seats = places.map(({ seat }) => seat).toSorted((one, other) => one - other)
  return isDeepStrictEqual(seats, expected) ? undefined : `table ${number}: places are not those of its seats`
}

function badWithoutPlay(result: TableResult, due: TableResult | undefined, endsHere: () => boolean): string | undefined {
  if (result.outcome === 'void' && endsHere()) return undefined
  if (!due) return `table ${result.table}: has not begun, and is no forfeit`
  return isDeepStrictEqual(due, result) ? undefined : `table ${result.table}: not the forfeit that is due`
}

function tooEarly(tournament: Tournament): string | undefined {
  return tournament.status === 'running' && roundsDue(tournament).kind === 'over' ? undefined : 'ended: more is to be played'
}
