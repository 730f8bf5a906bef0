/** Puts matches back to an earlier version, as a restore of the database would: what came after is gone, and so is all that followed from it. */
import pg from 'pg'

export interface Earlier {
  readonly match: string
  /** 0: before its start. */
  readonly version: number
  /** Snapshots may outlive their entries, since they are written beside the log. */
  readonly keepSnapshots?: boolean
}

const BACK = [
  'delete from entry where match_id = $1 and version > $2',
  `update match set status = case when $2 = 0 then 'open' else 'running' end, result = null, ended_at = null,
     started_at = case when $2 = 0 then null else started_at end where id = $1`,
  'update seat set left_version = null where match_id = $1 and left_version > $2',
]

export async function goBack(url: string, { match, version, keepSnapshots = false }: Earlier): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('begin')
    // A restore never runs beside writers. Triggers are off for this session: entries are append-only otherwise.
    await client.query('lock table entry in exclusive mode')
    await client.query('set local session_replication_role = replica')
    const forget = keepSnapshots ? [] : ['delete from snapshot where match_id = $1 and version > $2']
    for (const sql of [...BACK, ...forget]) await client.query(sql, [match, version])
    await client.query('commit')
  } finally {
    await client.end()
  }
}
