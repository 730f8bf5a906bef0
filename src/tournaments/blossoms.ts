/**
 * Trees that grow from vertices without a mate, in the search for a matching. An *outer* node is reached by an even number of edges, an *inner* one by an odd number. An odd circle of
 * nodes shrinks into a *blossom*, a node itself; the nodes of the circle are its *petals*, the first of them its *base*.
 *
 * Every vertex has a dual, and no edge weighs more than the duals of its ends together, blossoms apart; what they have beyond its weight is the *excess* of the edge. Edges without excess may be used.
 */

export const FREE = -1
export const OUTER = 0
export const INNER = 1

/** Vertices count from 1, blossoms go on after them; 0 is none. What is searched changes in place: a copy at each step would cost more than the search. */
export interface Forest {
  readonly size: number
  /** One more than the greatest number of a node. */
  readonly span: number
  /** At [a * span + b]: twice the weight of an edge, so that half an excess is whole. */
  readonly weights: readonly bigint[]
  /** At [a * span + b]: the vertex of node a at which the best edge between a and b ends; 0 if there is none. */
  readonly ends: Int32Array
  readonly duals: bigint[]
  readonly mates: Int32Array
  /** The outermost node that holds a node; 0 for blossoms that are not in use. */
  readonly tops: Int32Array
  readonly sides: Int8Array
  /** Of an inner node: the vertex from which it was reached. */
  readonly reached: Int32Array
  /** The outer vertex whose edge to this node has the least excess. */
  readonly nearest: Int32Array
  /** At [b * span + v]: the petal of b that holds vertex v. */
  readonly holders: Int32Array
  readonly petals: number[][]
  /** Outer vertices whose edges have not been looked along. */
  readonly queue: number[]
}

/** Every list has an item for every node: nothing is ever missing. */
export const at = (list: { readonly [index: number]: number }, index: number): number => list[index] ?? 0

export const endAt = ({ ends, span }: Forest, node: number, other: number): number => at(ends, node * span + other)

export const topOf = ({ tops }: Forest, node: number): number => at(tops, node)

export const dualOf = ({ duals }: Forest, node: number): bigint => duals[node] ?? 0n

export const petalsOf = ({ petals }: Forest, blossom: number): readonly number[] => petals[blossom] ?? []

/** Of the best edge between two nodes. */
export function excess(forest: Forest, a: number, b: number): bigint {
  const u = endAt(forest, a, b)
  const v = endAt(forest, b, a)
  return dualOf(forest, u) + dualOf(forest, v) - (forest.weights[u * forest.span + v] ?? 0n)
}

export function enqueue(forest: Forest, node: number): void {
  if (node <= forest.size) forest.queue.push(node)
  else for (const petal of petalsOf(forest, node)) enqueue(forest, petal)
}

export function noteNearest(forest: Forest, vertex: number, node: number): void {
  const known = at(forest.nearest, node)
  if (known === 0 || excess(forest, vertex, node) < excess(forest, known, node)) forest.nearest[node] = vertex
}

function findNearest(forest: Forest, node: number): void {
  forest.nearest[node] = 0
  for (let vertex = 1; vertex <= forest.size; vertex++) {
    const top = topOf(forest, vertex)
    if (endAt(forest, vertex, node) !== 0 && top !== node && forest.sides[top] === OUTER) noteNearest(forest, vertex, node)
  }
}

function putUnder(forest: Forest, node: number, top: number): void {
  forest.tops[node] = top
  if (node > forest.size) for (const petal of petalsOf(forest, node)) putUnder(forest, petal, top)
}

/** The outer node two edges nearer to the root of its tree; 0 above the root. */
export function outerAbove(forest: Forest, outer: number): number {
  const inner = topOf(forest, at(forest.mates, outer))
  return inner === 0 ? 0 : topOf(forest, at(forest.reached, inner))
}

/** The outer nodes from one up to another, each followed by the inner node above it. */
function pathUp(forest: Forest, from: number, to: number): number[] {
  const path: number[] = []
  for (let outer = from; outer !== to; outer = outerAbove(forest, outer)) path.push(outer, topOf(forest, at(forest.mates, outer)))
  return path
}

