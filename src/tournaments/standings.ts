/** Who stands where, best first: by the criteria of the format, one after the other. */
import { groupOrder } from './group-order.js'
import { type Histories, type History, historiesOf, type Turnout } from './history.js'
import { ladderOrder } from './ladder.js'
import type { FormatKind } from './setting.js'
import type { Tournament } from './state.js'
import { buchholz, buchholzCut1, directEncounter, type Field, fieldOf, sonnebornBerger } from './tie-breaks.js'

export const CRITERIA = [
  'points',
  'buchholzCut1',
  'buchholz',
  'sonnebornBerger',
  'directEncounter',
  'wins',
  'roundReached',
  'groupPlace',
  'ladder',
] as const
export type Criterion = (typeof CRITERIA)[number]

/** In the order in which they count. */
export const CRITERIA_OF: Readonly<Record<FormatKind, readonly Criterion[]>> = {
  roundRobin: ['points', 'directEncounter', 'wins', 'sonnebornBerger'],
  swiss: ['points', 'buchholzCut1', 'buchholz', 'sonnebornBerger', 'directEncounter', 'wins'],
  knockout: ['roundReached', 'groupPlace'],
  ladder: ['ladder'],
}

/** Of these the lowest is best. */
const RANKS: readonly Criterion[] = ['groupPlace', 'ladder']

export interface CriterionValue {
  readonly name: Criterion
  readonly value: number
}

export interface Standing {
  readonly entrant: number
  /** Those for whom everything ties share a place, and the next place counts them (1, 1, 3). */
  readonly place: number
  readonly points: number
  /** Tables that were played to their end. */
  readonly played: number
  /** Of these, tables at which nobody else was first. */
  readonly wins: number
  /** By what an entrant stands there, in the order in which it counts. */
  readonly criteria: readonly CriterionValue[]
}

export function standingsOf(tournament: Tournament): readonly Standing[] {
  const field = fieldOf(tournament.setting, historiesOf(tournament))
  const first: Tie = { entrants: tournament.entrants.map(({ number }) => number), criteria: new Map() }
  const ties = CRITERIA_OF[tournament.setting.format].reduce(
    (before, name) => before.flatMap((tie) => split(tie, name, valuesOf(name, tournament, field, tie.entrants))),
    [first],
  )
  const placeOf = (index: number): number => ties.slice(0, index).reduce((sum, { entrants }) => sum + entrants.length, 1)
  return ties.flatMap((tie, index) => tie.entrants.map((entrant) => standing(field.histories, entrant, placeOf(index), tie)))
}

/** Entrants whom nothing has told apart so far. */
interface Tie {
  readonly entrants: readonly number[]
  readonly criteria: ReadonlyMap<Criterion, number>
}

function split({ entrants, criteria }: Tie, name: Criterion, values: ReadonlyMap<number, number>): readonly Tie[] {
  const of = (entrant: number): number => values.get(entrant) ?? 0
  const distinct = [...new Set(entrants.map(of))].sort((a, b) => (RANKS.includes(name) ? a - b : b - a))
  return distinct.map((value) => ({
    entrants: entrants.filter((entrant) => of(entrant) === value),
    criteria: new Map(criteria).set(name, value),
  }))
}

function standing(histories: Histories, entrant: number, place: number, { criteria }: Tie): Standing {
  const history = histories.get(entrant)
  const values = [...criteria].map(([name, value]) => ({ name, value }))
  return { entrant, place, points: history?.points ?? 0, played: played(history), wins: wins(history), criteria: values }
}

const appearances = (history: History | undefined) => (history?.turnouts ?? []).flatMap((turnout) => turnout.appearances)

const played = (history: History | undefined): number => appearances(history).filter(({ outcome }) => outcome === 'played').length

const wins = (history: History | undefined): number => appearances(history).filter(({ won }) => won).length

/** By number of the entrant, for those who tie. */
function valuesOf(name: Criterion, tournament: Tournament, field: Field, tied: readonly number[]): ReadonlyMap<number, number> {
  const each = (value: (history: History) => number) =>
    new Map(tied.flatMap((entrant) => field.histories.get(entrant) ?? []).map((one) => [one.entrant, value(one)]))
  switch (name) {
    case 'points':
      return each(({ points }) => points)
    case 'buchholzCut1':
      return each((history) => buchholzCut1(field, history))
    case 'buchholz':
      return each((history) => buchholz(field, history))
    case 'sonnebornBerger':
      return each((history) => sonnebornBerger(field, history))
    case 'directEncounter':
      return directEncounter(field, tied)
    case 'wins':
      return each(wins)
    case 'roundReached':
      return each((history) => lastRound(history)?.round ?? 0)
    case 'groupPlace':
      return each((history) => groupPlace(tournament, history))
    case 'ladder':
      return new Map(tied.map((entrant) => [entrant, rung(ladderOrder(tournament), entrant)]))
  }
}

const lastRound = ({ turnouts }: History): Turnout | undefined => turnouts.findLast(({ presence }) => presence !== 'absent')

/** In the group of an entrant's last round; the first for all until its tables have ended, and with a bye. */
function groupPlace(tournament: Tournament, history: History): number {
  const round = lastRound(history)?.round ?? 0
  const tables = (tournament.rounds[round - 1]?.tables ?? []).filter(({ seats }) => seats.includes(history.entrant))
  if (tables.length === 0 || !tables.every(({ number }) => tournament.results.has(number))) return 1
  const group = [...new Set(tables.flatMap(({ seats }) => seats))]
  return 1 + groupOrder(tournament, round, group).findIndex(({ entrant }) => entrant === history.entrant)
}

/** From 1 at the top. Who has withdrawn is behind all others. */
const rung = (order: readonly number[], entrant: number): number =>
  (order.includes(entrant) ? order.indexOf(entrant) : order.length) + 1
