/**
 * From groups to tables. A group plays each of its games `repeats` times with every rotation of its seats, whatever the deals are: so everybody has every seat equally often, and duplicate and fresh
 * deals can be compared table by table.
 *
 * Duplicate deals: a group that remembers nothing has one deal for all rotations of a repeat. Where somebody remembers, each rotation has another deal, and shares it with the same rotation of the other
 * such groups of the round; but no memory meets a deal at a second table.
 */
import { numberAt } from '../games/lists.js'
import type { Round, Table } from './record.js'
import { entrantOf, memoryOf, type Tournament } from './state.js'

/** Numbers of entrants who meet, by seat at the first of their tables. */
export type Group = readonly number[]

export interface Groups {
  readonly groups: readonly Group[]
  readonly byes: readonly number[]
}

/** How many tables and deals there are already. */
export interface Made {
  readonly tables: number
  readonly deals: number
}

export const madeBefore = ({ tables }: Tournament): Made => ({ tables: tables.length, deals: highestDeal(tables) })

const highestDeal = (tables: readonly Table[]): number => tables.reduce((highest, { deal }) => Math.max(highest, deal), 0)

export const madeWith = (before: Made, { tables }: Round): Made => ({
  tables: before.tables + tables.length,
  deals: Math.max(before.deals, highestDeal(tables)),
})

/** All games of the setting, by index. */
export const everyGame = ({ setting }: Tournament): readonly number[] => setting.games.map((_, game) => game)

/** A round in which each group plays these games, by their index in the setting. */
export function roundOf(
  tournament: Tournament,
  round: number,
  { groups, byes }: Groups,
  games: readonly number[],
  before: Made,
): Round {
  const sittings = groups.flatMap((group) => sittingsOf(group, games, tournament.setting.repeats))
  const dealOf = dealing(tournament, before.deals)
  const tables = sittings.map((sitting, index) => ({
    number: before.tables + index + 1,
    round,
    game: sitting.game,
    seats: rotated(sitting.group, sitting.rotation),
    deal: dealOf(sitting),
  }))
  return { round, tables, byes: [...byes] }
}

/** What a group plays at one table. */
interface Sitting {
  readonly group: Group
  readonly game: number
  readonly repeat: number
  readonly rotation: number
}

const sittingsOf = (group: Group, games: readonly number[], repeats: number): readonly Sitting[] =>
  games.flatMap((game) =>
    Array.from({ length: repeats }).flatMap((_, repeat) => group.map((_, rotation) => ({ group, game, repeat, rotation }))),
  )

const rotated = (group: Group, by: number): number[] => group.map((_, seat) => numberAt(group, (seat + by) % group.length))

/** Deals are numbered as they are first needed. */
function dealing(tournament: Tournament, before: number): (sitting: Sitting) => number {
  const numbers = new Map<string, number>()
  const known = new Map<string, Set<string>>()
  const numberOf = (name: string): number => {
    const number = numbers.get(name) ?? before + numbers.size + 1
    numbers.set(name, number)
    return number
  }
  return (sitting) => {
    const memories = memoriesOf(tournament, sitting.group)
    if (tournament.setting.deals === 'fresh') return numberOf(ofTheTable(sitting))
    if (memories.length === 0) return numberOf(ofTheGroup(sitting))
    const shared = ofTheRound(sitting)
    const knownBy = known.get(shared) ?? new Set()
    if (memories.some((memory) => knownBy.has(memory))) return numberOf(ofTheTable(sitting))
    known.set(shared, new Set([...knownBy, ...memories]))
    return numberOf(shared)
  }
}

const memoriesOf = (tournament: Tournament, group: Group): readonly string[] =>
  group.map((number) => memoryOf(entrantOf(tournament, number))).filter((memory) => memory !== null)

const ofTheRound = ({ game, repeat, rotation }: Sitting): string => `round: ${game} ${repeat} ${rotation}`
const ofTheGroup = ({ group, game, repeat }: Sitting): string => `group ${group}: ${game} ${repeat}`
const ofTheTable = ({ group, game, repeat, rotation }: Sitting): string => `table of ${group}: ${game} ${repeat} ${rotation}`
