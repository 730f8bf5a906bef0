/**
 * Exact designs from a few base blocks: each is moved round the circle of all points, or of all but one that stays where it is. Every pair meets equally often if the differences between the points of the
 * base blocks are all there equally often. The base blocks are looked for by trying, within a bound.
 */
import { seededStream } from '../../dice/seeded.js'
import { numberAt } from '../../games/lists.js'
import type { Block } from './block.js'

/** Which base blocks are looked for. */
interface Plan {
  /** Points that move. */
  readonly circle: number
  /** Whole base blocks, and those to which the point that stays is added. */
  readonly moving: number
  readonly staying: number
  /** Blocks that meet themselves before they are once round: evenly spread points, with or without the one that stays. */
  readonly spread: number
}

/** Many short tries find more than a few long ones; but some are found by long ones only. */
const TRIES = 600
const STEPS = { short: 2000, long: 20_000 } as const
const stepsOf = (number: number): number => (number % 20 === 0 ? STEPS.long : STEPS.short)

/** Undefined if none was found. */
export function differenceFamily(points: number, seats: number, lambda: number): readonly Block[] | undefined {
  for (const plan of plans(points, seats, lambda)) {
    const bases = basesOf(plan, points, seats, lambda)
    if (bases) return bases.flatMap((base) => turned(base, plan.circle))
  }
  return undefined
}

function plans(points: number, seats: number, lambda: number): readonly Plan[] {
  const blocks = (lambda * points * (points - 1)) / (seats * (seats - 1))
  const upTo = Array.from({ length: lambda + 1 }, (_, count) => count)
  const cyclic = upTo.map((spread) => ({
    circle: points,
    moving: (blocks - (spread * points) / seats) / points,
    staying: 0,
    spread,
  }))
  const rotational = upTo.map((spread) => {
    const staying = (lambda - spread) / (seats - 1)
    return {
      circle: points - 1,
      moving: (blocks - (spread * (points - 1)) / (seats - 1)) / (points - 1) - staying,
      staying,
      spread,
    }
  })
  const sizeOf = ({ circle }: Plan): number => (circle === points ? seats : seats - 1)
  return [...cyclic, ...rotational].filter(
    (plan) =>
      [plan.moving, plan.staying].every((count) => Number.isInteger(count) && count >= 0) &&
      (plan.spread === 0 || plan.circle % sizeOf(plan) === 0),
  )
}

function basesOf(plan: Plan, points: number, seats: number, lambda: number): readonly Block[] | undefined {
  const { circle, spread } = plan
  const even = circle === points ? seats : seats - 1
  const step = circle / even
  const wanted = Array.from({ length: circle }, (_, difference) => (difference % step === 0 ? lambda - spread : lambda))
  const found = search(plan, seats, wanted)
  if (!found) return undefined
  const evenly = Array.from({ length: even }, (_, index) => index * step)
  const withStaying = (block: Block): Block => (block.length < seats ? [...block, circle] : block)
  return [...Array.from({ length: spread }, () => evenly), ...found].map(withStaying)
}

/** A block of evenly spread points is there again before it is once round. */
function turned(base: Block, circle: number): readonly Block[] {
  const moving = base.filter((point) => point < circle)
  const isEven = moving.every((point, index) => point * moving.length === index * circle)
  const turns = isEven ? circle / moving.length : circle
  return Array.from({ length: turns }, (_, by) => base.map((point) => (point < circle ? (point + by) % circle : point)))
}

/** Every try looks in another order. */
function search(plan: Plan, seats: number, wanted: readonly number[]): readonly Block[] | undefined {
  for (let number = 0; number < TRIES; number++) {
    const found = attempt(plan, seats, [...wanted], number)
    if (found !== 'gave up') return found
  }
  return undefined
}

/** Undefined if there are none. `wanted`, by difference, is how often it is still to come. */
function attempt(plan: Plan, seats: number, wanted: number[], number: number): readonly Block[] | undefined | 'gave up' {
  const order = shuffled(plan.circle, number)
  const left = { [seats]: plan.moving, [seats - 1]: plan.staying }
  const found: Block[] = []
  let steps = stepsOf(number)

  const count = (point: number, block: Block, by: number): boolean => {
    let fits = true
    for (const other of block)
      for (const difference of [point - other, other - point]) {
        const at = (difference + plan.circle) % plan.circle
        const now = numberAt(wanted, at) + by
        wanted[at] = now
        if (now < 0) fits = false
      }
    return fits
  }

  /** The first that is wanted must be in one of the blocks to come: in the next. */
  const nextBlock = (): boolean => {
    const difference = order.find((one) => one > 0 && numberAt(wanted, one) > 0)
    if (difference === undefined) return true
    return [seats - 1, seats].some((size) => {
      if (!left[size]) return false
      left[size] -= 1
      if (withPoint([0], difference, size, 0)) return true
      left[size] += 1
      return false
    })
  }

  const withPoint = (block: Block, point: number, size: number, from: number): boolean => {
    steps -= 1
    if (steps < 0) return false
    const fits = count(point, block, -1)
    if (fits && filled([...block, point], size, from)) return true
    count(point, block, 1)
    return false
  }

  const filled = (block: Block, size: number, from: number): boolean => {
    if (block.length < size)
      return order.some((point, index) => index >= from && !block.includes(point) && withPoint(block, point, size, index + 1))
    found.push(block)
    if (nextBlock()) return true
    found.pop()
    return false
  }

  if (nextBlock()) return found
  return steps < 0 ? 'gave up' : undefined
}

function shuffled(count: number, seed: number): readonly number[] {
  const next = seededStream(seed)
  const lots = Array.from({ length: count }, next)
  return Array.from({ length: count }, (_, index) => index).sort((one, other) => numberAt(lots, one) - numberAt(lots, other))
}
