/** What a bot is asked, and what it answers: a function of what its seat may know and of a seed, of nothing else. */
import type { AnyGame } from '../games/contract.js'

export interface Asked {
  readonly game: AnyGame
  /** The match as the seat may know it; it is awaited. */
  readonly view: unknown
  readonly seat: number
  /** A whole number from 0 up to 2^32: the same one gives the same answer. */
  readonly seed: number
}

/** A legal move of the game, as far as the seat can know. */
export type Move = { readonly type: string }

export type Strategy = (asked: Asked) => Move
