/** What a query may ask for: each limit has a code of its own. */
import { GraphQLError } from 'graphql'
import { MAX_NESTING } from '../http/body.js'

export interface Limits {
  readonly tokens: number
  readonly depth: number
  readonly aliases: number
  /** Characters of a name: an alias is in the answer as often as its field. */
  readonly name: number
  /** Levels of lists and objects in a literal. */
  readonly nesting: number
  /** Selections with all fragments spread out. */
  readonly unfolded: number
  /** Pairs of fields that are asked for at the same place of the answer. */
  readonly pairs: number
  /** Points of one operation: see cost.ts. */
  readonly cost: number
}

export const LIMITS: Limits = {
  tokens: 2000,
  depth: 12,
  aliases: 30,
  name: 100,
  nesting: MAX_NESTING,
  unfolded: 5000,
  pairs: 5000,
  cost: 10_000,
}

export const limitError = (code: string, message: string): GraphQLError => new GraphQLError(message, { extensions: { code } })

/** Counts points of work against whoever asks; throws once there are none left. Less than none are given back. */
export type Charge = (points: number) => void
