/**
 * The one redactor: who somebody is in a match at a point of its log, and what they are therefore shown and told. Only this file asks a game for
 * views and notices, so all that leaves the server about a match in play comes through here. A test holds the sources to this.
 */
import { type Caller, requirePlayer } from '../../accounts/caller.js'
import type { AnyGame, Viewer } from '../../games/contract.js'
import type { Awaiting } from '../../log/entry.js'
import type { StoredEntry } from '../../log/log.js'
import { forbidden, notFound } from '../../platform/problem.js'
import { readEvents } from '../offline/step.js'
import type { MatchStatus, NoticeItem, Standing } from '../shapes.js'
import type { Live } from '../store/live.js'
import { clocksOf, type Spans, withDeadlines } from './clocks.js'

type Notice = NoticeItem['notices'][number]

const ABORTED = 'The match is aborted: it ends without a result.'

export const seatOf = (live: Pick<Live, 'fixed'>, caller: Caller): number | null => {
  const seat = caller.player ? live.fixed.holders.indexOf(caller.player.id) : -1
  return seat < 0 ? null : seat
}

export function requireSeat(live: Live, caller: Caller): number {
  if (!caller.player) requirePlayer(caller, 'read')
  const seat = seatOf(live, caller)
  if (seat === null) throw forbidden('NOT_SEATED', 'You have no seat in this match.')
  return seat
}

/** A private match does not exist for strangers; whoever made it and administrators may look after it. */
export function requireSight(live: Live, caller: Caller): void {
  const { visibility, host } = live.fixed
  if (visibility === 'public' || seatOf(live, caller) !== null || caller.player?.id === host || caller.scopes.has('admin')) return
  throw notFound('match')
}

/** Whoever holds a seat sees with it until it has left, and as a spectator from then on. */
export function viewerAt(live: Live, caller: Caller, version: number): Viewer {
  const seat = seatOf(live, caller)
  if (seat === null) return 'spectator'
  const left = live.leftAt[seat]
  return left !== null && left !== undefined && version >= left ? 'spectator' : seat
}

/** Where the match stands for the caller, at the position that is given. */
export function standingOf({ position, awaiting, times, ...live }: Live, caller: Caller, time: Spans): Standing {
  const { version, aborted } = position
  const clocked = { clock: live.fixed.clock, times }
  const unbegun = live.fixed.isCancelled ? 'cancelled' : 'open'
  const status = version === 0 ? unbegun : statusAfter(awaiting, aborted)
  return {
    version,
    status,
    awaiting: withDeadlines(awaiting, clocked, time),
    yourTurn: awaiting.some(({ seat }) => seat === seatOf(live, caller)),
    clocks: version === 0 ? null : clocksOf(clocked, time),
  }
}

/** How far a match has come with an entry after which these are awaited. */
export const statusAfter = (awaiting: readonly Awaiting[], aborted: boolean): MatchStatus =>
  aborted ? 'aborted' : awaiting.length === 0 ? 'over' : 'running'

export const viewOf = (game: AnyGame, state: unknown, viewer: Viewer): object => game.view(state, viewer)

export const noticesOf = (game: AnyGame, events: readonly unknown[], viewer: Viewer): Notice[] =>
  events.flatMap((event): Notice | [] => game.notice(event, viewer) ?? [])

export const inWords = (game: AnyGame, notices: readonly Notice[]): string[] =>
  notices.map((notice) => game.describe.notice(notice))

/** What an entry tells the caller, who sees with a seat or as a spectator at its version. */
export const noticeItem = (live: Live, caller: Caller, entry: StoredEntry, time: Spans): NoticeItem =>
  noticeItemFor(live, viewerAt(live, caller, entry.version), entry, time)

/** The same for all who see as this viewer at the version of the entry. */
export function noticeItemFor(live: Live, viewer: Viewer, entry: StoredEntry, time: Spans): NoticeItem {
  const { game, clock } = live.fixed
  const notices = noticesOf(game, readEvents(game, entry.events), viewer)
  const aborted = entry.command.type === 'abort'
  const text = aborted ? [ABORTED] : [...housesMove(entry), ...inWords(game, notices)]
  const status = statusAfter(entry.awaiting, aborted)
  const clocks = clocksOf({ clock, times: entry.times }, time)
  return { version: entry.version, at: entry.at, head: entry.hash, status, notices, text, clocks }
}

const housesMove = ({ command }: StoredEntry): string[] =>
  command.type === 'move' && command.by === 'house' ? [`The house moves for seat ${command.seat}.`] : []
