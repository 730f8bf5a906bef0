/** Streams: everything after a cursor, in order and without repeats, for as long as somebody listens. */
import type { Pool } from 'pg'
import type { Caller } from '../../accounts/caller.js'
import type { Log } from '../../log/log.js'
import type { InboxItem, NoticeItem } from '../shapes.js'
import type { Live, LiveMatches } from '../store/live.js'
import { noticeItem, requireSight } from '../viewing/redactor.js'
import { isOpening, openInbox, readInbox } from './inbox.js'
import type { Sleepers } from './waking.js'

export interface Following {
  match(caller: Caller, match: string, after: number, signal: AbortSignal): AsyncIterable<NoticeItem>
  inbox(player: string, after: string | undefined, signal: AbortSignal): AsyncIterable<InboxItem>
}

export interface FollowingDeps {
  readonly pool: Pool
  readonly log: Log
  readonly live: LiveMatches
  readonly matches: Sleepers
  readonly players: Sleepers
}

const AT_ONCE = 200

export const following = (deps: FollowingDeps): Following => ({
  match: (caller, match, after, signal) => followMatch(deps, caller, match, after, signal),
  inbox: (player, after, signal) => followInbox(deps, player, after, signal),
})

async function* followMatch(
  { log, live, matches }: FollowingDeps,
  caller: Caller,
  match: string,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<NoticeItem> {
  let cursor = after
  if (await isToldToTheEnd(log, match, after)) return
  while (!signal.aborted) {
    // Listening begins before the look, so that what is written in between is not missed.
    const wakeUp = matches.next(match, signal)
    const entries = (await log.head(match)) > cursor ? await log.read(match, cursor, AT_ONCE) : []
    const newest = entries.at(-1)
    const known = newest && (await upTo(live, match, newest.version))
    // A seat may have been given up before the start, while this stream was open.
    if (known) requireSight(known, caller)
    for (const entry of entries) {
      if (known) yield noticeItem(known, caller, entry)
      cursor = entry.version
      if (entry.awaiting.length === 0) return
    }
    if (entries.length === 0) await wakeUp
  }
}

/** Whether the match is over and `after` is its last entry: a client that was cut off there is told the end at once. */
async function isToldToTheEnd(log: Log, match: string, after: number): Promise<boolean> {
  const head = after > 0 ? await log.head(match) : 0
  if (head === 0 || head > after) return false
  const [last] = await log.read(match, head - 1, 1)
  return last?.awaiting.length === 0
}

/** The match, knowing at least the entries up to this version: who has left by then decides what is shown. */
async function upTo(live: LiveMatches, match: string, version: number): Promise<Live | undefined> {
  const found = await live.get(match)
  if (found && found.position.version < version) await live.freshen(found)
  return found
}

async function* followInbox(
  { pool, players }: FollowingDeps,
  player: string,
  after: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<InboxItem> {
  let cursor = after ?? ''
  if (isOpening(after)) {
    const opening = await openInbox(pool, player)
    yield* opening.items
    cursor = opening.cursor
  }
  while (!signal.aborted) {
    const wakeUp = players.next(player, signal)
    const items = await readInbox(pool, player, cursor, AT_ONCE)
    yield* items
    cursor = items.at(-1)?.cursor ?? cursor
    if (items.length === 0) await wakeUp
  }
}
