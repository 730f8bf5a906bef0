/**
 * Waking those who follow something, in this server and in all others. A wake-up only says that there may be more to read: what there is
 * comes from the log, and everybody looks again once in a while in case a wake-up was lost.
 */
import { LRUCache } from 'lru-cache'
import type { Pool } from 'pg'
import { batched } from '../../log/log.js'
import type { Bus } from '../../platform/bus.js'
import { type Sleepers, sleepers } from '../../platform/sleepers.js'
import { PLAYERS_CHANNEL } from '../players-channel.js'

export interface News {
  readonly match: string
  /** Whether a seat has changed hands. */
  readonly changesHands?: boolean
}

export interface WakeUps {
  readonly matches: Sleepers
  readonly players: Sleepers
  /** After a commit: wakes the followers here and tells the other servers. */
  announce(appended: readonly News[]): void
  close(): void
}

const CHANNEL = 'chancery_entries'
/** Followers look again this often, in case a wake-up was lost. */
const LOOK_AGAIN_MS = 1500
/** Behind the id of a match whose seats have other holders than before. */
const HANDS = '*'
/** Postgres limits a payload to 8,000 bytes; an id takes up to 38. */
const IDS_A_CALL = 200

export function wakeUps(pool: Pool, bus: Bus): WakeUps {
  const matches = sleepers(LOOK_AGAIN_MS)
  const players = sleepers(LOOK_AGAIN_MS)
  const holders = holdersOf(pool)

  const wake = ({ match, changesHands }: News): void => {
    if (changesHands) holders.forget(match)
    matches.wake(match)
    if (!players.isIdle) void holders.of(match).then((found) => found.forEach(players.wake), players.wakeAll)
  }
  const unsubscribe = bus.subscribe(CHANNEL, (payload, isOwn) => {
    // Followers here were woken when it was announced.
    if (isOwn) return
    if (payload) return payload.split(' ').map(readNews).forEach(wake)
    matches.wakeAll()
    players.wakeAll()
    holders.forgetAll()
  })
  const unsubscribePlayers = bus.subscribe(PLAYERS_CHANNEL, (player) => (player ? players.wake(player) : players.wakeAll()))

  return {
    matches,
    players,
    announce(appended) {
      for (const news of appended) wake(news)
      bus.notifyOthers(CHANNEL, () => callsFor(appended))
    },
    close() {
      unsubscribe()
      unsubscribePlayers()
      matches.close()
      players.close()
    },
  }
}

const readNews = (told: string): News => ({ match: told.replace(HANDS, ''), changesHands: told.endsWith(HANDS) })

function* callsFor(appended: readonly News[]): Generator<string> {
  const told = appended.map(({ match, changesHands }) => (changesHands ? match + HANDS : match))
  for (let from = 0; from < told.length; from += IDS_A_CALL) yield told.slice(from, from + IDS_A_CALL).join(' ')
}

interface Holders {
  of(match: string): Promise<string[]>
  forget(match: string): void
  forgetAll(): void
}

/** Who plays in a match: the same once it has begun, until a seat changes hands; and only matches that have begun are announced. */
function holdersOf(pool: Pool): Holders {
  const known = new LRUCache<string, Promise<string[]>>({ max: 20_000 })
  const ask = batched(async (ids: string[]) => {
    const { rows } = await pool.query<{ players: string[] }>({
      name: 'holders',
      text: `select array(select player_id::text from seat where match_id = asked.id) as players
             from unnest($1::uuid[]) with ordinality as asked(id, place) order by asked.place`,
      values: [ids],
    })
    return rows.map(({ players }) => players)
  })
  return {
    // What is being asked is forgotten too: it may have been read before the seat changed hands.
    of(match) {
      const found = known.get(match) ?? ask(match)
      known.set(match, found)
      found.catch(() => known.delete(match))
      return found
    },
    forget: (match) => void known.delete(match),
    forgetAll: () => known.clear(),
  }
}
