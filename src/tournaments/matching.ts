/**
 * Pairs with the greatest sum of weights (Edmonds' algorithm in its primal-dual form; its steps grow as n³). Weights are whole numbers of any length, so that criteria of which the first
 * outweighs all that follow can be written as the digits of one number.
 */
import {
  at,
  dualOf,
  endAt,
  enqueue,
  excess,
  expand,
  type Forest,
  FREE,
  INNER,
  noteNearest,
  OUTER,
  outerAbove,
  settle,
  shrink,
  topOf,
} from './blossoms.js'

/** Above 0; null where two cannot be a pair. Asked once for each two, the lower one first. */
export type Weight = (a: number, b: number) => bigint | null

/** For each of `size` vertices, counted from 0: its mate, or -1. */
export function heaviestMatching(size: number, weight: Weight): readonly number[] {
  const forest = newForest(size, weight)
  matchAtOnce(forest)
  while (foundPair(forest)) {}
  return Array.from({ length: size }, (_, vertex) => at(forest.mates, vertex + 1) - 1)
}

function newForest(size: number, weight: Weight): Forest {
  const span = 2 * size + 1
  const weights: bigint[] = new Array(span * span).fill(0n)
  const ends = new Int32Array(span * span)
  const holders = new Int32Array(span * span)
  let most = 0n
  for (let a = 1; a <= size; a++) {
    holders[a * span + a] = a
    for (let b = a + 1; b <= size; b++) {
      const value = weight(a - 1, b - 1)
      if (value === null) continue
      weights[a * span + b] = weights[b * span + a] = 2n * value
      ends[a * span + b] = a
      ends[b * span + a] = b
      if (value > most) most = value
    }
  }
  return {
    size,
    span,
    weights,
    ends,
    holders,
    duals: Array.from({ length: span }, (_, node) => (node <= size ? most : 0n)),
    tops: Int32Array.from({ length: span }, (_, node) => (node <= size ? node : 0)),
    mates: new Int32Array(span),
    sides: new Int8Array(span),
    reached: new Int32Array(span),
    nearest: new Int32Array(span),
    petals: Array.from({ length: span }, () => []),
    queue: [],
  }
}

/** The heaviest edges have no excess from the beginning: some of them are used without a search. */
function matchAtOnce(forest: Forest): void {
  const { size, mates } = forest
  for (let a = 1; a <= size; a++) {
    for (let b = 1; b <= size && mates[a] === 0; b++) {
      if (mates[b] !== 0 || endAt(forest, a, b) === 0 || excess(forest, a, b) !== 0n) continue
      mates[a] = b
      mates[b] = a
    }
  }
}

const nodesOf = ({ span }: Forest): readonly number[] => Array.from({ length: span - 1 }, (_, index) => index + 1)

const outermost = (forest: Forest): readonly number[] => nodesOf(forest).filter((node) => topOf(forest, node) === node)

/** Trees grow from all vertices without a mate until two of them meet; false if no further pair adds weight. */
function foundPair(forest: Forest): boolean {
  plant(forest)
  if (forest.queue.length === 0) return false
  for (;;) {
    if (scan(forest)) return true
    const change = leastChange(forest)
    if (change === null || !changeDuals(forest, change)) return false
    if (useNearest(forest)) return true
    for (const node of outermost(forest)) if (isSpent(forest, node)) expand(forest, node)
  }
}

function plant(forest: Forest): void {
  const { sides, nearest, reached, mates, queue } = forest
  sides.fill(FREE)
  nearest.fill(0)
  queue.length = 0
  for (const node of outermost(forest)) {
    if (mates[node] !== 0) continue
    reached[node] = 0
    sides[node] = OUTER
    enqueue(forest, node)
  }
}

