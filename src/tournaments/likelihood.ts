/** How likely the results of tables are, given strengths: the slope of its logarithm, and how it bends. */
import { fractionAt, itemAt } from '../games/lists.js'
import { type Matrix, type Vector, zeros } from './linear.js'
import {
  add,
  type Model,
  type Moments,
  modelOf,
  momentsOf,
  type Prospect,
  prospectOf,
  type Stage,
  seenTerms,
  sizeOf,
  stagesOf,
} from './plackett-luce.js'

export interface PlayedTable {
  /** Indices of entrants by seat. */
  readonly seats: readonly number[]
  /** By seat. */
  readonly places: readonly number[]
  /** Tables of one deal depend on each other. */
  readonly deal: number
}

/** Stages in which the same entrants were left: what is expected of them is worked out once. */
interface Pool {
  readonly prospect: Prospect
  readonly times: number
  /** The sum of the constants of those who were next. */
  readonly seen: Vector
}

export interface Evidence {
  readonly model: Model
  readonly pools: ReadonlyMap<string, Pool>
  readonly deals: readonly (readonly Stage[])[]
}

const keyOf = ({ left }: Stage): string => left.join()

export function evidenceOf(entrants: number, tables: readonly PlayedTable[]): Evidence {
  const deals = new Map<number, Stage[]>()
  for (const { seats, places, deal } of tables) deals.set(deal, [...(deals.get(deal) ?? []), ...stagesOf(seats, places)])
  const stages = [...deals.values()].flat()
  const model = modelOf(entrants, stages)
  return { model, pools: poolsOf(model, stages), deals: [...deals.values()] }
}

function poolsOf(model: Model, stages: readonly Stage[]): ReadonlyMap<string, Pool> {
  const pools = new Map<string, { prospect: Prospect; times: number; seen: number[] }>()
  for (const stage of stages) {
    const pool = pools.get(keyOf(stage)) ?? emptyPool(prospectOf(model, stage.left))
    for (const { at, value } of seenTerms(pool.prospect, stage)) add(pool.seen, at, value)
    pool.times++
    pools.set(keyOf(stage), pool)
  }
  return pools
}

const emptyPool = (prospect: Prospect) => ({ prospect, times: 0, seen: zeros(prospect.parameters.length) })

export interface Slope {
  /** The first derivative. */
  readonly gradient: number[]
  /** The second, with its sign turned. */
  readonly bend: number[][]
}

export function slopeAt({ model, pools }: Evidence, values: Vector): Slope {
  const gradient = zeros(sizeOf(model))
  const bend = gradient.map(() => zeros(sizeOf(model)))
  for (const { prospect, times, seen } of pools.values()) {
    const { mean, covariance } = momentsOf(prospect, values)
    for (const [at, parameter] of prospect.parameters.entries())
      add(gradient, parameter, fractionAt(seen, at) - times * fractionAt(mean, at))
    spread(bend, prospect.parameters, covariance, times)
  }
  return { gradient, bend }
}

/** Adds what is told of some parameters to what is told of all. In place. */
function spread(all: number[][], parameters: readonly number[], some: Matrix, times: number): void {
  for (const [at, row] of some.entries()) {
    const line = itemAt(all, fractionAt(parameters, at))
    for (const [other, value] of row.entries()) add(line, fractionAt(parameters, other), times * value)
  }
}

/** What the tables of one deal add, of the parameters that they depend on. */
export interface DealSlope {
  readonly parameters: readonly number[]
  readonly gradient: readonly number[]
  readonly bend: Matrix
}

export function dealSlopes({ pools, deals }: Evidence, values: Vector): readonly DealSlope[] {
  const moments = new Map([...pools].map(([key, { prospect }]) => [key, { prospect, ...momentsOf(prospect, values) }]))
  return deals.map((stages) =>
    dealSlope(
      stages.flatMap((stage) => {
        const known = moments.get(keyOf(stage))
        return known ? [{ ...known, stage }] : []
      }),
    ),
  )
}

function dealSlope(stages: readonly (Moments & { readonly prospect: Prospect; readonly stage: Stage })[]): DealSlope {
  const parameters = [...new Set(stages.flatMap(({ prospect }) => prospect.parameters))]
  const gradient = zeros(parameters.length)
  const bend = parameters.map(() => zeros(parameters.length))
  for (const { prospect, mean, covariance, stage } of stages) {
    const local = prospect.parameters.map((one) => parameters.indexOf(one))
    for (const { at, value } of seenTerms(prospect, stage)) add(gradient, fractionAt(local, at), value)
    for (const [at, value] of mean.entries()) add(gradient, fractionAt(local, at), -value)
    spread(bend, local, covariance, 1)
  }
  return { parameters, gradient, bend }
}
