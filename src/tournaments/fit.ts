/**
 * How strong the entrants are: the strengths under which the results of the played tables are most likely (see plackett-luce.ts), with 95 % intervals.
 *
 * Whoever won or lost everything would be infinitely strong or weak. So everybody is taken to have drawn one more table, against the average of all; and ties of each number that occurs are taken to have happened once more
 * in two even chances. With many tables this makes hardly a difference.
 */
import { fractionAt, itemAt } from '../games/lists.js'
import { deviationsOf } from './deviations.js'
import { type Evidence, evidenceOf, type PlayedTable, slopeAt } from './likelihood.js'
import { inverseOf, type Matrix, solutionOf, type Vector, zeros } from './linear.js'
import { sizeOf } from './plackett-luce.js'
import type { Tournament } from './state.js'

/** On a logarithmic scale whose mean over all in the list is 0. */
export interface Strength {
  readonly entrant: number
  /** Somebody who has ln 2 more is ahead twice as often as behind. */
  readonly log: number
  /** The bounds of its 95 % interval. */
  readonly interval: readonly [number, number]
  /** The same on the scale of Elo ratings, on which 400 points are odds of ten to one. */
  readonly points: number
  readonly pointsInterval: readonly [number, number]
  /** On how many played tables it stands. */
  readonly tables: number
}

/** Strongest first. Who played no table is left out. */
export function fitOf(tournament: Tournament): readonly Strength[] {
  const played = tournament.tables.flatMap((table) => {
    const result = tournament.results.get(table.number)
    return result?.outcome === 'played' ? [{ ...table, result }] : []
  })
  const entrants = [...new Set(played.flatMap(({ seats }) => seats))].sort((a, b) => a - b)
  const tables = played.map(({ seats, deal, result }) => ({
    seats: seats.map((entrant) => entrants.indexOf(entrant)),
    places: seats.map((_, seat) => result.places.find((one) => one.seat === seat)?.place ?? seats.length),
    deal,
  }))
  const { logs, deviations } = strengthsOf(entrants.length, tables)
  return entrants
    .map((entrant, index) =>
      strength(
        entrant,
        fractionAt(logs, index),
        fractionAt(deviations, index),
        tables.filter(({ seats }) => seats.includes(index)).length,
      ),
    )
    .sort((a, b) => b.log - a.log || a.entrant - b.entrant)
}

const ELO = 400 / Math.LN10

function strength(entrant: number, log: number, deviation: number, tables: number): Strength {
  const bounds = [log - deviation, log + deviation] as const
  return {
    entrant,
    log: shown(log, 1e4),
    interval: [shown(bounds[0], 1e4), shown(bounds[1], 1e4)],
    points: shown(ELO * log, 10),
    pointsInterval: [shown(ELO * bounds[0], 10), shown(ELO * bounds[1], 10)],
    tables,
  }
}

/** No more than can be told, so that it is the same wherever it is worked out. */
const shown = (value: number, scale: number): number => Math.round(value * scale) / scale + 0

export interface Fitted {
  readonly logs: Vector
  /** The figures of ties, by how many tie. */
  readonly ties: ReadonlyMap<number, number>
  /** Half the widths of the intervals. */
  readonly deviations: Vector
}

export function strengthsOf(entrants: number, tables: readonly PlayedTable[]): Fitted {
  const evidence = evidenceOf(entrants, tables)
  const values = mostLikely(evidence)
  const { bend } = withPrior(evidence, values)
  const covariance = inverseOf(constrained(evidence, bend)) ?? []
  const ties = new Map(evidence.model.ties.map((size, index) => [size, fractionAt(values, entrants + index)]))
  return { logs: values.slice(0, entrants), ties, deviations: deviationsOf(evidence, values, covariance) }
}

const STEPS = 100
const NEAR = 1e-10

/** By Newton's method, with shorter steps where it would go too far. */
function mostLikely(evidence: Evidence): Vector {
  let values: Vector = zeros(sizeOf(evidence.model))
  for (let step = 0; step < STEPS; step++) {
    const { gradient, bend } = withPrior(evidence, values)
    const change = (solutionOf(constrained(evidence, bend), [...gradient, 0]) ?? gradient).slice(0, values.length)
    const longest = Math.max(...change.map(Math.abs))
    const scale = longest > LONGEST ? LONGEST / longest : 1
    values = values.map((value, index) => value + scale * fractionAt(change, index))
    if (longest < NEAR) break
  }
  return values
}

const LONGEST = 1

/** A table drawn against the average: half a win and half a loss. */
const PRIOR = 1

function withPrior(evidence: Evidence, values: Vector) {
  const { gradient, bend } = slopeAt(evidence, values)
  values.forEach((value, index) => {
    const chance = 1 / (1 + Math.exp(-value))
    gradient[index] = fractionAt(gradient, index) + PRIOR * (0.5 - chance)
    const row = itemAt(bend, index)
    row[index] = fractionAt(row, index) + PRIOR * chance * (1 - chance)
  })
  return { gradient, bend }
}

/** Strengths are known but for a constant: their sum is held at 0, by one more equation. */
function constrained({ model: { entrants } }: Evidence, bend: Matrix): Matrix {
  const border = bend.map((_, index) => Number(index < entrants))
  return [...bend.map((row, index) => [...row, fractionAt(border, index)]), [...border, 0]]
}
