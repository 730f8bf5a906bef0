/** The live matches that this server holds in memory, bounded in number. Nothing is lost with them: the log has it all. */
import { LRUCache } from 'lru-cache'
import type { Pool } from 'pg'
import type { Log } from '../../log/log.js'
import { advance, type Live } from './live.js'
import { loadMatch } from './loading.js'
import type { Secrets } from './secrets.js'

export interface LiveMatches {
  /** Undefined if there is no such match or it has not begun. May be behind the log: see `freshen`. */
  get(match: string): Promise<Live | undefined>
  /** Brings a position up to the head of the log. */
  freshen(live: Live): Promise<void>
  forget(match: string): void
}

interface MemorySettings {
  /** How many matches are held. */
  readonly capacity: number
  readonly onLookup: (hit: boolean) => void
}

export function liveMatches(pool: Pool, log: Log, secrets: Secrets, { capacity, onLookup }: MemorySettings): LiveMatches {
  const cache = new LRUCache<string, Live>({ max: capacity })
  const loading = new Map<string, Promise<Live | undefined>>()

  const loadOnce = (match: string): Promise<Live | undefined> => {
    const running = loading.get(match)
    if (running) return running
    const load = loadMatch(pool, secrets, match)
      .then((live) => {
        if (live) cache.set(match, live)
        return live
      })
      .finally(() => loading.delete(match))
    loading.set(match, load)
    return load
  }

  return {
    async get(match) {
      const known = cache.get(match)
      onLookup(known !== undefined)
      return known ?? loadOnce(match)
    },
    async freshen(live) {
      const head = await log.head(live.fixed.id)
      if (head > live.position.version)
        for (const entry of await log.read(live.fixed.id, live.position.version, head)) advance(live, entry)
    },
    forget: (match) => void cache.delete(match),
  }
}
