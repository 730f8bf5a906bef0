/**
 * What tells entrants apart who have equally many points. Each table counts as a game does in the tie-break regulations of FIDE (C.07, in force from 2023): these are its figures where
 * tables have two seats and pairs play one of them. At more seats, the opponent at a table is the average of all others who sit there.
 *
 * Rounds that were not played count as C.07 says for Swiss tournaments (article 16). Whoever has a bye or plays no table of a round is taken to have played against somebody who ends with as
 * many points as they do. For those who met an entrant that withdrew, the rounds that were made without it at the end count as if all had been level in them. In other formats only tables count.
 */
import type { Appearance, Histories, History, Turnout } from './history.js'
import { levelPoints, mean, rounded } from './points.js'
import type { TournamentSetting } from './setting.js'

/** What is known of all entrants when tie-breaks are worked out. */
export interface Field {
  readonly setting: TournamentSetting
  readonly histories: Histories
  /** By number of the entrant: the points that count for those who met them. */
  readonly adjusted: ReadonlyMap<number, number>
}

export function fieldOf(setting: TournamentSetting, histories: Histories): Field {
  const adjusted = [...histories.values()].map((one) => [one.entrant, adjustedPoints(setting, one)] as const)
  return { setting, histories, adjusted: new Map(adjusted) }
}

function adjustedPoints(setting: TournamentSetting, { turnouts, points }: History): number {
  const last = turnouts.findLastIndex(({ presence }) => !isVoluntary(presence))
  const missed = turnouts.slice(last + 1).filter(({ presence }) => presence === 'absent')
  const level = levelPoints(setting, setting.games[0]?.seats ?? 2)
  return missed.reduce((sum, { tables }) => sum + tables * level, points)
}

/** Nobody but the entrant kept it from playing. */
const isVoluntary = (presence: Turnout['presence']): boolean => presence === 'absent' || presence === 'forfeited'

/** The sum of the points of all opponents. */
export const buchholz = (field: Field, history: History): number => rounded(sum(buchholzByRound(field, history)))

/** The same without the round that adds least: of the rounds that were missed by the entrant's own will, where there are any. */
export function buchholzCut1(field: Field, history: History): number {
  const rounds = buchholzByRound(field, history)
  const voluntary = rounds.filter((_, index) => isVoluntary(history.turnouts[index]?.presence ?? 'void'))
  const cut = Math.min(...(voluntary.length > 0 ? voluntary : rounds))
  return rounds.length === 0 ? 0 : rounded(sum(rounds) - cut)
}

function buchholzByRound(field: Field, { turnouts, points }: History): readonly number[] {
  const table = ({ outcome, duels }: Appearance): number =>
    outcome === 'played' ? mean(duels.map(({ opponent }) => pointsOf(field, opponent))) : points
  return turnouts.map(({ presence, tables, appearances }) =>
    presence === 'bye' || presence === 'absent' ? tables * points : sum(appearances.map(table)),
  )
}

/** The sum of the points of those whom one was ahead of, and half the points of those with whom one was level. */
export function sonnebornBerger(field: Field, { turnouts, points }: History): number {
  const real = ({ duels }: Appearance): number => mean(duels.map(({ opponent, share }) => share * pointsOf(field, opponent)))
  const imagined = ({ gone, duels }: Appearance): number => (gone ? 0 : points * mean(duels.map(({ share }) => share)))
  const table = (one: Appearance): number =>
    one.outcome === 'played' || field.setting.format !== 'swiss' ? real(one) : imagined(one)
  const round = ({ presence, tables, appearances }: Turnout): number =>
    presence === 'bye' && field.setting.format === 'swiss' ? tables * points : sum(appearances.map(table))
  return rounded(sum(turnouts.map(round)))
}

/**
 * What one had against the others with whom one ties, if all of them have met, and equally often; else it tells nothing, and is 0 for all. C.07 also lets those count who would be ahead whatever
 * the encounters that are missing had brought; here they do not.
 */
export function directEncounter({ histories }: Field, tied: readonly number[]): ReadonlyMap<number, number> {
  const duels = new Map(
    tied.map((entrant) => [entrant, playedDuels(histories.get(entrant)).filter(({ opponent }) => tied.includes(opponent))]),
  )
  const met = tied.flatMap((one) => tied.filter((other) => other !== one).map((other) => count(duels.get(one), other)))
  const even = met.every((times) => times > 0 && times === met[0])
  return new Map(tied.map((entrant) => [entrant, even ? sum((duels.get(entrant) ?? []).map(({ share }) => share)) : 0]))
}

const count = (duels: readonly { opponent: number }[] = [], opponent: number): number =>
  duels.filter((duel) => duel.opponent === opponent).length

const playedDuels = (history: History | undefined) =>
  (history?.turnouts ?? []).flatMap(({ appearances }) =>
    appearances.filter(({ outcome }) => outcome === 'played').flatMap(({ duels }) => duels),
  )

const pointsOf = ({ adjusted }: Field, entrant: number): number => adjusted.get(entrant) ?? 0

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)
