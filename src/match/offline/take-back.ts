/** Going back to an earlier position: an entry like any other. Nothing is deleted, and what was seen stays seen. */
import type { AnyGame, Refusal } from '../../games/contract.js'
import { refusal } from '../../games/contract.js'
import type { Entry, StoredCommand } from '../../log/entry.js'
import { fold, readEvents } from './replay.js'

/** What a take-back leads to. */
export interface Back {
  /** The first version that can be gone back to: a seat that has left or changed hands since would get what was another's. */
  readonly earliest: number
  /** Of the version that is gone back to. */
  readonly state: unknown
}

export const tooFar = (earliest: number): Refusal =>
  refusal(
    'TAKE_BACK_TOO_FAR',
    `A take-back goes to a version from ${earliest} on, and before the newest: none beyond the start, a seat that left or one that changed hands.`,
  )

/** Whether the entry is one that no take-back goes beyond. */
export const isBarrier = ({ type }: StoredCommand): boolean => type === 'start' || type === 'leave' || type === 'handOver'

/** The state that follows from an entry. `stateAt`: that of an earlier version. */
export const stateAfter = (
  game: AnyGame,
  before: unknown,
  { command, events }: Pick<Entry, 'command' | 'events'>,
  stateAt: (version: number) => unknown,
): unknown => (command.type === 'takeBack' ? stateAt(command.to) : fold(game, before, readEvents(game, events)))

/** The state at every version, from 0 on. */
export function statesOf(game: AnyGame, initial: unknown, entries: readonly Entry[]): unknown[] {
  const states = [initial]
  for (const entry of entries) states.push(stateAfter(game, states.at(-1), entry, (version) => states[version]))
  return states
}
