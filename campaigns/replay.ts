/** A finished log played back by the rules alone: what the server made of it is on trial, so its own replay is not used. */
import type { AnyGame } from '../src/games/contract.js'
import { findGame } from '../src/games/registry.js'
import type { Transcript } from '../src/match/offline/transcript.js'

export type Entry = Transcript['entries'][number]

export function gameOf({ game: id }: Transcript): AnyGame {
  const game = findGame(id)
  if (!game) throw new Error(`there is no game ${JSON.stringify(id)}`)
  return game
}

/** Stored events as today's rules read them. */
export const readEvents = (game: AnyGame, events: Entry['events']): Entry['events'] =>
  events.map((event) => game.schema.event.parse(game.upcast ? game.upcast(event) : event))

export const stateAfter = (game: AnyGame, before: object, events: Entry['events']): object =>
  readEvents(game, events).reduce((state: object, event): object => game.evolve(state, event), before)

/** The state at every version, from 0 on. */
export function statesOf(game: AnyGame, { options, seats, entries }: Transcript): object[] {
  let state: object = game.initial(game.schema.options.parse(options), seats)
  return [
    state,
    ...entries.map(({ events }) => {
      state = stateAfter(game, state, events)
      return state
    }),
  ]
}
