/** A match in play, without any database: the state, how far its log goes, and one step of play. */
import { recording } from '../dice/rolls.js'
import type { AnyGame, Command, Dice, Refusal } from '../games/contract.js'
import { entryHash } from '../log/chain.js'
import type { Entry, UnhashedEntry } from '../log/entry.js'

export interface Position {
  readonly version: number
  /** Hash of the newest entry. */
  readonly head: string
  // biome-ignore lint/suspicious/noExplicitAny: the state belongs to the game; nobody else looks inside.
  readonly state: any
}

export type Step = { ok: true; entry: Entry; next: Position } | { ok: false; refusal: Refusal }

/** Decides a command and writes the entry that would follow; nothing is stored here. */
export function step(
  game: AnyGame,
  position: Position,
  command: Command<unknown>,
  chance: { dice: Dice; secret: Uint8Array },
  at: string | null,
): Step {
  const { dice, rolls } = recording(chance.dice)
  const decision = game.decide(position.state, command, dice)
  if (!decision.ok) return decision
  const events = decision.events as Entry['events']
  const unhashed: UnhashedEntry = {
    version: position.version + 1,
    rules: game.rules,
    command: command as Entry['command'],
    events,
    rolls,
    at,
  }
  const entry = { ...unhashed, hash: entryHash(position.head, unhashed, chance.secret) }
  return { ok: true, entry, next: { version: entry.version, head: entry.hash, state: decision.state } }
}

/** Replay: folds `evolve` and never asks `decide`. */
export const fold = (game: AnyGame, state: unknown, events: readonly unknown[]): unknown =>
  events.reduce((before, event) => game.evolve(before, event), state)

/** Stored events as today's engine reads them. */
export const readEvents = (game: AnyGame, stored: readonly unknown[]): unknown[] =>
  stored.map((event) => game.schema.event.parse(game.upcast ? game.upcast(event) : event))
