/** All who follow a match from the same version are served by one read, and what an entry tells is worked out once for each kind of viewer. */
import type { Caller } from '../../accounts/caller.js'
import type { Viewer } from '../../games/contract.js'
import type { Log, StoredEntry } from '../../log/log.js'
import type { Turns } from '../../platform/turns.js'
import type { NoticeItem } from '../shapes.js'
import type { Live, LiveMatches } from '../store/live.js'
import type { Spans } from '../viewing/clocks.js'
import { noticeItemFor, requireSight, viewerAt } from '../viewing/redactor.js'
import { WentBack } from '../went-back.js'

/** How far a follower has been told. The hash is unknown until it has heard something here: a client resumes after a version. */
export interface Told {
  readonly version: number
  readonly hash: string | null
}

/** One entry, for anybody who may see the match. */
export interface SharedEntry extends Told {
  readonly isLast: boolean
  /** The very same item for all who see as the same viewer, so that transports can keep how they write it. */
  tell(caller: Caller): NoticeItem
}

export interface SharedReading {
  /** The next entries, as they are at some moment after the question. Throws if the log does not hold what was told: then look again. */
  after(match: string, told: Told): Promise<readonly SharedEntry[]>
  head(match: string): Promise<number>
}

interface SharedReadingDeps {
  readonly log: Log
  readonly live: LiveMatches
  readonly inTurn: Turns
  readonly time: Spans
}

const AT_ONCE = 200

export function sharedReading({ log, live, inTurn, time }: SharedReadingDeps): SharedReading {
  const asked = new Map<string, Promise<readonly SharedEntry[]>>()
  const read = async (match: string, told: Told): Promise<readonly SharedEntry[]> => {
    const newest = await log.newest(match)
    const { before, entries } =
      newest.version > told.version
        ? await inTurn(() => log.continuation(match, told.version, AT_ONCE))
        : { before: newest.version === told.version ? newest.hash : null, entries: [] }
    if (newest.version < told.version || (told.hash !== null && told.hash !== before)) throw new WentBack(newest.version)
    const last = entries.at(-1)
    const known = last && (await upTo(live, match, last))
    return known ? entries.map((entry) => sharedEntry(known, entry, time)) : []
  }
  return {
    head: log.head,
    after(match, told) {
      const key = `${match} ${told.version} ${told.hash}`
      const known = asked.get(key)
      if (known) return known
      const soon = new Promise((resolve) => setImmediate(resolve)).then(() => {
        // Nobody joins a read that has begun: it may have looked before the wake-up call that made them ask.
        asked.delete(key)
        return read(match, told)
      })
      asked.set(key, soon)
      return soon
    },
  }
}

/** The match, knowing at least the entries up to this one: who has left by then decides what is shown. */
async function upTo(live: LiveMatches, match: string, { version, hash }: StoredEntry): Promise<Live | undefined> {
  const found = await live.get(match)
  const isThere = found?.position.version === version && found.position.head === hash
  // What is ahead of the entries may also be what was known before the log went back.
  return found && !isThere ? live.freshen(found) : found
}

function sharedEntry(known: Live, entry: StoredEntry, time: Spans): SharedEntry {
  const told = new Map<Viewer, NoticeItem>()
  return {
    version: entry.version,
    hash: entry.hash,
    isLast: entry.awaiting.length === 0,
    tell(caller) {
      // A seat may have been given up or handed over while the stream was open.
      requireSight(known, caller, entry.version)
      const viewer = viewerAt(known, caller, entry.version)
      const item = told.get(viewer) ?? noticeItemFor(known, viewer, entry, time)
      told.set(viewer, item)
      return item
    },
  }
}
