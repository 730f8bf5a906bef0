/**
 * Knock-out. Entrants stand in a list, the best rank first, and play for its slots: whoever goes on takes a slot of the table, the first of it the best. So two strong ranks meet late, as is usual.
 *
 * Tables are always full. Where numbers do not fit, the best slots have a bye in the earliest round, so that every later round needs as few as can be. Where `advance` of every table would leave too few
 * for a later round, so many more go on that it is full: of all tables those who came next, by place and then by points. The last table gives one winner.
 */
import { itemAt, numberAt } from '../games/lists.js'
import { betterFirst, type GroupResult, groupOrder } from './group-order.js'
import type { Groups } from './group-tables.js'
import { ranked } from './ranking.js'
import { isIn, type Tournament } from './state.js'

/** A round of slots, which are numbered from 0. */
interface Draw {
  readonly byes: readonly number[]
  readonly groups: readonly (readonly number[])[]
  /** Of every table. */
  readonly advance: number
  /** More of those who came next. */
  readonly extra: number
}

/** Null if there is a winner, or too few are left for a table. */
export function knockoutGroups(tournament: Tournament): Groups | null {
  const list = leftIn(tournament)
  if (list.length < seatsOf(tournament)) return null
  const { byes, groups } = listed(drawnFor(list.length, tournament), tournament)
  const entrant = (slot: number): number => numberAt(list, slot)
  return { groups: groups.map((group) => group.map(entrant)), byes: byes.map(entrant) }
}

/** Those who are in the next round, the best slot first: after the last round, the winner. */
export function leftIn(tournament: Tournament): readonly number[] {
  const entrants = tournament.entrants.filter((entrant) => isIn(entrant, 1))
  return tournament.rounds.reduce((list, { round }) => goingOn(tournament, round, list), ranked(entrants))
}

/** Nobody replaces those who withdrew: the list is shorter. */
function goingOn(tournament: Tournament, round: number, list: readonly number[]): readonly number[] {
  const draw = drawnFor(list.length, tournament)
  const claims = draw.groups.flatMap((slots) => claimsOf(tournament, round, list, slots))
  const first = claims.filter(({ rank }) => rank < draw.advance)
  const next = claims.filter(({ rank }) => rank >= draw.advance).toSorted(byRankThenPoints)
  return [...draw.byes.map((slot) => ({ entrant: numberAt(list, slot), slot })), ...first, ...next.slice(0, draw.extra)]
    .toSorted((one, other) => one.slot - other.slot)
    .map(({ entrant }) => entrant)
    .filter((number) => isIn(itemAt(tournament.entrants, number - 1), round + 1))
}

/** What an entrant takes who goes on. */
interface Claim extends GroupResult {
  readonly slot: number
  /** Among those of the table, from 0. */
  readonly rank: number
}

function claimsOf(tournament: Tournament, round: number, list: readonly number[], slots: readonly number[]): readonly Claim[] {
  const group = slots.map((slot) => numberAt(list, slot))
  return groupOrder(tournament, round, group).map((one, rank) => ({ ...one, rank, slot: numberAt(slots, rank) }))
}

const byRankThenPoints = (one: Claim, other: Claim): number =>
  one.rank - other.rank || betterFirst(one, other) || one.slot - other.slot

const seatsOf = ({ setting }: Tournament): number => itemAt(setting.games, 0).seats

function drawnFor(size: number, tournament: Tournament): Draw {
  const seats = seatsOf(tournament)
  const { advance } = tournament.setting
  if (size < seats) return { byes: slotsFrom(0, size), groups: [], advance, extra: 0 }
  if (size === seats) return { byes: [], groups: [slotsFrom(0, size)], advance: 1, extra: 0 }
  const target = fullSizeBelow(size, seats, advance)
  const tables = Math.min(Math.floor(size / seats), Math.ceil((size - target) / (seats - advance)))
  const remaining = size - tables * (seats - advance)
  const byes = size - tables * seats
  return { byes: slotsFrom(0, byes), groups: snake(byes, tables, seats), advance, extra: Math.max(0, target - remaining) }
}

/** How many go on, as far as nobody withdraws. */
const following = ({ byes, groups, advance, extra }: Draw): number => byes.length + groups.length * advance + extra

/** Of all rounds, as far as nobody withdraws. */
export function groupsInAll(size: number, tournament: Tournament): number {
  const draw = drawnFor(size, tournament)
  return draw.groups.length === 0 ? 0 : draw.groups.length + groupsInAll(following(draw), tournament)
}

const slotsFrom = (first: number, count: number): number[] => Array.from({ length: count }, (_, index) => first + index)

/** Sizes from which all later rounds have as few byes as can be: of two seats 2, 4, 8 ... */
function fullSizeBelow(size: number, seats: number, advance: number): number {
  const playedInto = (full: number): number => seats * Math.floor(full / advance) + (full % advance)
  let full = seats
  while (playedInto(full) < size) full = playedInto(full)
  return full
}

/** The best slots one to a table, then back again: with two seats the best plays the last. */
const snake = (first: number, tables: number, seats: number): readonly (readonly number[])[] =>
  slotsFrom(0, tables).map((table) =>
    slotsFrom(0, seats).map((row) => first + row * tables + (row % 2 === 0 ? table : tables - 1 - table)),
  )

/** Tables beside each other whose winners meet next, as such draws are printed. */
function listed(draw: Draw, tournament: Tournament): Pick<Draw, 'byes' | 'groups'> {
  const { byes, groups } = draw
  if (groups.length < 2) return draw
  const next = listed(drawnFor(following(draw), tournament), tournament)
  const order = [...next.byes, ...next.groups.flat()]
  const winner = (group: readonly number[]): number => numberAt(group, 0)
  return { byes, groups: groups.toSorted((one, other) => order.indexOf(winner(one)) - order.indexOf(winner(other))) }
}
