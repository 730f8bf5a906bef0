/**
 * The model by which strengths are found: that of Plackett and Luce, with ties as in Davidson's and Luce's (Firth, Kosmidis and Turner 2019, "Davidson-Luce"). Places are filled from the first. Of those who have none yet, a set is
 * next, one alone or some tied, with a weight: of one its strength; of several the geometric mean of their strengths, times a figure for ties of so many. At two seats this is Davidson's model, and without ties Bradley's and Terry's.
 *
 * Strengths and figures are told as logarithms. The weight of a set is then exp(a sum of parameters times constants), the logarithm of the likelihood is concave, and its derivatives are means and covariances of these constants.
 */
import { itemAt } from '../games/lists.js'
import { dot, type Matrix, type Vector, zeros } from './linear.js'

/** Those who have no place yet, and those of them who are next: indices of entrants, in ascending order. */
export interface Stage {
  readonly left: readonly number[]
  readonly next: readonly number[]
}

/** Entrants and places by seat. The last one who is left alone tells nothing. */
export function stagesOf(seats: readonly number[], places: readonly number[]): readonly Stage[] {
  const from = (place: number) => seats.filter((_, seat) => itemAt(places, seat) >= place).toSorted((a, b) => a - b)
  const at = (place: number) => seats.filter((_, seat) => itemAt(places, seat) === place).toSorted((a, b) => a - b)
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

/** All that can come of those who are left: the parameters that it depends on, and for each set that may be next the constants of these. */
export interface Prospect {
  readonly parameters: readonly number[]
  readonly sets: readonly (readonly number[])[]
  readonly constants: Matrix
}

export function prospectOf(model: Model, left: readonly number[]): Prospect {
  const ties = model.ties.filter((size) => size <= left.length)
  const sets = [1, ...ties].flatMap((size) => [...subsets(left, size)])
  const constants = sets.map((set) => [
    ...left.map((entrant) => (set.includes(entrant) ? 1 / set.length : 0)),
    ...ties.map((size) => Number(size === set.length)),
  ])
  return { parameters: [...left, ...ties.map((size) => model.entrants + model.ties.indexOf(size))], sets, constants }
}

function* subsets(list: readonly number[], size: number): Generator<readonly number[]> {
  if (size === 0) return yield []
  for (const [index, one] of list.entries()) for (const more of subsets(list.slice(index + 1), size - 1)) yield [one, ...more]
}

/** Of the constants of the set that is next. */
export interface Moments {
  readonly mean: Vector
  readonly covariance: Matrix
}

export function momentsOf({ parameters, constants }: Prospect, values: Vector): Moments {
  const local = parameters.map((parameter) => itemAt(values, parameter))
  const exponents = constants.map((row) => dot(row, local))
  const most = Math.max(...exponents)
  const weights = exponents.map((exponent) => Math.exp(exponent - most))
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  const mean = zeros(parameters.length)
  const covariance = parameters.map(() => zeros(parameters.length))
  for (const [index, row] of constants.entries()) {
    const share = itemAt(weights, index) / all
    add(mean, row, share)
    for (const [parameter, value] of row.entries()) add(itemAt(covariance, parameter), row, share * value)
  }
  for (const [parameter, value] of mean.entries()) add(itemAt(covariance, parameter), mean, -value)
  return { mean, covariance }
}

/** In place. */
export function add(sum: number[], row: Vector, times: number): void {
  if (times !== 0) for (let index = 0; index < sum.length; index++) sum[index] = (sum[index] ?? 0) + times * (row[index] ?? 0)
}
