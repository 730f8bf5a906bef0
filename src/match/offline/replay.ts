/** From stored events to the state that they make. */
import type { AnyGame } from '../../games/contract.js'

/** Replay: folds `evolve` and never asks `decide`. */
export const fold = (game: AnyGame, state: unknown, events: readonly unknown[]): unknown =>
  events.reduce((before, event) => game.evolve(before, event), state)

/** Stored events as today's engine reads them. */
export const readEvents = (game: AnyGame, stored: readonly unknown[]): unknown[] =>
  stored.map((event) => game.schema.event.parse(game.upcast ? game.upcast(event) : event))
