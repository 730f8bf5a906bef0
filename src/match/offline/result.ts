/** How a match ended, as its log tells. */
import type { Placing } from '../../games/contract.js'
import { findGame } from '../../games/registry.js'
import type { Entry } from '../../log/entry.js'
import { statesOf } from './take-back.js'
import type { Transcript } from './transcript.js'

export interface MatchResult {
  /** Every seat, best place first; null if the match did not come to its end. */
  readonly places: readonly Placing[] | null
  /** Seats that left it before, in order. */
  readonly left: readonly number[]
  /** Hash of the newest entry; null if there is none. */
  readonly head: string | null
}

/** Replays the events and judges nothing: whoever does not trust the log verifies it as well. */
export function resultOf({ game: id, options, seats, entries }: Transcript): MatchResult {
  const game = findGame(id)
  if (!game) throw new RangeError(`there is no game ${id}`)
  const final = statesOf(game, game.initial(game.schema.options.parse(options), seats), entries).at(-1)
  return { places: game.phase(final).over, ...endOf(entries) }
}

export const endOf = (entries: readonly Entry[]): Omit<MatchResult, 'places'> => ({
  left: entries.flatMap(({ command }) => (command.type === 'leave' ? [command.seat] : [])).sort((one, other) => one - other),
  head: entries.at(-1)?.hash ?? null,
})
