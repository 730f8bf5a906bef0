/** Streams: everything after a cursor, in order and without repeats, for as long as somebody listens. */
import type { Pool } from 'pg'
import type { Caller } from '../../accounts/caller.js'
import type { Log, StoredEntry } from '../../log/log.js'
import type { InboxItem, NoticeItem } from '../shapes.js'
import type { Live, LiveMatches } from '../store/live.js'
import { noticeItem, requireSight } from '../viewing/redactor.js'
import { WentBack } from '../went-back.js'
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
  const told: Told = { version: after, hash: null }
  if (await isToldToTheEnd(log, match, after)) return
  while (!signal.aborted) {
    // Listening begins before the look, so that what is written in between is not missed.
    const wakeUp = matches.next(match, signal)
    const entries = await entriesAfter(log, match, told)
    const newest = entries.at(-1)
    const known = newest && (await upTo(live, match, newest))
    // A seat may have been given up before the start, while this stream was open.
    if (known) requireSight(known, caller)
    for (const entry of entries) {
      if (known) yield noticeItem(known, caller, entry)
      told.version = entry.version
      told.hash = entry.hash
      if (entry.awaiting.length === 0) return
    }
    if (entries.length === 0) await wakeUp
  }
}

/** How far a follower has been told. The hash is unknown until it has heard something here: a client resumes after a version. */
interface Told {
  version: number
  hash: string | null
}

/** Throws if the log does not hold what was told: then the follower has to look again. */
async function entriesAfter(log: Log, match: string, told: Told): Promise<StoredEntry[]> {
  const newest = await log.newest(match)
  const { before, entries } =
    newest.version > told.version
      ? await log.continuation(match, told.version, AT_ONCE)
      : { before: newest.version === told.version ? newest.hash : null, entries: [] }
  if (newest.version < told.version || (told.hash !== null && told.hash !== before)) throw new WentBack(newest.version)
  return entries
}

/** Whether the match is over and `after` is its last entry: a client that was cut off there is told the end at once. */
async function isToldToTheEnd(log: Log, match: string, after: number): Promise<boolean> {
  const head = after > 0 ? await log.head(match) : 0
  if (head === 0 || head !== after) return false
  const [last] = await log.read(match, head - 1, 1)
  return last?.awaiting.length === 0
}

/** The match, knowing at least the entries up to this one: who has left by then decides what is shown. */
async function upTo(live: LiveMatches, match: string, { version, hash }: StoredEntry): Promise<Live | undefined> {
  const found = await live.get(match)
  const isThere = found?.position.version === version && found.position.head === hash
  // What is ahead of the entries may also be what was known before the log went back.
  return found && !isThere ? live.freshen(found) : found
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
