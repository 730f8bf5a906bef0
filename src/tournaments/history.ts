/** What each entrant did in each round: the ground on which standings and pairings stand. */
import { numberAt } from '../games/lists.js'
import { pointsByPlace, pointsOfTable, rounded, withdrawnSeats } from './points.js'
import type { Round, Table, TableResult } from './record.js'
import type { Tournament } from './state.js'

/** One entrant against another at a table: 1 ahead, 1/2 level, 0 behind. */
export interface Duel {
  readonly opponent: number
  readonly share: number
}

export interface Appearance {
  readonly outcome: TableResult['outcome']
  readonly points: number
  /** Alone in the first place of a table that was played. */
  readonly won: boolean
  /** Forfeited, having withdrawn. */
  readonly gone: boolean
  readonly duels: readonly Duel[]
}

/**
 * `played`: at one table at least. `given`: not played, because others had withdrawn. `forfeited`: not played, having withdrawn. `void`: all tables were aborted, or have not ended yet.
 * `absent`: not in the round at all, because it was made before entering or after withdrawing.
 */
export const PRESENCES = ['played', 'bye', 'given', 'forfeited', 'void', 'absent'] as const
export type Presence = (typeof PRESENCES)[number]

export interface Turnout {
  readonly round: number
  readonly presence: Presence
  /** How many tables whoever plays has in this round. */
  readonly tables: number
  /** Tables that have ended. */
  readonly appearances: readonly Appearance[]
  readonly points: number
}

export interface History {
  readonly entrant: number
  readonly turnouts: readonly Turnout[]
  readonly points: number
}

/** By number of the entrant. */
export type Histories = ReadonlyMap<number, History>

export function historiesOf(tournament: Tournament): Histories {
  const rounds = tournament.rounds.map((round) => turnoutsOf(tournament, round))
  return new Map(tournament.entrants.map(({ number }) => [number, historyOf(number, rounds)]))
}

function historyOf(entrant: number, rounds: readonly ReadonlyMap<number, Turnout>[]): History {
  const turnouts = rounds.flatMap((round) => round.get(entrant) ?? [])
  return { entrant, turnouts, points: rounded(turnouts.reduce((sum, { points }) => sum + points, 0)) }
}

/** Tables are added up by number, not as they end: so the sum is the same wherever it is made. */
function turnoutsOf(tournament: Tournament, round: Round): ReadonlyMap<number, Turnout> {
  const made = new Map<number, Table[]>()
  for (const table of round.tables) for (const entrant of table.seats) made.set(entrant, [...(made.get(entrant) ?? []), table])
  const tables = Math.max(0, ...[...made.values()].map(({ length }) => length))
  const empty = { round: round.round, tables, appearances: [] }
  const turnout = (entrant: number): Turnout => {
    if (round.byes.includes(entrant)) return { ...empty, presence: 'bye', points: byePoints(tournament, round, tables) }
    const mine = made.get(entrant)
    if (!mine) return { ...empty, presence: 'absent', points: 0 }
    const appearances = mine.flatMap((table) => appearance(tournament, table, entrant))
    const points = appearances.reduce((sum, one) => sum + one.points, 0)
    return { ...empty, presence: presenceAt(appearances), appearances, points }
  }
  return new Map(tournament.entrants.map(({ number }) => [number, turnout(number)]))
}

/** In a Swiss tournament a bye is a win at each table that the others have; elsewhere everybody has as many, or points do not decide. */
function byePoints({ setting }: Tournament, { tables: made }: Round, tables: number): number {
  const win = pointsByPlace(setting, made[0]?.seats.length ?? 2)[0] ?? 0
  return setting.format === 'swiss' ? tables * win : 0
}

function appearance({ setting, results }: Tournament, { number, seats }: Table, entrant: number): Appearance[] {
  const result = results.get(number)
  if (!result) return []
  const seat = seats.indexOf(entrant)
  const { outcome, places } = result
  const place = placeOf(result, seat)
  const duels = places
    .filter((other) => other.seat !== seat)
    .map((other) => ({ opponent: numberAt(seats, other.seat), share: share(place, other.place) }))
  const won = outcome === 'played' && place === 1 && duels.every((duel) => duel.share === 1)
  const gone = outcome === 'forfeit' && withdrawnSeats(places).includes(seat)
  return [{ outcome, points: pointsOfTable(setting, result)[seat] ?? 0, won, gone, duels }]
}

const placeOf = ({ places }: TableResult, seat: number): number => places.find((one) => one.seat === seat)?.place ?? 0

const share = (mine: number, others: number): number => (mine < others ? 1 : mine === others ? 0.5 : 0)

function presenceAt(appearances: readonly Appearance[]): Presence {
  if (appearances.some(({ outcome }) => outcome === 'played')) return 'played'
  const forfeits = appearances.filter(({ outcome }) => outcome === 'forfeit')
  if (forfeits.length === 0) return 'void'
  return forfeits.some(({ gone }) => gone) ? 'forfeited' : 'given'
}
