/**
 * The model by which strengths are found: that of Plackett and Luce, with ties as in Davidson's and Luce's (Firth, Kosmidis and Turner 2019, "Davidson-Luce"). Places are filled from the first. Of those who have none yet, a set is
 * next, one alone or some tied, with a weight: of one its strength; of several the geometric mean of their strengths, times a figure for ties of so many. At two seats this is Davidson's model, and without ties Bradley's and Terry's.
 *
 * Strengths and figures are told as logarithms. The weight of a set is then exp(a sum of parameters times constants), the logarithm of the likelihood is concave, and its derivatives are means and covariances of these constants.
 */
import { fractionAt, itemAt } from '../games/lists.js'
import { type Matrix, type Vector, zeros } from './linear.js'

/** Those who have no place yet, and those of them who are next: indices of entrants, in ascending order. */
export interface Stage {
  readonly left: readonly number[]
  readonly next: readonly number[]
}

/** Entrants and places by seat. The last one who is left alone tells nothing. */
export function stagesOf(seats: readonly number[], places: readonly number[]): readonly Stage[] {
  const from = (place: number) => seats.filter((_, seat) => fractionAt(places, seat) >= place).toSorted((a, b) => a - b)
  const at = (place: number) => seats.filter((_, seat) => fractionAt(places, seat) === place).toSorted((a, b) => a - b)
  const order = [...new Set(places)].sort((a, b) => a - b)
  return order.map((place) => ({ left: from(place), next: at(place) })).filter(({ left }) => left.length > 1)
}

/** The parameters: a strength for each entrant, then a figure for each number of tied entrants that occurs. */
export interface Model {
  readonly entrants: number
  readonly ties: readonly number[]
}

export const modelOf = (entrants: number, stages: readonly Stage[]): Model => ({
  entrants,
  ties: [...new Set(stages.map(({ next }) => next.length))].filter((size) => size > 1).sort((a, b) => a - b),
})

export const sizeOf = ({ entrants, ties }: Model): number => entrants + ties.length

/** A constant of one of the parameters of a prospect, by its index among them. */
export interface Term {
  readonly at: number
  readonly value: number
}

/** All that can come of those who are left: the parameters that it depends on, and for each set that may be next, by its members, the constants of these that are not 0. */
export interface Prospect {
  readonly parameters: readonly number[]
  readonly sets: ReadonlyMap<string, readonly Term[]>
}

export function prospectOf(model: Model, left: readonly number[]): Prospect {
  const ties = model.ties.filter((size) => size <= left.length)
  const sets = [1, ...ties].flatMap((size) => [...subsets(left, size)])
  const termsOf = (set: readonly number[]): readonly Term[] => [
    ...set.map((entrant) => ({ at: left.indexOf(entrant), value: 1 / set.length })),
    ...(set.length > 1 ? [{ at: left.length + ties.indexOf(set.length), value: 1 }] : []),
  ]
  return {
    parameters: [...left, ...ties.map((size) => model.entrants + model.ties.indexOf(size))],
    sets: new Map(sets.map((set) => [set.join(), termsOf(set)])),
  }
}

function* subsets(list: readonly number[], size: number): Generator<readonly number[]> {
  if (size === 0) return yield []
  for (const [index, one] of list.entries()) for (const more of subsets(list.slice(index + 1), size - 1)) yield [one, ...more]
}

/** Of the set that was next. */
export const seenTerms = ({ sets }: Prospect, { next }: Stage): readonly Term[] => sets.get(next.join()) ?? []

/** How likely each set is to be next, in the order of the sets. */
export function chancesOf({ parameters, sets }: Prospect, values: Vector): Vector {
  const local = parameters.map((parameter) => fractionAt(values, parameter))
  const exponents = [...sets.values()].map((terms) => sum(terms.map(({ at, value }) => value * fractionAt(local, at))))
  const most = Math.max(...exponents)
  const weights = exponents.map((exponent) => Math.exp(exponent - most))
  const all = sum(weights)
  return weights.map((weight) => weight / all)
}

const sum = (values: Vector): number => values.reduce((all, value) => all + value, 0)

/** Of the constants of the set that is next. */
export interface Moments {
  readonly mean: Vector
  readonly covariance: Matrix
}

export function momentsOf(prospect: Prospect, values: Vector): Moments {
  const { parameters, sets } = prospect
  const chances = chancesOf(prospect, values)
  const mean = zeros(parameters.length)
  const covariance = parameters.map(() => zeros(parameters.length))
  let index = 0
  for (const terms of sets.values()) {
    const chance = fractionAt(chances, index++)
    for (const { at, value } of terms) {
      add(mean, at, chance * value)
      for (const other of terms) add(itemAt(covariance, at), other.at, chance * value * other.value)
    }
  }
  for (const [at, row] of covariance.entries())
    for (const other of row.keys()) add(row, other, -fractionAt(mean, at) * fractionAt(mean, other))
  return { mean, covariance }
}

/** In place. */
export function add(list: number[], index: number, value: number): void {
  list[index] = (list[index] ?? 0) + value
}
