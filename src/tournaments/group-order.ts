/** How the members of a group have done in their round: by points of all its tables, then by first places, then by scores, at last by lot. */
import { itemAt, numberAt } from '../games/lists.js'
import type { Group } from './group-tables.js'
import { lotsOf } from './lots.js'
import { pointsOfTable, rounded } from './points.js'
import type { Table } from './record.js'
import type { Tournament } from './state.js'

export interface GroupResult {
  readonly entrant: number
  readonly points: number
  readonly firsts: number
  readonly score: number
}

/** The tables of a group; in the rounds of which this is asked nobody is in two groups. */
export const tablesOfGroup = ({ rounds }: Tournament, round: number, group: Group): readonly Table[] =>
  itemAt(rounds, round - 1).tables.filter(({ seats }) => seats.includes(numberAt(group, 0)))

/** Best first. */
export function groupOrder(tournament: Tournament, round: number, group: Group): readonly GroupResult[] {
  const lots = lotsOf(tournament.setting.seed, round, tournament.entrants.length)
  const lotOf = ({ entrant }: GroupResult): number => numberAt(lots, entrant - 1)
  return groupResults(tournament, round, group).toSorted((one, other) => betterFirst(one, other) || lotOf(one) - lotOf(other))
}

export const betterFirst = (one: GroupResult, other: GroupResult): number =>
  other.points - one.points || other.firsts - one.firsts || other.score - one.score

export function groupResults(tournament: Tournament, round: number, group: Group): readonly GroupResult[] {
  const tables = tablesOfGroup(tournament, round, group)
  return group.map((entrant) => {
    const shares = tables.flatMap((table) => shareOf(tournament, table, entrant))
    const sum = (of: (share: Share) => number): number => rounded(shares.reduce((all, share) => all + of(share), 0))
    return { entrant, points: sum(({ points }) => points), firsts: sum(({ first }) => first), score: sum(({ score }) => score) }
  })
}

interface Share {
  readonly points: number
  readonly first: number
  readonly score: number
}

/** Nothing from a table that is void or has not ended. */
function shareOf({ setting, results }: Tournament, { number, seats }: Table, entrant: number): readonly Share[] {
  const result = results.get(number)
  const seat = seats.indexOf(entrant)
  const placing = result?.places.find((one) => one.seat === seat)
  if (!result || !placing || result.outcome === 'void') return []
  const first = result.outcome === 'played' && placing.place === 1 ? 1 : 0
  return [{ points: numberAt(pointsOfTable(setting, result), seat), first, score: placing.score }]
}
