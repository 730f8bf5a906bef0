/**
 * Takes up what follows from the log: one reader for all servers, whose position and whose deliveries are written in one transaction. So nothing is skipped and nothing is doubled
 * when a server dies; and where the database went back, the position went back with it.
 */
import type { Pool } from 'pg'
import type { Jobs } from '../jobs/jobs.js'
import type { NewsPage } from '../match/matches.js'
import { transaction } from '../platform/database.js'
import { type Taken, type TakingUp, takingUp } from '../platform/taking-up.js'
import { type Queries, takeUp } from './deliveries.js'
import { delivery } from './delivering.js'
import { eventsOf } from './events.js'
import { listeners } from './registry.js'

export type ReadNews = (after: string | null, players: readonly string[] | null, first: number) => Promise<NewsPage>

export interface ConsumerDeps {
  /** Not the pool of `news`: a connection is held while news are read. */
  readonly pool: Pool
  readonly news: ReadNews
  readonly jobs: Jobs
  readonly onError: (error: unknown) => void
}

/** A nudge, with every append, costs nothing where nobody listens. */
export interface Consumer extends TakingUp {
  /** Whether there is anybody to tell, as far as this server knows. */
  listening(isSo: boolean): void
}

/** Entries that are read at a time. */
const BATCH = 500
/** Beyond this, all entries are read instead of those of some players. */
const MOST_NAMED = 2000

export function consumer(deps: ConsumerDeps): Consumer {
  let isListening = false
  return {
    ...takingUp({ step: () => step(deps), isNeeded: () => isListening, onError: deps.onError }),
    listening(isSo) {
      isListening = isSo
    },
  }
}

/** The row of the position is held to the end: another server that comes now goes away, and comes back later. */
const step = ({ pool, news, jobs }: ConsumerDeps): Promise<Taken> =>
  transaction(pool, async (client) => {
    const { rows } = await client.query<{ cursor: string }>('select cursor from webhook_position for update skip locked')
    if (!rows[0]) return 'later'
    const players = await listeners(client, MOST_NAMED + 1)
    if (players.length === 0) return 'done'
    const { items, next, isHeldBack } = await news(rows[0].cursor, players.length > MOST_NAMED ? null : players, BATCH)
    const events = items.flatMap((item) => eventsOf(item).map((event) => ({ ...event, writtenAt: item.writtenAt })))
    const webhooks = await takeUp(client, events)
    await jobs.add(
      client,
      webhooks.map((webhook) => delivery(webhook)),
    )
    await client.query('update webhook_position set cursor = $1', [next])
    return isHeldBack ? 'later' : items.length === BATCH ? 'more' : 'done'
  })

/** To be called before somebody begins to listen: where nobody did, the log is read from `now` on, however long that was. */
export async function readyToListen(client: Queries, now: string): Promise<void> {
  await client.query('insert into webhook_position (cursor) values ($1) on conflict do nothing', [now])
  await client.query('select from webhook_position for update')
  const others = await listeners(client, 1)
  if (others.length === 0) await client.query('update webhook_position set cursor = $1', [now])
}
