/** Those who are in the next round of a Swiss tournament, as its pairing sees them. */
import { type Histories, type History, historiesOf, type Turnout } from './history.js'
import { rounded } from './points.js'
import { ranked } from './ranking.js'
import { playing, type Tournament } from './state.js'

/** Down: met somebody who had fewer points, or did not play; up: somebody who had more. */
export type Float = 'down' | 'up' | null

export interface Contender {
  readonly number: number
  readonly points: number
  /** In how many rounds it was given points without playing. */
  readonly byes: number
  /** By number of the other: in how many rounds both sat at a table that was played. */
  readonly met: ReadonlyMap<number, number>
  /** Of the last round, and of the one before. */
  readonly floats: readonly [Float, Float]
}

/** By points, then as they were ranked before the first round. */
export function contendersOf(tournament: Tournament): readonly Contender[] {
  const histories = historiesOf(tournament)
  const contenders = ranked(playing(tournament)).flatMap((number) => contender(histories, histories.get(number)))
  return contenders.toSorted((a, b) => b.points - a.points)
}

function contender(histories: Histories, history: History | undefined): Contender[] {
  if (!history) return []
  const { entrant: number, points, turnouts } = history
  const byes = turnouts.filter(({ presence }) => presence === 'bye' || presence === 'given').length
  const last = turnouts.length
  return [
    {
      number,
      points,
      byes,
      met: metBy(turnouts),
      floats: [floatOf(histories, history, last), floatOf(histories, history, last - 1)],
    },
  ]
}

function metBy(turnouts: readonly Turnout[]): ReadonlyMap<number, number> {
  const met = new Map<number, number>()
  for (const opponent of turnouts.flatMap((turnout) => [...opponentsIn(turnout)])) met.set(opponent, (met.get(opponent) ?? 0) + 1)
  return met
}

const opponentsIn = ({ appearances }: Turnout): ReadonlySet<number> =>
  new Set(appearances.filter(({ outcome }) => outcome === 'played').flatMap(({ duels }) => duels.map(({ opponent }) => opponent)))

function floatOf(histories: Histories, history: History, round: number): Float {
  const turnout = history.turnouts[round - 1]
  if (!turnout) return null
  if (turnout.presence !== 'played') return 'down'
  const mine = pointsBefore(history, round)
  const others = [...opponentsIn(turnout)].map((opponent) => pointsBefore(histories.get(opponent), round))
  if (others.some((points) => points < mine)) return 'down'
  return others.some((points) => points > mine) ? 'up' : null
}

const pointsBefore = (history: History | undefined, round: number): number =>
  rounded((history?.turnouts ?? []).slice(0, round - 1).reduce((sum, { points }) => sum + points, 0))
