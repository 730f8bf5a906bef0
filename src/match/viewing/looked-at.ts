/**
 * How far a list looks. A filter that few matches meet would have every one of them looked at, for the price of an empty page: so a page looks at a
 * bounded number, may be shorter than was asked for, and goes on after the last that was looked at.
 */
import type { Pool } from 'pg'
import { seal, unseal } from '../../platform/sealing.js'
import { IN_PLAY } from '../store/holdings.js'

export const LOOKED_AT = 2000

/** Where a page goes on. */
export interface Place {
  readonly createdAt: string
  readonly id: string
}

/**
 * The matches of a player in the order of a list, after the place that the two other parameters name if there is one. From their seats, which know when their matches were made, so that
 * it is the same however many there are. Once each: the house may have several seats of a match.
 */
export const seatsOf = (inPlay: boolean, player: string, at: string, id: string): string => `
  select distinct on (match_created_at, match_id) match_id, seat, match_created_at as created_at from seat
  where player_id = ${player}::uuid ${inPlay ? `and ${IN_PLAY}` : ''}
    and (${at}::timestamptz is null or (match_created_at, match_id) < (${at}::timestamptz, ${id}::uuid))
  order by match_created_at desc, match_id desc`

/** Which matches a page looks at: those of a status, or of all but the cancelled ones, or those of a player. */
export interface Range {
  readonly status: string | null
  /** Null: everybody's. */
  readonly player: string | null
  /** Of a player: only those that have not ended. */
  readonly inPlay: boolean
}

/**
 * The last match that a page looks at, from the newest or from a place on; undefined if it looks at all there are. Without a name, so that it is planned for the place that is given: a plan for any
 * place would begin at the newest.
 */
export async function lookedUpTo(pool: Pool, range: Range, after: Place | undefined): Promise<Place | undefined> {
  const { rows } = await pool.query<{ created_at: Date; id: string }>(
    `${range.player === null ? ofAll(range) : `select created_at, match_id as id from (${seatsOf(range.inPlay, '$1', '$2', '$3')}) own`}
     offset ${LOOKED_AT - 1} limit 1`,
    [range.player ?? range.status, after?.createdAt ?? null, after?.id ?? null],
  )
  return rows[0] && { createdAt: rows[0].created_at.toISOString(), id: rows[0].id }
}

const ofAll = ({ status }: Range): string => `
  select created_at, id from match where ${status ? 'status = $1::text' : "status <> 'cancelled' and $1::text is null"}
    and ($2::timestamptz is null or (created_at, id) < ($2::timestamptz, $3::uuid))
  order by created_at desc, id desc`

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
