/** Random matches: uniformly random legal moves, seats leaving at random if asked for. Every state is frozen. */
import { type Stream, seededDice, seededStream } from '../../src/dice/seeded.js'
import type { AnyGame, Command, Dice } from '../../src/games/contract.js'
import { itemAt } from '../../src/games/lists.js'
import { forgetFound, freeze } from './same.js'

export interface Played {
  readonly command: Command<unknown>
  readonly events: readonly { type: string }[]
  // biome-ignore lint/suspicious/noExplicitAny: states are opaque to the laws.
  readonly before: any
  // biome-ignore lint/suspicious/noExplicitAny: states are opaque to the laws.
  readonly after: any
  /** The state that `decide` handed over: must be `after`. */
  readonly decided: unknown
}

export interface Setting {
  readonly seats: number
  readonly options: object
  readonly seed: number
  readonly dice?: Dice
  /** Chance that a seat leaves before a move. */
  readonly leaving?: number
  readonly maxEntries?: number
}

// biome-ignore lint/suspicious/noExplicitAny: states are opaque to the laws.
export const opening = (game: AnyGame, { seats, options }: { seats: number; options: object }): any =>
  game.initial(game.schema.options.parse(options), seats)

export function* playout(game: AnyGame, setting: Setting): Generator<Played> {
  forgetFound()
  const chance = seededStream(setting.seed)
  const dice = setting.dice ?? seededDice(setting.seed)
  let state = freeze(opening(game, setting))
  let command: Command<unknown> = { type: 'start' }
  for (let entries = 1; ; entries++) {
    const decision = game.decide(state, command, dice)
    if (!decision.ok) throw new Error(`${game.id}: ${JSON.stringify(command)} refused: ${JSON.stringify(decision.refusal)}`)
    const events: Played['events'] = freeze(decision.events)
    const after = freeze(events.reduce((before, event) => game.evolve(before, event), state))
    yield { command, events, before: state, after, decided: freeze(decision.state) }
    state = after
    const phase = game.phase(state)
    if (phase.over) return
    if (entries > (setting.maxEntries ?? Number.POSITIVE_INFINITY)) throw new Error(`${game.id}: no end after ${entries} entries`)
    command =
      setting.leaving && chance() < setting.leaving
        ? someoneLeaves(game, setting, state, chance)
        : randomMove(game, state, chance)
  }
}

// biome-ignore lint/suspicious/noExplicitAny: states are opaque to the laws.
export function randomMove(game: AnyGame, state: any, chance: Stream): Command<unknown> {
  const { awaiting } = game.phase(state)
  const { seat } = itemAt(awaiting, Math.floor(chance() * awaiting.length))
  const moves = game.legalMoves(state, seat)
  if (moves.size === 0) throw new Error(`${game.id}: seat ${seat} is awaited and has no legal move`)
  return { type: 'move', seat, move: moves.at(Math.floor(chance() * moves.size)) }
}

/** A seat that may still leave, found by asking the rules. */
// biome-ignore lint/suspicious/noExplicitAny: states are opaque to the laws.
function someoneLeaves(game: AnyGame, { seats }: Setting, state: any, chance: Stream): Command<unknown> {
  for (;;) {
    const command: Command<unknown> = { type: 'leave', seat: Math.floor(chance() * seats), reason: 'resigned' }
    if (game.decide(state, command, seededDice(1)).ok) return command
  }
}
