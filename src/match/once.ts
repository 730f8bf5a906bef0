/** What is made once, however often it is asked for with the same idempotency key. */
import type { PoolClient } from 'pg'
import { keyReused } from '../platform/problem.js'
import { requestHash } from './play/idempotency.js'

/** The same key and request give the same match, seek or tournament again; the key is written in the transaction that it stands for. */
export async function once(
  client: PoolClient,
  player: string,
  key: string | undefined,
  request: object,
  act: () => Promise<string>,
): Promise<string> {
  if (key === undefined) return act()
  const hash = requestHash(request)
  await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${player} ${key}`])
  const { rows } = await client.query<{ request: string; match_id: string }>(
    'select request, match_id from request_key where player_id = $1 and key = $2',
    [player, key],
  )
  if (rows[0] && rows[0].request !== hash) throw keyReused()
  if (rows[0]) return rows[0].match_id
  const match = await act()
  await client.query('insert into request_key (player_id, key, request, match_id) values ($1, $2, $3, $4)', [
    player,
    key,
    hash,
    match,
  ])
  return match
}
