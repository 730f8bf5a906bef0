/** The next round of a Swiss tournament: who plays with whom, and who has a bye. */
import { type Contender, contendersOf } from './contenders.js'
import { dutchPairing } from './dutch.js'
import { streamOf } from './lots.js'
import { podsFor } from './pods.js'
import type { Tournament } from './state.js'

export interface SwissGroups {
  /** Numbers of entrants, in the order of boards. */
  readonly groups: readonly (readonly number[])[]
  readonly byes: readonly number[]
}

export function swissGroups(tournament: Tournament): SwissGroups {
  const contenders = contendersOf(tournament)
  const { groups, byes } = grouped(tournament, contenders)
  return { groups: inOrderOfBoards(contenders, groups).map(numbersOf), byes: numbersOf(byes) }
}

function grouped({ setting, rounds }: Tournament, contenders: readonly Contender[]) {
  const seats = setting.games[0]?.seats ?? 2
  if (contenders.length < seats) return { groups: [], byes: contenders }
  if (seats === 2) {
    const { pairs, floating } = dutchPairing(contenders)
    return { groups: pairs, byes: floating }
  }
  const { pods, byes } = podsFor(contenders, seats, streamOf(setting.seed, rounds.length + 1))
  return { groups: pods.map((pod) => contenders.filter((one) => pod.includes(one))), byes }
}

const numbersOf = (contenders: readonly Contender[]): readonly number[] => contenders.map(({ number }) => number)

/** First the group of the one with most points, then that with most points together, then that of the one who ranks highest. */
function inOrderOfBoards(contenders: readonly Contender[], groups: readonly (readonly Contender[])[]) {
  const rank = (group: readonly Contender[]): number => Math.min(...group.map((one) => contenders.indexOf(one)))
  const most = (group: readonly Contender[]): number => Math.max(...group.map(({ points }) => points))
  const sum = (group: readonly Contender[]): number => group.reduce((all, { points }) => all + points, 0)
  return groups.toSorted((a, b) => most(b) - most(a) || sum(b) - sum(a) || rank(a) - rank(b))
}

/** How many rounds it has: as many as the setting says, else as are needed until one is left who won every table, and at more than two seats one more. */
export function swissRounds({ setting, entrants }: Tournament): number {
  if (setting.rounds !== undefined) return setting.rounds
  const seats = setting.games[0]?.seats ?? 2
  const field = entrants.filter(({ from, until }) => from === 1 && until !== 0).length
  let rounds = 1
  while (seats ** rounds < field) rounds++
  return seats === 2 ? rounds : rounds + 1
}
