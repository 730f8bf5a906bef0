/**
 * A ladder. Neighbours play, as many as a table has seats: in odd rounds counted from the top, in even ones from the foot, or shifted by half a table where that would be the same. Whoever is left over
 * has a bye. After their tables the members of a group stand in the order of their points, in the places that the group had; equals stay as they stood.
 */
import { itemAt } from '../games/lists.js'
import { groupResults, tablesOfGroup } from './group-order.js'
import type { Group, Groups } from './group-tables.js'
import { ranked } from './ranking.js'
import { isIn, type Tournament } from './state.js'

/** Null while there are too few for a table. */
export function ladderGroups(tournament: Tournament): Groups | null {
  const order = ladderOrder(tournament)
  if (order.length < seatsOf(tournament)) return null
  const groups = neighbours(order, seatsOf(tournament), tournament.rounds.length + 1)
  return { groups, byes: order.filter((entrant) => !groups.some((group) => group.includes(entrant))) }
}

/** From the top: all who have not withdrawn. A group counts when all its tables have ended. */
export const ladderOrder = (tournament: Tournament): readonly number[] =>
  joined(
    tournament,
    tournament.rounds.reduce<readonly number[]>(
      (order, { round }) => climbed(tournament, round, joined(tournament, order, round)),
      [],
    ),
    tournament.rounds.length + 1,
  )

/** Before a round: without those who withdrew, and with those who came, who stand at the foot as they entered. The first of all are ranked. */
function joined({ entrants }: Tournament, order: readonly number[], round: number): readonly number[] {
  const present = entrants.filter((entrant) => isIn(entrant, round))
  const staying = order.filter((number) => present.some((entrant) => entrant.number === number))
  const coming = present.filter(({ from }) => from === round)
  return [...staying, ...(round === 1 ? ranked(coming) : coming.map(({ number }) => number))]
}

function climbed(tournament: Tournament, round: number, order: readonly number[]): readonly number[] {
  const groups = neighbours(order, seatsOf(tournament), round)
  const standing = new Map(groups.flatMap((group) => places(tournament, round, group)))
  return order.map((number) => standing.get(number) ?? number)
}

/** For each place of a group, by who stood there, who stands there now. */
function places(tournament: Tournament, round: number, group: Group): readonly (readonly [number, number])[] {
  if (!tablesOfGroup(tournament, round, group).every(({ number }) => tournament.results.has(number))) return []
  const order = groupResults(tournament, round, group).toSorted((one, other) => other.points - one.points)
  return group.map((before, index) => [before, itemAt(order, index).entrant] as const)
}

const seatsOf = ({ setting }: Tournament): number => itemAt(setting.games, 0).seats

function neighbours(order: readonly number[], seats: number, round: number): readonly Group[] {
  const over = order.length % seats
  const shift = over === 0 ? Math.floor(seats / 2) : over
  const first = round % 2 === 1 || order.length < shift + seats ? 0 : shift
  const count = Math.floor((order.length - first) / seats)
  return Array.from({ length: count }, (_, index) => order.slice(first + index * seats, first + (index + 1) * seats))
}
