/**
 * What a search has found out, by the moves that lead there. Worlds differ in what is hidden, so a node stands for all of them in which its moves can be made. Where several seats
 * decide at once each has a bandit of its own, and none hears what the others choose.
 */
import type { Move } from '../bot.js'

/** A move that has been thought about, from the view of the seat that makes it. */
export interface Option {
  readonly move: Move
  /** Names the move; not made before it is needed, because most options are never tried. */
  key: string | undefined
  /** How promising it looks before it is tried; those of one bandit make 1. */
  readonly prior: number
  /** The seat's share as one look ahead saw it: what it is thought to be worth until it is tried. */
  readonly first: number
  visits: number
  /** Sum of the seat's shares over all visits. */
  gain: number
}

/** The choice of one seat in one node. */
export interface Bandit {
  /** The most promising first. */
  readonly options: Option[]
  visits: number
  /** Options that were visited. */
  tried: number
  /** Sum over all visits of how much more the seat's share was than one look ahead had told. */
  surprise: number
}

export interface Node {
  visits: number
  /** How it looked in the world that first came here. Options are judged there, and tried in others: in one and the same world all would seem to know its secrets. */
  first: unknown
  readonly bandits: Map<number, Bandit>
  readonly children: Map<string, Node>
}

export const node = (): Node => ({ visits: 0, first: undefined, bandits: new Map(), children: new Map() })

export function childOf(parent: Node, key: string): Node {
  const known = parent.children.get(key)
  if (known) return known
  const child = node()
  parent.children.set(key, child)
  return child
}
