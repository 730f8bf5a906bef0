/** Hints about new entries, carried to the followers of this server and to all other servers. */
import { LRUCache } from 'lru-cache'
import type { Pool } from 'pg'
import { batched } from '../log/batched.js'
import type { Bus } from '../platform/bus.js'
import { type Watch, watch } from './watch.js'

export interface Hints {
  readonly matches: Watch
  readonly players: Watch
  /** After a commit: wakes the followers here and tells the other servers. */
  announce(matches: readonly string[]): void
  close(): void
}

const CHANNEL = 'chancery_entries'
/** Followers look again this often, in case a hint was lost. */
const LOOK_AGAIN_MS = 1500
/** Postgres limits a payload to 8,000 bytes; an id takes 37. */
const IDS_IN_A_HINT = 200

export function hints(pool: Pool, bus: Bus): Hints {
  const matches = watch(LOOK_AGAIN_MS)
  const players = watch(LOOK_AGAIN_MS)
  const holders = holdersOf(pool)

  const wake = (ids: readonly string[]): void => {
    for (const id of ids) matches.wake(id)
    if (players.isIdle) return
    for (const id of ids) void holders(id).then((found) => found.forEach(players.wake), players.wakeAll)
  }
  const unsubscribe = bus.subscribe(CHANNEL, (payload) => {
    if (payload) return wake(payload.split(' '))
    matches.wakeAll()
    players.wakeAll()
  })

  return {
    matches,
    players,
    announce(ids) {
      wake(ids)
      for (let from = 0; from < ids.length; from += IDS_IN_A_HINT)
        bus.notify(CHANNEL, ids.slice(from, from + IDS_IN_A_HINT).join(' '))
    },
    close() {
      unsubscribe()
      matches.close()
      players.close()
    },
  }
}

/** Who plays in a match: fixed once it has begun, and only matches that have begun are announced. */
function holdersOf(pool: Pool): (match: string) => Promise<string[]> {
  const known = new LRUCache<string, string[]>({ max: 20_000 })
  const ask = batched(async (ids: string[]) => {
    const { rows } = await pool.query<{ players: string[] }>({
      name: 'holders',
      text: `select array(select player_id::text from seat where match_id = asked.id) as players
             from unnest($1::uuid[]) with ordinality as asked(id, place) order by asked.place`,
      values: [ids],
    })
    return rows.map(({ players }) => players)
  })
  return async (match) => {
    const found = known.get(match) ?? (await ask(match))
    known.set(match, found)
    return found
  }
}
