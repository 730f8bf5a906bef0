/** Appends that share a statement, and what one of them can do to the others: nothing. */
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { postgresLog } from '../../src/log/log.js'
import { createPool } from '../../src/platform/database.js'
import { type FreshDatabase, freshDatabase } from '../support/database.js'
import { row } from './rows.js'

let database: FreshDatabase
let pool: pg.Pool
const batches: number[] = []
const appended: string[] = []
const logOn = (on: pg.Pool) =>
  postgresLog(on, {
    onBatch: (size) => void batches.push(size),
    onAppended: (rows) => void appended.push(...rows.map(({ match, version }) => `${match} ${version}`)),
  })

beforeAll(async () => {
  database = await freshDatabase()
  pool = createPool({ url: database.url, name: 'one', max: 6, onError: () => {} })
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

describe('many at once', () => {
  test('appends of many matches share a few statements, and each is there once', async () => {
    const log = logOn(pool)
    const rows = Array.from({ length: 600 }, () => row())
    batches.length = 0
    expect(new Set(await Promise.all(rows.map(log.append)))).toEqual(new Set(['appended']))
    expect(batches.reduce((sum, size) => sum + size)).toBe(600)
    expect(batches.length).toBeLessThan(20)
    expect(Math.max(...batches)).toBeLessThanOrEqual(256)
    expect(await Promise.all(rows.map(({ match }) => log.head(match)))).toEqual(rows.map(() => 1))
    expect(rows.filter(({ match }) => appended.filter((one) => one === `${match} 1`).length !== 1)).toEqual([])
  })

  test('a row that conflicts leaves its neighbours alone, and is not announced', async () => {
    const log = logOn(pool)
    const [taken, keyed] = [row(), row({ idempotencyKey: 'k' })]
    for (const one of [taken, keyed]) await log.append(one)
    appended.length = 0
    const sameVersion = row({ match: taken.match, note: 'another' })
    const sameKey = row({ match: keyed.match, version: 2, idempotencyKey: 'k' })
    const [before, after] = [row(), row()]
    const outcomes = await Promise.all([before, sameVersion, sameKey, after].map(log.append))
    expect(outcomes).toEqual(['appended', 'conflict', 'conflict', 'appended'])
    expect(appended.sort()).toEqual([`${before.match} 1`, `${after.match} 1`].sort())
    expect((await log.read(taken.match, 0, 9)).map(({ hash }) => hash)).toEqual([taken.entry.hash])
    expect(await log.head(keyed.match)).toBe(1)
  })

  test('a batch that fails as a whole is tried row by row: only the row at fault is refused', async () => {
    const log = logOn(pool)
    const [before, after] = [row(), row()]
    const impossible = row({ version: 2 ** 31 })
    const outcomes = await Promise.allSettled([before, impossible, after].map(log.append))
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(await Promise.all([before, impossible, after].map(({ match }) => log.head(match)))).toEqual([1, 0, 1])
  })

  test('a key belongs to a match and a seat: elsewhere it is free', async () => {
    const log = logOn(pool)
    const match = randomUUID()
    for (const [index, options] of [{ seat: 0 }, { seat: 1 }].entries())
      expect(await log.append(row({ match, version: index + 1, idempotencyKey: 'k', ...options }))).toBe('appended')
    expect(await log.append(row({ idempotencyKey: 'k' }))).toBe('appended')
    expect((await log.findByKey(match, 1, 'k'))?.version).toBe(2)
    expect(await log.findByKey(match, 2, 'k')).toBeUndefined()
  })
})

describe('two servers on one match', () => {
  test('of two writers of the same version exactly one wins, whichever batches they are in', async () => {
    const other = createPool({ url: database.url, name: 'two', max: 6, onError: () => {} })
    const logs = [logOn(pool), logOn(other)]
    const matches = Array.from({ length: 60 }, () => randomUUID())
    const race = (version: number) =>
      Promise.all(
        matches.map(async (match) => {
          const previous = (await logs[0]?.newest(match))?.hash ?? ''
          return Promise.all(logs.map((log, index) => log.append(row({ match, version, previous, note: `by ${index}` }))))
        }),
      )
    for (const version of [1, 2, 3])
      for (const outcomes of await race(version)) expect(outcomes.sort()).toEqual(['appended', 'conflict'])
    expect(await Promise.all(matches.map((match) => logs[0]?.head(match)))).toEqual(matches.map(() => 3))
    await other.end()
  })
})

describe('entries', () => {
  test.each(['update entry set rules = 2', 'delete from entry', 'truncate entry', 'truncate entry cascade'])(
    'are only ever added: %s is refused',
    async (sql) => {
      await logOn(pool).append(row())
      await expect(pool.query(sql)).rejects.toThrow('never changed or deleted')
    },
  )
})
