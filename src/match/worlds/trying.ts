/** What follows from a move in a world: the rules alone, without a match, a log or a clock. */
import { seededDice } from '../../dice/seeded.js'
import type { AnyGame, Command, Refusal } from '../../games/contract.js'
import { readMove } from '../offline/step.js'
import type { TriedMove } from '../world-shapes.js'

export type Tried =
  | { readonly ok: true; readonly state: unknown; readonly events: readonly Readonly<Record<string, unknown>>[] }
  | { readonly ok: false; readonly refusal: Refusal }

export function tried(game: AnyGame, state: unknown, { seat, move }: TriedMove, seed: number): Tried {
  if (move === undefined) return decided(game, state, { type: 'leave', seat, reason: 'resigned' }, seed)
  const read = readMove(game, move)
  return read.ok ? decided(game, state, { type: 'move', seat, move: read.move }, seed) : read
}

export function begun(game: AnyGame, options: object, seats: number, seed: number): Tried {
  return decided(game, game.initial(options, seats), { type: 'start' }, seed)
}

const decided = (game: AnyGame, state: unknown, command: Command<unknown>, seed: number): Tried =>
  game.decide(state, command, seededDice(seed))
