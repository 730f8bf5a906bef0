/** One bracket of the Dutch system: those with equally many points, and those who floated down to them. */
import type { Contender } from './contenders.js'
import type { Criterion } from './digits.js'
import { rounded } from './points.js'

export interface Bracket {
  /** Who floated down into it, in the order of contenders. They are not paired with each other: if they could be, they would have been before. */
  readonly moved: readonly Contender[]
  /** Those of them who will not be paired in it. */
  readonly limbo: readonly Contender[]
  readonly residents: readonly Contender[]
  /** The fewest points of a resident, those included that are paired already. */
  readonly bottom: number
  /** Those of the bracket after it, which shall be paired well, too. */
  readonly next: readonly Contender[]
  /** All others, if they must find opponents among themselves and those who float down, so that at most one is left; null if it is not asked. */
  readonly rest: readonly Contender[] | null
  readonly mayHaveBye: (one: Contender) => boolean
  /** Whether two may be paired who have met. */
  readonly repeats: boolean
  /** What else counts, where chess has its colours (C.8 to C.11). Seats need nothing, but with colours the same rules can be held against tournaments of chess. */
  readonly also: readonly Criterion<Edge>[]
}

/** Where somebody is in a bracket; `nobody` is whom the one with the bye is paired with. */
export const ROLES = ['moved', 'limbo', 'resident', 'next', 'rest', 'nobody'] as const
export type Role = (typeof ROLES)[number]

export interface Node {
  readonly role: Role
  /** From 0, among those of this role. */
  readonly index: number
  readonly contender: Contender
}

/** Two who can be paired, the one who is listed first above. */
export interface Edge {
  readonly high: Node
  readonly low: Node
}

const NOBODY: Contender = { number: 0, points: 0, byes: 0, met: new Map(), floats: [null, null] }

export function nodesOf(bracket: Bracket): readonly Node[] {
  const { moved, limbo, residents, next, rest } = bracket
  const all = moved.length + limbo.length + residents.length + (rest?.length ?? 0)
  const nobody = rest && all % 2 === 1 ? [NOBODY] : []
  return [
    ...nodes('moved', moved),
    ...nodes('limbo', limbo),
    ...nodes('resident', residents),
    ...nodes('next', next),
    ...nodes('rest', rest ?? []),
    ...nodes('nobody', nobody),
  ]
}

const nodes = (role: Role, contenders: readonly Contender[]): readonly Node[] =>
  contenders.map((contender, index) => ({ role, index, contender }))

export function canBePaired({ mayHaveBye, repeats }: Bracket, { high, low }: Edge): boolean {
  if (low.role === 'nobody') return mayHaveBye(high.contender)
  if (!repeats && timesMet({ high, low }) > 0) return false
  return low.role === 'resident' ? high.role !== 'limbo' : low.role === 'next' || low.role === 'rest'
}

export const timesMet = ({ high, low }: Edge): number => high.contender.met.get(low.contender.number) ?? 0

/** A pair of this bracket. */
export const isInside = ({ low }: Edge): boolean => low.role === 'resident'

export const isMovedPair = ({ high, low }: Edge): boolean => high.role === 'moved' && low.role === 'resident'

/** By how much the points of a pair differ. */
export const gap = ({ high, low }: Edge): number => rounded(high.contender.points - low.contender.points)

export const lowest = (contenders: readonly Contender[]): number => Math.min(...contenders.map(({ points }) => points))
