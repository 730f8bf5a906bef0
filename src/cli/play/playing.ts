/** A match as whoever plays it at a terminal needs it, wherever it is kept. */
import type { AnyGame, Placing } from '../../games/contract.js'
import type { StoredMove } from '../../log/entry.js'

/** A move that the seat may make, with its sentence. */
export interface Offered {
  readonly move: StoredMove
  readonly label: string
}

/** Where the match stands when it is the turn of the seat, or at its end. */
export interface Standing {
  /** As the seat may know it. */
  readonly view: unknown
  /** The name of what the seat must choose; undefined if nothing. */
  readonly decision: string | undefined
  readonly offered: readonly Offered[]
  /** False if the rules allow more than what is offered. */
  readonly isComplete: boolean
  /** How it has ended; undefined while it goes on. */
  readonly ended: Ending | undefined
}

export interface Ending {
  /** Best first; empty if there is no result. */
  readonly places: readonly Placing[]
  /** What can be done with the match now, one line each. */
  readonly afterwards: readonly string[]
}

export interface Playing {
  readonly game: AnyGame
  readonly seat: number
  /** Who plays, by seat. */
  readonly players: readonly string[]
  /** Waits until the seat must choose or the match has ended; undefined if the signal ended it before. `tell`: what is waited for. */
  next(signal: AbortSignal, tell: (waitingFor: string) => void): Promise<Standing | undefined>
  /** Makes a move, or says why the rules refuse it. */
  play(move: unknown): Promise<string | undefined>
  /** What the seat was told since it last asked; the first time, since its last move at least. */
  news(): Promise<readonly string[]>
  /** All that the seat was told. */
  log(): Promise<readonly string[]>
  /** How the match is gone on with, one line each. */
  readonly farewell: readonly string[]
}

/** More are not laid out: whoever wants another types it. */
export const MOST_OFFERED = 5000
