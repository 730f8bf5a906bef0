/**
 * Pairs by the Dutch system (FIDE Handbook C.04.3 of 2017), without colours. Nobody meets twice and nobody has a bye more often than others, if it can be helped; within that, those with equally many
 * points are paired, the upper half with the lower half.
 */
import { itemAt } from '../games/lists.js'
import { type Bracket, canBePaired, type Edge, lowest, type Node, nodesOf } from './bracket.js'
import { criteriaOf } from './bracket-criteria.js'
import { movedOrder, residentOrder } from './bracket-order.js'
import type { Contender } from './contenders.js'
import { type Criterion, worthOf } from './digits.js'
import { heaviestMatching } from './matching.js'
import { firstTransposition } from './transposition.js'

export type Pair = readonly [Contender, Contender]

export interface Pairing {
  readonly pairs: readonly Pair[]
  /** Of a bracket: who floats down; of all contenders: who has the bye, if anybody. In the order of contenders. */
  readonly floating: readonly Contender[]
}

export function dutchPairing(contenders: readonly Contender[], terms = termsFor(contenders)): Pairing {
  if (!canComplete(contenders, terms)) return pairBracket({ ...heldIn([], contenders), ...terms, repeats: true })
  const groups = byPoints(contenders)
  let done: Pairing = { pairs: [], floating: [] }
  for (const [index, group] of groups.entries()) {
    const later = groups.slice(index + 1)
    const paired = pairGroup(done.floating, group, later, terms)
    if (!paired) return collapsed(done, group, later.flat(), terms)
    done = { pairs: [...done.pairs, ...paired.pairs], floating: paired.floating }
  }
  return done
}

const byPoints = (contenders: readonly Contender[]): readonly (readonly Contender[])[] =>
  [...new Set(contenders.map(({ points }) => points))].map((points) => contenders.filter((one) => one.points === points))

type Terms = Pick<Bracket, 'next' | 'rest' | 'mayHaveBye' | 'repeats' | 'also'>

/** Nobody has the bye who has had more of them than somebody else. */
export function termsFor(contenders: readonly Contender[]): Terms {
  const least = Math.min(...contenders.map(({ byes }) => byes))
  return { next: [], rest: [], mayHaveBye: ({ byes }) => byes === least, repeats: false, also: [] }
}

const heldIn = (moved: readonly Contender[], residents: readonly Contender[]) => ({
  moved,
  limbo: [],
  residents,
  bottom: lowest(residents),
})

/** Those with equally many points and who floated down to them; null if those after them could then not all be paired. */
function pairGroup(
  moved: readonly Contender[],
  group: readonly Contender[],
  later: readonly (readonly Contender[])[],
  terms: Terms,
): Pairing | null {
  const bracket = { ...heldIn(moved, group), ...terms, next: later[0] ?? [], rest: later.length > 0 ? null : [] }
  const paired = pairAtOnce(bracket) ?? pairBracket(bracket)
  return canComplete([...paired.floating, ...later.flat()], terms) ? paired : null
}

/** The group is paired so that those after it can be, and all of them are one last bracket (A.9). */
function collapsed(done: Pairing, group: readonly Contender[], later: readonly Contender[], terms: Terms): Pairing {
  const penultimate = pairBracket({ ...heldIn(done.floating, group), ...terms, rest: later })
  const last = pairBracket({ ...heldIn(penultimate.floating, later), ...terms })
  return { pairs: [...done.pairs, ...penultimate.pairs, ...last.pairs], floating: last.floating }
}

const canComplete = (contenders: readonly Contender[], terms: Terms): boolean =>
  isPerfect({ ...heldIn([], contenders), ...terms })

/** Whether everybody can be paired, but for one who may have the bye. */
const isPerfect = (bracket: Bracket): boolean => !matesOf(bracket, nodesOf(bracket), [ANY]).includes(-1)

const ANY: Criterion<Edge> = { of: () => 1n, most: 1n }

function matesOf(bracket: Bracket, nodes: readonly Node[], criteria: readonly Criterion<Edge>[]): readonly number[] {
  const worth = worthOf(criteria)
  return heaviestMatching(nodes.length, (a, b) => {
    const edge = { high: itemAt(nodes, a), low: itemAt(nodes, b) }
    return canBePaired(bracket, edge) ? worth(edge) : null
  })
}

/** The best pairing; of several that are equally good, the one that the rules find first. Those who floated down are paired before the others (B.3). */
function pairBracket(bracket: Bracket): Pairing {
  const { moved, residents } = bracket
  const first = pairsInside(bracket, movedOrder(moved.length, residents.length))
  const above = first.filter(([high]) => moved.includes(high))
  const paired = new Set(above.flat())
  const remainder = residents.filter((one) => !paired.has(one))
  const limbo = moved.filter((one) => !paired.has(one))
  const order = residentOrder(remainder.length, first.length - above.length)
  const below = pairsInside({ ...bracket, moved: [], limbo, residents: remainder }, order)
  const pairs = [...above, ...below]
  const all = new Set(pairs.flat())
  return { pairs, floating: [...moved, ...residents].filter((one) => !all.has(one)) }
}

function pairsInside(bracket: Bracket, order: readonly Criterion<Edge>[]): readonly Pair[] {
  const nodes = nodesOf(bracket)
  const mates = matesOf(bracket, nodes, [...criteriaOf(bracket, nodes), ...order])
  return nodes.flatMap((high, index) => {
    const low = nodes[mates[index] ?? -1]
    return low && low.role === 'resident' && (mates[index] ?? 0) > index ? [[high.contender, low.contender] as const] : []
  })
}

/**
 * The pairing that the rules find first among those that are without a flaw, if the upper half can have the lower half. Most brackets are paired so, and large ones much sooner than by weighing everything against
 * everything. Null does not mean that there is none.
 */
function pairAtOnce(bracket: Bracket): Pairing | null {
  const { moved, residents, also } = bracket
  const above = also.length === 0 ? firstUnder(moved, residents) : null
  if (!above) return null
  const remainder = residents.filter((one) => !above.includes(one))
  const half = Math.floor(remainder.length / 2)
  const upper = remainder.slice(0, half)
  const lower = firstTransposition(upper, remainder.slice(half))
  if (!lower) return null
  const floating = remainder.slice(half).filter((one) => !lower.includes(one))
  return floating.every((one) => mayFloat(bracket, one))
    ? { pairs: [...zip(moved, above), ...zip(upper, lower)], floating }
    : null
}

/** For each who floated down, the highest resident who has neither met them nor floated up of late. */
function firstUnder(moved: readonly Contender[], residents: readonly Contender[]): readonly Contender[] | null {
  const chosen: Contender[] = []
  for (const { met } of moved) {
    const free = residents.find((one) => !chosen.includes(one) && !met.has(one.number) && !one.floats.includes('up'))
    if (!free) return null
    chosen.push(free)
  }
  return chosen
}

/** Without a flaw: not again of late, and into a bracket where all can be paired but for one resident, if their number is odd. */
function mayFloat({ rest, next, mayHaveBye, also }: Bracket, one: Contender): boolean {
  if (one.floats.includes('down')) return false
  if (rest) return mayHaveBye(one)
  return isPerfect({ ...heldIn([one], next), next: [], rest: [], mayHaveBye: (other) => other !== one, repeats: false, also })
}

const zip = (ones: readonly Contender[], others: readonly Contender[]): readonly Pair[] =>
  ones.map((one, index) => [one, itemAt(others, index)] as const)
