/** What was written of an entry whose answer was lost, or in whose place another stands. */
import type { Pool } from 'pg'
import type { Append } from './append.js'
import { HASH } from './stored-hash.js'

type Asked = Pick<Append, 'match' | 'entry' | 'previous' | 'idempotencyKey'>

interface Standing {
  /** Whether the entry of this version is this very one. The idempotency key tells it from an equal one that another server made. */
  readonly ours: boolean
  /** Whether the entry before is the one that this one builds on. */
  readonly founded: boolean
}

const STANDING = `select version, ${HASH()} as hash, idempotency_key as key from entry where match_id = $1 and version in ($2::int - 1, $2::int)`

/** What stands in the log where the row was to be written. */
export async function standing(pool: Pool, { match, entry, previous, idempotencyKey }: Asked): Promise<Standing> {
  const { version, hash } = entry
  const { rows } = await pool.query<{ version: number; hash: string; key: string | null }>({
    name: 'standing',
    text: STANDING,
    values: [match, version],
  })
  const there = rows.find((one) => one.version === version)
  const before = rows.find((one) => one.version === version - 1)
  return {
    ours: there?.hash === hash && there.key === idempotencyKey,
    founded: version === 1 || before?.hash === previous,
  }
}
