/**
 * The one redactor: who somebody is in a match at a point of its log, and what they are therefore shown and told. Games are asked for views and notices
 * by ../offline/seen.ts alone, and the server asks there only as whom this file says, so all that leaves it about a match in play comes through here.
 */
import { type Caller, requirePlayer } from '../../accounts/caller.js'
import type { Viewer } from '../../games/contract.js'
import { type Awaiting, isMatchCommand, type MatchCommand } from '../../log/entry.js'
import type { StoredEntry } from '../../log/log.js'
import { forbidden, notFound, type Problem } from '../../platform/problem.js'
import { readEvents } from '../offline/replay.js'
import { inWords, noticesOf } from '../offline/seen.js'
import type { MatchStatus, NoticeItem, Standing } from '../shapes.js'
import type { FormerHolding } from '../store/holdings.js'
import type { Live } from '../store/live.js'
import { clocksOf, type Spans, withDeadlines } from './clocks.js'

/** What is done about the match is told to everybody alike. */
function aboutTheMatch(command: MatchCommand): string {
  switch (command.type) {
    case 'abort':
      return 'The match is aborted: it ends without a result.'
    case 'handOver':
      return `Seat ${command.seat} is played by ${command.to === 'house' ? 'the house' : 'another player'} from now on.`
    case 'absence':
      return aboutAbsence(command.seat, command.away)
    case 'takeBack':
      return `The position is again that of version ${command.to}.`
  }
}

const aboutAbsence = (seat: number, away: readonly { from: string; to: string }[]): string =>
  away.length === 0
    ? `The clock of seat ${seat} stands still no longer: its player is not away.`
    : `The clock of seat ${seat} stands still while its player is away: ${away.map(({ from, to }) => `${from} to ${to}`).join(', ')}.`

/** The seat that the caller holds now, to play it. */
export const seatOf = ({ holdings }: Pick<Live, 'holdings'>, caller: Caller): number | null => {
  const seat = caller.player ? holdings.present.indexOf(caller.player.id) : -1
  return seat < 0 ? null : seat
}

/** The seat that the caller has held and given away, if there is one: nobody ever holds another of the same match. */
export const formerOf = ({ holdings }: Pick<Live, 'holdings'>, caller: Caller): FormerHolding | undefined =>
  caller.player ? holdings.former.findLast(({ player }) => player === caller.player?.id) : undefined

export function requireSeat(live: Live, caller: Caller): number {
  if (!caller.player) requirePlayer(caller, 'read')
  const seat = seatOf(live, caller)
  if (seat === null) throw notSeated()
  return seat
}

export const notSeated = (): Problem => forbidden('NOT_SEATED', 'You have no seat in this match.')

/**
 * The first version that the caller may not see; 0 if none of them. A private match does not exist for strangers; whoever made it and administrators
 * may look after it, and whoever has given a seat of it away may go on reading what was there until then.
 */
export function sightOf(live: Live, caller: Caller): number {
  const { visibility, host } = live.fixed
  if (visibility === 'public' || seatOf(live, caller) !== null) return Number.POSITIVE_INFINITY
  if (caller.player?.id === host || (caller.scopes.has('admin') && !mayHaveItsDeal(live, caller))) return Number.POSITIVE_INFINITY
  return formerOf(live, caller)?.until ?? 0
}

/** Whether the caller may be dealt at another table what this match was dealt. */
export const mayHaveItsDeal = (live: Live, { player }: Caller): boolean =>
  isVeiled(live) && (live.fixed.table?.entrants ?? []).includes(player?.id ?? '')

/** Whether it has ended, and other matches with the same deal had not, when this was read. */
export const isVeiledToTheEnd = ({ fixed, awaiting, position }: Live): boolean =>
  position.version > 0 && awaiting.length === 0 && isVeiled({ fixed })

/** Whether not all of it may be known even when it has ended: other matches may have the same deal. */
export const isVeiled = ({ fixed: { table } }: Pick<Live, 'fixed'>): boolean => table?.isVeiled ?? false

export function requireSight(live: Live, caller: Caller, version = 0): void {
  if (version >= sightOf(live, caller)) throw notFound('match')
}

/** For those who may see whatever comes. */
export const requireFullSight = (live: Live, caller: Caller): void => requireSight(live, caller, Number.MAX_SAFE_INTEGER)

/**
 * Whoever holds a seat sees what it has seen, also before they had it: with what the seat knows they have to play. They do so until the seat has left or
 * has another holder, and see as a spectator from then on.
 */
export function viewerAt(live: Live, caller: Caller, version: number): Viewer {
  const former = formerOf(live, caller)
  const seat = seatOf(live, caller) ?? former?.seat
  if (seat === undefined) return 'spectator'
  const until = former?.until ?? live.leftAt[seat] ?? Number.POSITIVE_INFINITY
  return version < until ? seat : 'spectator'
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

/** What an entry tells the caller, who sees with a seat or as a spectator at its version. */
export const noticeItem = (live: Live, caller: Caller, entry: StoredEntry, time: Spans): NoticeItem =>
  noticeItemFor(live, viewerAt(live, caller, entry.version), entry, time)

/** The same for all who see as this viewer at the version of the entry. */
export function noticeItemFor(live: Live, viewer: Viewer, entry: StoredEntry, time: Spans): NoticeItem {
  const { game, clock } = live.fixed
  const notices = noticesOf(game, readEvents(game, entry.events), viewer)
  const { command, version, at, hash: head, awaiting, times } = entry
  const text = isMatchCommand(command) ? [aboutTheMatch(command)] : [...housesMove(entry), ...inWords(game, notices)]
  const status = statusAfter(awaiting, command.type === 'abort')
  const handedOver = command.type === 'handOver' ? command.seat : null
  const takenBackTo = command.type === 'takeBack' ? command.to : null
  return { version, at, head, status, notices, text, handedOver, takenBackTo, clocks: clocksOf({ clock, times }, time) }
}

const housesMove = ({ command }: StoredEntry): string[] =>
  command.type === 'move' && command.by === 'house' ? [`The house moves for seat ${command.seat}.`] : []
