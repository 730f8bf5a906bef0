/** Who met whom at tables that were played, and who was ahead. */
import { type History, historiesOf } from './history.js'
import { standingsOf } from './standings.js'
import type { Tournament } from './state.js'

export interface Encounter {
  /** Tables at which both sat. */
  readonly met: number
  /** 1 for each of them at which the one was ahead of the other, 1/2 where they were level. */
  readonly points: number
}

export interface CrosstableRow {
  readonly entrant: number
  /** In the order of the rows; null against oneself. */
  readonly against: readonly (Encounter | null)[]
  /** The sums of the row. */
  readonly met: number
  readonly points: number
}

/** In the order of the standings. */
export function crosstableOf(tournament: Tournament): readonly CrosstableRow[] {
  const histories = historiesOf(tournament)
  const order = standingsOf(tournament).map(({ entrant }) => entrant)
  return order.map((entrant) => row(entrant, order, encountersOf(histories.get(entrant))))
}

function row(entrant: number, order: readonly number[], encounters: ReadonlyMap<number, Encounter>): CrosstableRow {
  const against = order.map((other) => (other === entrant ? null : (encounters.get(other) ?? NEVER)))
  const sum = (value: (one: Encounter) => number): number => [...encounters.values()].reduce((all, one) => all + value(one), 0)
  return { entrant, against, met: sum(({ met }) => met), points: sum(({ points }) => points) }
}

const NEVER: Encounter = { met: 0, points: 0 }

function encountersOf(history: History | undefined): ReadonlyMap<number, Encounter> {
  const encounters = new Map<number, Encounter>()
  const played = (history?.turnouts ?? []).flatMap(({ appearances }) => appearances.filter(({ outcome }) => outcome === 'played'))
  for (const { opponent, share } of played.flatMap(({ duels }) => duels)) {
    const { met, points } = encounters.get(opponent) ?? NEVER
    encounters.set(opponent, { met: met + 1, points: points + share })
  }
  return encounters
}
