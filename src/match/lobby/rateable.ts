/**
 * Which matches may be rated: those in which everybody plays for themselves, to the end, and in the sight of all. What tournaments make is theirs to judge; they ask for the row of a match, not
 * for this.
 */
import { isHouse } from '../../accounts/house-ids.js'
import type { Clock } from '../../clocks/clock.js'
import { Problem } from '../../platform/problem.js'
import type { CreateMatch } from '../shapes.js'

/** As much of a match as it depends on. */
interface Terms extends Pick<CreateMatch, 'seats' | 'visibility' | 'options'> {
  /** Null or left out: none. */
  readonly clock?: Clock | null | undefined
}

/** Why a match with these terms, and with these players in it from the beginning, cannot be rated; undefined if it can. */
export function unrateable({ seats, visibility, options, clock }: Terms, players: readonly string[]): string | undefined {
  if (seats < 2) return 'it takes at least two'
  if (visibility !== 'public') return 'it has to be public'
  if (options.content !== undefined) return 'it is played with the content of the game, not with another'
  if (new Set(players).size < players.length) return 'a bot of the house has one seat of it'
  const isOfHouse = players.length === seats && players.every(isHouse)
  if (!clock) return isOfHouse ? undefined : 'it needs a clock, so that it ends whoever stays away'
  return clock.onExpiry === 'leave' ? undefined : 'a seat whose time is up leaves it (`onExpiry`), for nobody else plays for it'
}

export function requireRateable(terms: Terms & { readonly rated: boolean }, players: readonly string[]): void {
  const why = terms.rated ? unrateable(terms, players) : undefined
  if (why !== undefined) throw new Problem(400, 'NOT_RATEABLE', `This match cannot be rated: ${why}.`)
}
