/** Nobody heard the answer: was it written or not? Whatever is told must be so. */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { postgresLog } from '../../src/log/log.js'
import { createPool } from '../../src/platform/database.js'
import { administer } from '../support/administer.js'
import { type FreshDatabase, freshDatabase } from '../support/database.js'
import { row } from './rows.js'
import { layWire } from './wire.js'

let database: FreshDatabase
const open: pg.Pool[] = []
const logAt = (url: string, name = 'appender') => {
  const pool = createPool({ url, name, max: 2, onError: () => {} })
  open.push(pool)
  return postgresLog(pool, { onBatch: () => {}, onAppended: () => {} })
}

beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(async () => {
  await Promise.all(open.map((pool) => pool.end()))
  await database.drop()
})

const INSERT = `insert into entry (match_id, version, seat, rules, command, events, rolls, awaiting, at, hash, idempotency_key)
  values ($1, $2, 0, 1, '{}', '[]', '[]', '[]', now(), $3, $4)`
const kill = () =>
  administer(
    database.url,
    `select pg_terminate_backend(pid) as done from pg_stat_activity where application_name = 'appender' and wait_event_type = 'Lock' and datname = current_database()`,
  )

/** Another writer stands in the way with a row of its own until the appender has been killed; then it commits or rolls back. */
async function killedWhileWaiting(
  ours: ReturnType<typeof row>,
  theirs: { hash: string; key: string | null },
  end: 'commit' | 'rollback',
) {
  const other = new pg.Client({ connectionString: database.url })
  await other.connect()
  await other.query('begin')
  await other.query(INSERT, [ours.match, ours.entry.version, theirs.hash, theirs.key])
  const outcome = logAt(database.url).append(ours)
  outcome.catch(() => {})
  await expect.poll(async () => (await kill()).length, { timeout: 5000 }).toBe(1)
  await other.query(end)
  await other.end()
  return outcome
}

describe('a connection lost in the middle of an append', () => {
  test('committed, but the answer never arrived: told as appended, and there once', async () => {
    const wire = await layWire(database.url)
    const log = logAt(wire.url)
    const first = row()
    expect(await log.append(first)).toBe('appended')
    const second = row({ match: first.match, version: 2, idempotencyKey: 'k' })
    const swallowed = wire.swallowNextAnswer()
    const outcome = log.append(second)
    await swallowed
    expect(await outcome).toBe('appended')
    expect((await logAt(database.url).read(first.match, 0, 9)).map(({ hash }) => hash)).toEqual([
      first.entry.hash,
      second.entry.hash,
    ])
    await wire.cut()
  })

  test('not committed, and nobody in the way: written after all', async () => {
    const ours = row()
    expect(await killedWhileWaiting(ours, { hash: 'theirs', key: null }, 'rollback')).toBe('appended')
    expect(await logAt(database.url).head(ours.match)).toBe(1)
  })

  test('another came first: a conflict', async () => {
    expect(await killedWhileWaiting(row(), { hash: 'theirs', key: null }, 'commit')).toBe('conflict')
  })

  test('another wrote the very same for another request: a conflict, for our key is not there', async () => {
    const ours = row({ idempotencyKey: 'ours' })
    expect(await killedWhileWaiting(ours, { hash: ours.entry.hash, key: 'theirs' }, 'commit')).toBe('conflict')
  })

  test('nobody answers any more: 503, and nothing is claimed', async () => {
    const wire = await layWire(database.url)
    const log = logAt(wire.url)
    await log.append(row())
    await wire.cut()
    const ours = row()
    await expect(log.append(ours)).rejects.toMatchObject({ status: 503, code: 'DATABASE_UNAVAILABLE', retryAfter: 2 })
    expect(await logAt(database.url).head(ours.match)).toBe(0)
  })
})
