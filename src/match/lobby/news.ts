/** What is told in inboxes that is no entry of a log. Written in the transaction that it is about; Postgres sends the wake-up call when that commits. */
import type { PoolClient } from 'pg'
import type { NewsKind } from '../inbox-shapes.js'
import { PLAYERS_CHANNEL } from '../players-channel.js'

export interface News {
  readonly player: string
  readonly kind: NewsKind
  /** Null if it is about a tournament. */
  readonly match: string | null
  /** The invitation, the seek, the cancelled match or the tournament. */
  readonly about: string
}

export async function tell(client: PoolClient, news: readonly News[]): Promise<void> {
  if (news.length === 0) return
  await client.query(
    `with told as (insert into news (player_id, kind, match_id, about)
       select * from unnest($1::uuid[], $2::text[], $3::uuid[], $4::uuid[]) returning player_id)
     select pg_notify('${PLAYERS_CHANNEL}', player_id::text) from told`,
    [
      news.map(({ player }) => player),
      news.map(({ kind }) => kind),
      news.map(({ match }) => match),
      news.map(({ about }) => about),
    ],
  )
}
