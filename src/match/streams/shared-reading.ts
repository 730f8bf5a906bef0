/** All who follow a match from the same version are served by one read, and what an entry tells is worked out once for each kind of viewer. */
import type { Caller } from '../../accounts/caller.js'
import type { Viewer } from '../../games/contract.js'
import type { Log, StoredEntry } from '../../log/log.js'
import type { NoticeItem } from '../shapes.js'
import type { Live, LiveMatches } from '../store/live.js'
import { noticeItemFor, requireSight, viewerAt } from '../viewing/redactor.js'
import type { InTurn } from './turns.js'

/** One entry, for anybody who may see the match. */
export interface SharedEntry {
  readonly version: number
  readonly isLast: boolean
  /** The very same item for all who see as the same viewer, so that transports can keep how they write it. */
  tell(caller: Caller): NoticeItem
}

export interface SharedReading {
  /** The next entries after this version, as they are at some moment after the question. */
  after(match: string, version: number): Promise<readonly SharedEntry[]>
  head(match: string): Promise<number>
}

interface SharedReadingDeps {
  readonly log: Log
  readonly live: LiveMatches
  readonly inTurn: InTurn
}

const AT_ONCE = 200

export function sharedReading({ log, live, inTurn }: SharedReadingDeps): SharedReading {
  const asked = new Map<string, Promise<readonly SharedEntry[]>>()
  const read = async (match: string, version: number): Promise<readonly SharedEntry[]> => {
    if ((await log.head(match)) <= version) return []
    const entries = await inTurn(() => log.read(match, version, AT_ONCE))
    const known = await upTo(live, match, entries.at(-1)?.version ?? 0)
    return known ? entries.map((entry) => sharedEntry(known, entry)) : []
  }
  /** Nobody joins a read that has begun: it may have looked before the wake-up call that made them ask. */
  const soon = async (key: string, match: string, version: number): Promise<readonly SharedEntry[]> => {
    await new Promise((resolve) => setImmediate(resolve))
    asked.delete(key)
    return read(match, version)
  }
  return {
    head: log.head,
    after(match, version) {
      const key = `${match} ${version}`
      const shared = asked.get(key) ?? soon(key, match, version)
      asked.set(key, shared)
      return shared
    },
  }
}

/** The match, knowing at least the entries up to this version: who has left by then decides what is shown. */
async function upTo(live: LiveMatches, match: string, version: number): Promise<Live | undefined> {
  const found = await live.get(match)
  if (found && found.position.version < version) await live.freshen(found)
  return found
}

function sharedEntry(known: Live, entry: StoredEntry): SharedEntry {
  const told = new Map<Viewer, NoticeItem>()
  return {
    version: entry.version,
    isLast: entry.awaiting.length === 0,
    tell(caller) {
      // A seat may have been given up before the start, while the stream was open.
      requireSight(known, caller)
      const viewer = viewerAt(known, caller, entry.version)
      const item = told.get(viewer) ?? noticeItemFor(known, viewer, entry)
      told.set(viewer, item)
      return item
    },
  }
}
