/**
 * How far a strength that was found may be from the true one. Tables of one deal depend on each other: with duplicate deals luck cancels out, which no model of single tables knows. So what is counted is how much the sums of the
 * deals spread (the sandwich estimate by clusters, each deal against a fit without it: CR3, or the jackknife). Few deals tell little about their own spread; so it is averaged with what the model says, as if that had been seen in a
 * few deals more, and the interval is that of Student's distribution.
 */
import { fractionAt, itemAt } from '../games/lists.js'
import { type DealSlope, dealSlopes, type Evidence } from './likelihood.js'
import { dot, inverseOf, type Matrix, product, type Vector } from './linear.js'
import { studentQuantile } from './student.js'

/** How many deals the model is worth. */
const MODEL = 4

/** Half the widths of the intervals of all entrants. `covariance`: what the model says, the inverse of how the likelihood bends. */
export function deviationsOf(evidence: Evidence, values: Vector, covariance: Matrix): Vector {
  const deals = dealSlopes(evidence, values).map((deal) => leftOut(deal, covariance))
  return covariance.slice(0, evidence.model.entrants).map((row, entrant) => {
    const seen = sum(deals.map((deal) => shiftOf(deal, row) ** 2))
    const own = deals.filter(({ parameters }) => parameters.includes(entrant))
    const freedom = freedomOf(own.map((deal) => weightOf(deal, row)))
    const variance = (freedom * seen + MODEL * fractionAt(row, entrant)) / (freedom + MODEL)
    return studentQuantile(freedom + MODEL) * Math.sqrt(variance)
  })
}

/** What a deal would add to the slope of a fit that did not know it. */
function leftOut({ parameters, gradient, bend }: DealSlope, covariance: Matrix): DealSlope {
  const local = parameters.map((a) => parameters.map((b) => fractionAt(itemAt(covariance, a), b)))
  const others = bend.map((row, a) => parameters.map((_, b) => Number(a === b) - dot(row, itemAt(local, b))))
  const inverse = inverseOf(others)
  return { parameters, bend, gradient: inverse ? product(inverse, gradient) : gradient }
}

/** By how much a deal moves a strength, of which this is the row of the covariance. */
function shiftOf({ parameters, gradient }: DealSlope, row: Vector): number {
  let shift = 0
  for (let at = 0; at < parameters.length; at++) shift += (row[parameters[at] ?? 0] ?? 0) * (gradient[at] ?? 0)
  return shift
}

/** How much of its variance comes from a deal, as the model says. */
function weightOf({ parameters, bend }: DealSlope, row: Vector): number {
  const local = parameters.map((parameter) => fractionAt(row, parameter))
  return dot(local, product(bend, local))
}

/** So many equal deals would tell as much about the spread (Satterthwaite). */
function freedomOf(weights: Vector): number {
  const squares = sum(weights.map((weight) => weight ** 2))
  return squares === 0 ? 0 : sum(weights) ** 2 / squares
}

const sum = (values: Vector): number => values.reduce((all, value) => all + value, 0)
