/** Who somebody is at a table, and at which point of the log: the one place where that is decided. */
import type { Caller } from '../accounts/caller.js'
import type { Viewer } from '../games/contract.js'
import { notFound } from '../platform/problem.js'
import type { Live } from './live.js'

export const seatOf = (live: Live, caller: Caller): number | null => {
  const seat = caller.player ? live.fixed.holders.indexOf(caller.player.id) : -1
  return seat < 0 ? null : seat
}

/** Whoever holds a seat sees with it until it has left, and as a spectator from then on. */
export function viewerAt(live: Live, caller: Caller, version: number): Viewer {
  const seat = seatOf(live, caller)
  if (seat === null) return 'spectator'
  const left = live.leftAt[seat]
  return left !== null && left !== undefined && version >= left ? 'spectator' : seat
}

/** A private match does not exist for strangers; whoever made it and administrators may look after it. */
export function requireSight(live: Live, caller: Caller): void {
  const { visibility, host } = live.fixed
  if (visibility === 'public' || seatOf(live, caller) !== null || caller.player?.id === host || caller.scopes.has('admin')) return
  throw notFound('match')
}