/** An edge between two outer nodes of one tree closes a circle; `base` is where their ways up meet. */
export function shrink(forest: Forest, one: number, base: number, other: number): void {
  const { size, span, sides, mates, petals, duals, tops } = forest
  const left = pathUp(forest, one, base)
  const right = pathUp(forest, other, base)
  const blossom = tops.indexOf(0, size + 1)
  petals[blossom] = [base, ...left.toReversed(), ...right]
  for (const node of [...left, ...right]) if (sides[node] === INNER) enqueue(forest, node)
  duals[blossom] = 0n
  sides[blossom] = OUTER
  mates[blossom] = at(mates, base)
  putUnder(forest, blossom, blossom)
  forest.ends.fill(0, blossom * span, (blossom + 1) * span)
  forest.holders.fill(0, blossom * span, (blossom + 1) * span)
  for (const petal of petalsOf(forest, blossom)) takeEdges(forest, blossom, petal)
  findNearest(forest, blossom)
}

/** A blossom has the edges of its petals, the best one to each node. */
function takeEdges(forest: Forest, blossom: number, petal: number): void {
  const { span, size, ends, holders } = forest
  for (let node = 1; node < span; node++) {
    if (node === blossom || endAt(forest, petal, node) === 0) continue
    if (endAt(forest, blossom, node) !== 0 && excess(forest, petal, node) >= excess(forest, blossom, node)) continue
    ends[blossom * span + node] = endAt(forest, petal, node)
    ends[node * span + blossom] = endAt(forest, node, petal)
  }
  for (let vertex = 1; vertex <= size; vertex++)
    if (holders[petal * span + vertex] !== 0) holders[blossom * span + vertex] = petal
}

/** How far a petal is from the base, along the side of the circle on which that is even; the circle is turned round if need be. */
function evenWay(forest: Forest, blossom: number, petal: number): number {
  const [base = 0, ...rest] = petalsOf(forest, blossom)
  const index = petalsOf(forest, blossom).indexOf(petal)
  if (index % 2 === 0) return index
  forest.petals[blossom] = [base, ...rest.toReversed()]
  return rest.length + 1 - index
}

/** An inner blossom whose dual is used up falls apart: one way round its circle goes on in the tree, the other leaves it. */
export function expand(forest: Forest, blossom: number): void {
  const { span, sides, reached, nearest, tops, holders } = forest
  for (const petal of petalsOf(forest, blossom)) putUnder(forest, petal, petal)
  const entry = at(holders, blossom * span + endAt(forest, blossom, at(reached, blossom)))
  const way = evenWay(forest, blossom, entry)
  const circle = petalsOf(forest, blossom)
  for (let index = 0; index < way; index += 2) {
    const inner = at(circle, index)
    const outer = at(circle, index + 1)
    reached[inner] = endAt(forest, outer, inner)
    sides[inner] = INNER
    sides[outer] = OUTER
    nearest[inner] = 0
  }
  sides[entry] = INNER
  reached[entry] = at(reached, blossom)
  for (const petal of circle.slice(way + 1)) sides[petal] = FREE
  tops[blossom] = 0
  circle.forEach((petal, index) => {
    if (index > way || index % 2 === 1) findNearest(forest, petal)
    if (index < way && index % 2 === 1) enqueue(forest, petal)
  })
}

/** Makes the best edge between two nodes part of the matching, on the side of the first: its petals are paired anew, and its base is where the edge ends. */
export function settle(forest: Forest, node: number, other: number): void {
  const { span, size, mates, holders } = forest
  mates[node] = endAt(forest, other, node)
  if (node <= size) return
  const entry = at(holders, node * span + endAt(forest, node, other))
  const way = evenWay(forest, node, entry)
  const circle = petalsOf(forest, node)
  for (let index = 0; index < way; index++) settle(forest, at(circle, index), at(circle, index ^ 1))
  settle(forest, entry, other)
  forest.petals[node] = [...circle.slice(way), ...circle.slice(0, way)]
}
