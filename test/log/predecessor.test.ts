/** An entry stands on the one before: without it, nothing is written. */
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { postgresLog } from '../../src/log/log.js'
import { createPool } from '../../src/platform/database.js'
import { administer } from '../support/administer.js'
import { type FreshDatabase, freshDatabase } from '../support/database.js'
import { row } from './rows.js'

let database: FreshDatabase
let pool: pg.Pool
const appended: string[] = []
const listeners = {
  onBatch: () => {},
  onAppended: (rows: readonly { match: string }[]) => void appended.push(...rows.map(({ match }) => match)),
}
const openPool = (max: number) => createPool({ url: database.url, name: 'predecessor', max, onError: () => {} })
beforeAll(async () => {
  database = await freshDatabase()
  pool = openPool(4)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

test('an entry without its predecessor is not written, and its neighbours are', async () => {
  const log = postgresLog(pool, listeners)
  const [match, longer] = [randomUUID(), randomUUID()]
  expect(await log.append(row({ match }))).toBe('appended')
  expect(await log.append(row({ match: longer }))).toBe('appended')
  expect(await log.append(row({ match: longer, version: 2 }))).toBe('appended')
  appended.length = 0
  const rows = [
    row({ match, version: 3 }),
    row({ version: 2 }),
    row({ match: longer, version: 3, previous: 'another' }),
    row({ match: longer, version: 2, previous: 'another' }),
    row(),
  ]
  const outcomes = await Promise.all([rows[0], rows[1], rows[2], rows[4]].map((one) => log.append(one as (typeof rows)[0])))
  expect(outcomes).toEqual(['unfounded', 'unfounded', 'unfounded', 'appended'])
  expect(await log.append(rows[3] as (typeof rows)[0])).toBe('unfounded')
  expect(await log.append(row({ match: longer, version: 2, note: 'late' }))).toBe('conflict')
  expect(await Promise.all([match, longer].map(log.head))).toEqual([1, 2])
  expect(appended).toEqual([rows[4]?.match])
})

test('the same for the entry with which a match ends or a seat leaves', async () => {
  const log = postgresLog(pool, listeners)
  const match = randomUUID()
  expect(await log.append(row({ match, becomes: 'running' }))).toBe('appended')
  expect(await log.append(row({ match, version: 5, becomes: 'over' }))).toBe('unfounded')
  expect(await log.append(row({ match, version: 5, leaves: 0 }))).toBe('unfounded')
  expect(await log.head(match)).toBe(1)
})

test('connections that may only read, as to a primary that was demoted, are dropped, and the entry goes through a new one', async () => {
  const demoted = openPool(3)
  const readOnly = 'set default_transaction_read_only = on; select pg_sleep(0.1)'
  await Promise.all([1, 2, 3].map(() => demoted.query(readOnly)))
  expect(await postgresLog(demoted, listeners).append(row())).toBe('appended')
  await demoted.end()
})

test.each([
  ['off', 'on'],
  ['local', 'on'],
  ['remote_apply', 'remote_apply'],
])('where the database says synchronous_commit = %s, connections have %s', async (by, expected) => {
  await administer(database.url, `alter database "${new URL(database.url).pathname.slice(1)}" set synchronous_commit = ${by}`)
  const fresh = openPool(2)
  const asked = await Promise.all([1, 2].map(() => fresh.query('show synchronous_commit')))
  expect(asked.map(({ rows }) => rows[0].synchronous_commit)).toEqual([expected, expected])
  await fresh.end()
})

test('a listener that throws neither stops the log nor takes an entry back', async () => {
  const faults: unknown[] = []
  const fail = () => {
    throw new Error('a listener')
  }
  const log = postgresLog(pool, { onBatch: fail, onAppended: fail, onFault: (error) => void faults.push(error) })
  for (let round = 0; round < 3; round++) expect(await log.append(row())).toBe('appended')
  expect(faults).toHaveLength(6)
})
