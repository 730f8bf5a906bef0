/** Streams: everything after a cursor, in order and without repeats, for as long as somebody listens. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Caller } from '../../accounts/caller.js'
import type { Log } from '../../log/log.js'
import type { Sleepers } from '../../platform/sleepers.js'
import { type Turns, turns } from '../../platform/turns.js'
import type { InboxItem } from '../inbox-shapes.js'
import type { NoticeItem } from '../shapes.js'
import type { LiveMatches } from '../store/live.js'
import type { Spans } from '../viewing/clocks.js'
import { beginAt, type Inbox } from './inbox.js'
import { type SharedReading, sharedReading, type Told } from './shared-reading.js'

export interface Following {
  match(caller: Caller, match: string, after: number, signal: AbortSignal): AsyncIterable<NoticeItem>
  inbox(player: string, after: string | undefined, signal: AbortSignal): AsyncIterable<InboxItem>
}

export interface FollowingDeps {
  readonly inbox: Inbox
  readonly log: Log
  readonly live: LiveMatches
  readonly time: Spans
  readonly matches: Sleepers
  readonly players: Sleepers
  /** Whether the match will never begin. */
  readonly isCancelled: (match: string) => Promise<boolean>
}

const AT_ONCE = 200
/** Entries that are held back can be told as soon as others are through, of which nobody sends word. */
const HELD_BACK_MS = 100
/** Connections that followers use at a time, however many they are. */
const READS_AT_ONCE = 4

export function following({ inbox, log, live, time, matches, players, isCancelled }: FollowingDeps): Following {
  const inTurn = turns(READS_AT_ONCE)
  const reading = sharedReading({ log, live, inTurn, time })
  return {
    match: (caller, match, after, signal) => followMatch({ reading, matches, isCancelled }, { caller, match, after, signal }),
    inbox: (player, after, signal) => followInbox(inbox, players, inTurn, { player, after, signal }),
  }
}

interface MatchFollower {
  readonly caller: Caller
  readonly match: string
  readonly after: number
  readonly signal: AbortSignal
}

interface MatchSource extends Pick<FollowingDeps, 'matches' | 'isCancelled'> {
  readonly reading: SharedReading
}

async function* followMatch(
  { reading, matches, isCancelled }: MatchSource,
  { caller, match, after, signal }: MatchFollower,
): AsyncGenerator<NoticeItem> {
  let told: Told = { version: after, hash: null }
  if (await isToldToTheEnd(reading, match, after)) return
  // Listening begins before the look, so that what is written in between is not missed.
  let wakeUp = matches.next(match, signal)
  while (!signal.aborted) {
    const entries = await reading.after(match, told)
    for (const entry of entries) {
      yield entry.tell(caller)
      told = entry
      if (entry.isLast) return
    }
    if (entries.length > 0) continue
    if (told.version === 0 && (await isCancelled(match))) return
    await wakeUp
    wakeUp = matches.next(match, signal)
  }
}

/** Whether the match is over and `after` is its last entry: a client that was cut off there is told the end at once. */
async function isToldToTheEnd(reading: SharedReading, match: string, after: number): Promise<boolean> {
  const head = after > 0 ? await reading.head(match) : 0
  if (head === 0 || head !== after) return false
  const [last] = await reading.after(match, { version: head - 1, hash: null })
  return last?.isLast ?? false
}

interface InboxFollower {
  readonly player: string
  readonly after: string | undefined
  readonly signal: AbortSignal
}

async function* followInbox(
  inbox: Inbox,
  players: Sleepers,
  inTurn: Turns,
  { player, after, signal }: InboxFollower,
): AsyncGenerator<InboxItem> {
  let cursor = beginAt(after, await inbox.moment())
  let wakeUp = players.next(player, signal)
  while (!signal.aborted) {
    const moment = await inbox.moment()
    const { items, next, isHeldBack } = await inTurn(() => inbox.read(player, cursor, AT_ONCE, moment))
    yield* items
    cursor = next
    if (items.length > 0) continue
    if (isHeldBack) await pause(HELD_BACK_MS)
    else {
      await wakeUp
      wakeUp = players.next(player, signal)
    }
  }
}
