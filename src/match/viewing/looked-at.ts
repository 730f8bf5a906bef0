/**
 * How far a list looks. A filter that few matches meet would have every one of them looked at, for the price of an empty page: so a page looks at a
 * bounded number, may be shorter than was asked for, and goes on after the last that was looked at.
 */
import type { Pool } from 'pg'
import { seal, unseal } from '../../platform/sealing.js'

export const LOOKED_AT = 2000

/** Where a page goes on. */
export interface Place {
  readonly createdAt: string
  readonly id: string
}

/** The last match that a page looks at, from the newest or from a place on; undefined if it looks at all there are. */
export async function lookedUpTo(pool: Pool, status: string | null, after: Place | undefined): Promise<Place | undefined> {
  const { rows } = await pool.query<{ created_at: Date; id: string }>({
    name: `looked-at-${status ? 'one' : 'all'}`,
    text: `select created_at, id from match where ${status ? 'status = $1::text' : "status <> 'cancelled' and $1::text is null"}
      and ($2::timestamptz is null or (created_at, id) < ($2::timestamptz, $3::uuid))
      order by created_at desc, id desc offset ${LOOKED_AT - 1} limit 1`,
    values: [status, after?.createdAt ?? null, after?.id ?? null],
  })
  return rows[0] && { createdAt: rows[0].created_at.toISOString(), id: rows[0].id }
}

/** Of two places the one that comes later in a list, which has the newest in front. */
export const later = (one: Place, other: Place | undefined): Place =>
  !other || `${one.createdAt} ${one.id}` < `${other.createdAt} ${other.id}` ? one : other

/** No cursor that names a match begins with it. */
const SEALED = '~'

/** Whoever asks may not know of the match that was looked at last: its place is told in a way that only servers can read. */
export const sealedPlace = (key: Uint8Array, { createdAt, id }: Place): string =>
  SEALED + seal(key, Buffer.from(`${createdAt} ${id}`)).toString('base64url')

export const isSealed = (cursor: string): boolean => cursor.startsWith(SEALED)

/** Undefined if no server has made it. */
export function unsealedPlace(key: Uint8Array, cursor: string): Place | undefined {
  try {
    const opened = Buffer.from(unseal(key, Buffer.from(cursor.slice(SEALED.length), 'base64url'))).toString()
    const [createdAt = '', id = ''] = opened.split(' ')
    return { createdAt, id }
  } catch {
    return undefined
  }
}

/** Whether the player has so many seats that a page of their matches is found sooner among all matches than among their seats. */
export async function sitsEverywhere(pool: Pool, player: string): Promise<boolean> {
  const { rows } = await pool.query<{ seats: number }>({
    name: 'sits-everywhere',
    text: `select count(*)::int as seats from (select 1 from seat where player_id = $1 limit ${LOOKED_AT + 1}) seats`,
    values: [player],
  })
  return (rows[0]?.seats ?? 0) > LOOKED_AT
}
