/** Where a tournament stands: its records, folded. Bookkeeping only; what may be recorded is decided before. */
import { itemAt } from '../games/lists.js'
import type { Round, Table, TableResult, TournamentRecord, Who } from './record.js'
import type { TournamentSetting } from './setting.js'

export interface Entrant {
  readonly number: number
  readonly name: string
  readonly version: string | null
  readonly who: Who
  readonly rating: number | null
  /** The first round that was made after entering; rounds are numbered from 1. */
  readonly from: number
  /** The last round that was made before withdrawing; null while the entrant plays. */
  readonly until: number | null
}

export type TournamentStatus = 'open' | 'running' | 'paused' | 'over'

export interface Tournament {
  readonly setting: TournamentSetting
  readonly status: TournamentStatus
  readonly entrants: readonly Entrant[]
  readonly rounds: readonly Round[]
  /** All tables of all rounds, by their number from 1. */
  readonly tables: readonly Table[]
  /** By number of the table: the match that was begun for it. */
  readonly matches: ReadonlyMap<number, string>
  /** By number of the table, in the order of ending. */
  readonly results: ReadonlyMap<number, TableResult>
  /** Numbers of tables that have begun and not ended. */
  readonly underWay: ReadonlySet<number>
}

/** A tournament whose tables are booked in place. */
interface Growing extends Tournament {
  readonly matches: Map<number, string>
  readonly results: Map<number, TableResult>
  readonly underWay: Set<number>
}

export const newTournament = (setting: TournamentSetting): Growing => ({
  setting,
  status: 'open',
  entrants: [],
  rounds: [],
  tables: [],
  matches: new Map(),
  results: new Map(),
  underWay: new Set(),
})

export const tournamentOf = (setting: TournamentSetting, records: Iterable<TournamentRecord>): Tournament =>
  [...records].reduce(grown, newTournament(setting))

/** Leaves what was before as it was: the maps are copied. */
export function after(before: Tournament, record: TournamentRecord): Tournament {
  const { matches, results, underWay } = before
  return grown({ ...before, matches: new Map(matches), results: new Map(results), underWay: new Set(underWay) }, record)
}

/** The same without a copy, for whoever folds thousands of records: what was before must not be looked at again. */
export function grown(before: Growing, record: TournamentRecord): Growing {
  switch (record.type) {
    case 'entered': {
      const { entrant: number, name, version, who, rating } = record
      const entrant: Entrant = { number, name, version, who, rating, from: before.rounds.length + 1, until: null }
      return { ...before, entrants: [...before.entrants, entrant] }
    }
    case 'withdrew':
      return { ...before, entrants: before.entrants.map((one) => (one.number === record.entrant ? gone(one, before) : one)) }
    case 'started':
    case 'resumed':
      return { ...before, status: 'running' }
    case 'paused':
      return { ...before, status: 'paused' }
    case 'roundMade': {
      const { type: _, ...round } = record
      return { ...before, rounds: [...before.rounds, round], tables: [...before.tables, ...round.tables] }
    }
    case 'tableBegun':
      before.matches.set(record.table, record.match)
      before.underWay.add(record.table)
      return before
    case 'tableEnded': {
      const { type: _, ...result } = record
      before.results.set(record.table, result)
      before.underWay.delete(record.table)
      return before
    }
    case 'ended':
      return { ...before, status: 'over' }
  }
}

const gone = (entrant: Entrant, { rounds }: Tournament): Entrant => ({ ...entrant, until: rounds.length })

export const entrantOf = ({ entrants }: Tournament, number: number): Entrant => itemAt(entrants, number - 1)

/** Whether an entrant is in a round, as far as entering and withdrawing tell. */
export const isIn = ({ from, until }: Entrant, round: number): boolean => from <= round && (until === null || until >= round)

/** Those who are in the next round. */
export const playing = ({ entrants }: Tournament): readonly Entrant[] => entrants.filter(({ until }) => until === null)

/** Who might know a deal again. A bot of the house knows nothing but the view it is asked about. */
export const remembers = ({ who }: Entrant): boolean => who.kind !== 'house'

/** Entrants with the same one may tell each other: versions of a bot that play by one account. */
export function memoryOf({ number, who }: Entrant): string | null {
  if (who.kind === 'house') return null
  return who.kind === 'player' ? `player ${who.player}` : `program ${number}`
}

/** Whether all tables that were made have ended. */
export const isSettled = ({ tables, results }: Tournament): boolean => results.size === tables.length