/** Looks along the edges of all outer vertices. */
function scan(forest: Forest): boolean {
  const { size, sides, queue } = forest
  for (let vertex = queue.pop(); vertex !== undefined; vertex = queue.pop()) {
    if (sides[topOf(forest, vertex)] === INNER) continue
    for (let other = 1; other <= size; other++) {
      if (endAt(forest, vertex, other) === 0 || topOf(forest, vertex) === topOf(forest, other)) continue
      if (excess(forest, vertex, other) !== 0n) noteNearest(forest, vertex, topOf(forest, other))
      else if (useEdge(forest, vertex, other)) return true
    }
  }
  return false
}

/** Along an edge without excess from an outer node: the tree grows, a circle shrinks, or two trees meet, which makes one more pair. */
function useEdge(forest: Forest, from: number, to: number): boolean {
  const one = topOf(forest, from)
  const other = topOf(forest, to)
  if (forest.sides[other] === FREE) return takeInto(forest, from, other)
  if (forest.sides[other] === INNER) return false
  const base = meetingOf(forest, one, other)
  if (base !== 0) {
    shrink(forest, one, base, other)
    return false
  }
  flip(forest, one, other)
  flip(forest, other, one)
  return true
}

function takeInto(forest: Forest, from: number, node: number): false {
  const { reached, sides, nearest, mates } = forest
  const mate = topOf(forest, at(mates, node))
  reached[node] = from
  sides[node] = INNER
  sides[mate] = OUTER
  nearest[node] = nearest[mate] = 0
  enqueue(forest, mate)
  return false
}

/** The first outer node that is above both; 0 if they are in different trees. */
function meetingOf(forest: Forest, one: number, other: number): number {
  const above = new Set<number>()
  for (let node = one; node !== 0; node = outerAbove(forest, node)) above.add(node)
  for (let node = other; node !== 0; node = outerAbove(forest, node)) if (above.has(node)) return node
  return 0
}

/** From a node up to its root, pairs become gaps and gaps pairs; the node itself is paired with `other`. */
function flip(forest: Forest, from: number, other: number): void {
  for (let node = from, mate = other; ; ) {
    const inner = topOf(forest, at(forest.mates, node))
    settle(forest, node, mate)
    if (inner === 0) return
    const above = topOf(forest, at(forest.reached, inner))
    settle(forest, inner, above)
    node = above
    mate = inner
  }
}

/** By how much duals can change until an edge can be used or a blossom must fall apart; null if nothing ever stops them. */
function leastChange(forest: Forest): bigint | null {
  const changes = outermost(forest).flatMap((node) => {
    if (forest.sides[node] === INNER) return node > forest.size ? [dualOf(forest, node) / 2n] : []
    const from = at(forest.nearest, node)
    if (from === 0) return []
    const left = excess(forest, from, node)
    return [forest.sides[node] === OUTER ? left / 2n : left]
  })
  return changes.reduce<bigint | null>((least, one) => (least === null || one < least ? one : least), null)
}

/** False once an outer vertex has nothing left to give: then no further pair adds weight. */
function changeDuals(forest: Forest, by: bigint): boolean {
  const { size, sides, duals } = forest
  for (let vertex = 1; vertex <= size; vertex++) {
    const side = sides[topOf(forest, vertex)]
    if (side === OUTER && dualOf(forest, vertex) <= by) return false
    if (side !== FREE) duals[vertex] = dualOf(forest, vertex) + (side === OUTER ? -by : by)
  }
  for (const node of outermost(forest)) {
    if (node > size && sides[node] !== FREE) duals[node] = dualOf(forest, node) + (sides[node] === OUTER ? 2n * by : -2n * by)
  }
  return true
}

function useNearest(forest: Forest): boolean {
  for (const node of outermost(forest)) {
    const from = at(forest.nearest, node)
    if (topOf(forest, node) !== node || from === 0 || topOf(forest, from) === node || excess(forest, from, node) !== 0n) continue
    if (useEdge(forest, from, endAt(forest, node, from))) return true
  }
  return false
}

const isSpent = (forest: Forest, node: number): boolean =>
  node > forest.size && topOf(forest, node) === node && forest.sides[node] === INNER && dualOf(forest, node) === 0n
