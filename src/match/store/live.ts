/** A match in play as the server holds it: what is fixed from its start, and the newest position known here. */
import type { AnyGame, Dice } from '../../games/contract.js'
import { genesisHash } from '../../log/chain.js'
import type { Awaiting, Entry } from '../../log/entry.js'
import type { StoredEntry } from '../../log/log.js'
import { fold, type Position, readEvents } from '../offline/step.js'

/** What never changes once a match has begun. */
export interface Fixed {
  readonly id: string
  readonly game: AnyGame
  /** As stored: the hash chain begins with them. */
  readonly options: Record<string, unknown>
  readonly seats: number
  readonly visibility: string
  readonly commitment: string
  /** Who made the match, with a seat or without. */
  readonly host: string
  /** Player ids by seat. */
  readonly holders: readonly (string | null)[]
  readonly secret: Uint8Array
  readonly dice: Dice
}

export interface Live {
  readonly fixed: Fixed
  position: Position
  awaiting: readonly Awaiting[]
  /** By seat: the version at which it left, or null. */
  leftAt: readonly (number | null)[]
}

/** The match before its first entry. */
export function beginning(fixed: Fixed): Live {
  const { id, game, options, seats, commitment } = fixed
  const head = genesisHash({ match: id, game: game.id, options, seats, commitment })
  return {
    fixed,
    position: { version: 0, head, state: game.initial(game.schema.options.parse(options), seats) },
    awaiting: [],
    leftAt: Array.from({ length: seats }, () => null),
  }
}

/** Takes the next entry of the log into account. One that is already known is passed over. */
export function advance(live: Live, entry: StoredEntry): void {
  if (entry.version !== live.position.version + 1) return
  const { game } = live.fixed
  const state = fold(game, live.position.state, readEvents(game, entry.events))
  moveOn(live, entry, { version: entry.version, head: entry.hash, state }, entry.awaiting)
}

/** The same where the position after the entry is known already. A reader may have come this far or farther: a position never goes back. */
export function moveOn(live: Live, { command, version }: Entry, next: Position, awaiting: readonly Awaiting[]): void {
  if (live.position.version >= version) return
  live.position = next
  live.awaiting = awaiting
  if (command.type === 'leave') live.leftAt = live.leftAt.with(command.seat, version)
}
