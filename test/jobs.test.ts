import { createRequire } from 'node:module'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobQueue, prepareJobs, REVISION } from '../src/jobs/jobs.js'
import { createPool } from '../src/platform/database.js'
import { createLogger } from '../src/platform/logger.js'
import { administer } from './support/administer.js'
import { emptyDatabase, type FreshDatabase } from './support/database.js'
import { until } from './webhooks/server.js'

let database: FreshDatabase
const lines: string[] = []
const logger = createLogger('trace', { write: (line: string) => void lines.push(line) })
beforeAll(async () => {
  database = await emptyDatabase()
})
afterAll(() => database.drop())

test('the tables are those of the library, made once by servers that start together', async () => {
  const { migrations } = createRequire(import.meta.url)('graphile-worker/dist/generated/sql.js')
  expect(Object.keys(migrations)).toHaveLength(REVISION)
  await Promise.all([1, 2, 3].map(() => prepareJobs(database.url, logger)))
  const [row] = await administer(database.url, 'select max(id) as revision from graphile_worker.migrations')
  expect(row?.revision).toBe(REVISION)
  expect(await administer(database.url, `select from pg_tables where schemaname = 'public'`)).toEqual([])
})

test('a job is done once, a key that waits is not doubled, and the log is ours', async () => {
  const pool = createPool({ url: database.url, name: 'chancery jobs', max: 8, onError: () => {} })
  const jobs = jobQueue({ pool, logger, atOnce: 4, lookEveryMs: 50 })
  const done: string[] = []
  let failures = 0
  await jobs.add(pool, [1, 2, 2].map((key) => ({ task: 'note', key: String(key), inMs: 0 })).slice(0, 2))
  await jobs.add(pool, [{ task: 'note', key: '2', inMs: 60_000 }], 'keep')
  await jobs.add(pool, [{ task: 'fail', key: '3', inMs: 0 }])
  await jobs.add(pool, [{ task: 'note', key: 'late', inMs: 60_000 }])
  jobs.start({
    note: async (key) => void done.push(key),
    fail: async () => {
      if (++failures < 2) throw new Error('the first time')
    },
  })
  jobs.start({})
  await until(() => expect([done.toSorted(), failures]).toEqual([['1', '2'], 2]))
  await jobs.add(pool, [{ task: 'note', key: 'late', inMs: 0 }])
  await until(() => expect(done).toHaveLength(3))
  await jobs.stop()
  await jobs.stop()
  await jobs.add(pool, [{ task: 'note', key: 'never', inMs: 0 }])
  expect(done).not.toContain('never')
  await pool.end()
  const told = lines.map((line) => JSON.parse(line))
  expect(told.length).toBeGreaterThan(0)
  expect(told.every(({ of, level }) => of === 'jobs' && level < 50)).toBe(true)
  expect(told.some(({ level, msg }) => level === 40 && /the first time/.test(msg))).toBe(true)
})
