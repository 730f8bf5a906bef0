/** One row or one connection is stuck: the others go on. */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Append } from '../../src/log/append.js'
import { APPENDING, APPENDING_CONNECTIONS } from '../../src/log/group-commit.js'
import { type Log, postgresLog } from '../../src/log/log.js'
import { createPool } from '../../src/platform/database.js'
import { begin, openServer, type Server } from '../match/server.js'
import { type FreshDatabase, freshDatabase } from '../support/database.js'
import { row } from './rows.js'
import { layWire } from './wire.js'

let database: FreshDatabase
let server: Server
const open: pg.Pool[] = []
const logAt = (url: string): Log => {
  const pool = createPool({ url, name: 'appender', max: APPENDING_CONNECTIONS, onError: () => {}, patience: APPENDING })
  open.push(pool)
  return postgresLog(pool, { onBatch: () => {}, onAppended: () => {} })
}
beforeAll(async () => {
  database = await freshDatabase()
  server = await openServer(database.url)
})
afterAll(async () => {
  await Promise.all(open.map((pool) => pool.end()))
  await server.close()
  await database.drop()
})

/** So many matches, one entry after the other in each; how many were written until `until` resolved, and then no more. */
async function entriesUntil(log: Log, until: Promise<unknown>, first: (index: number) => Append): Promise<number> {
  let over = false
  let written = 0
  void until.then(() => {
    over = true
  })
  const playOn = async (index: number): Promise<void> => {
    for (let next = first(index); !over; next = row({ match: next.match, version: next.entry.version + 1 })) {
      expect(await log.append(next)).toBe('appended')
      if (!over) written++
    }
  }
  await Promise.all(Array.from({ length: 20 }, (_, index) => playOn(index)))
  return written
}

/** Another session holds this row until it is told to let go. */
async function locked(sql: string, match: string): Promise<() => Promise<void>> {
  const other = new pg.Client({ connectionString: database.url })
  await other.connect()
  await other.query('begin')
  await other.query(sql, [match])
  return async () => {
    await other.query('rollback')
    await other.end()
  }
}

const seconds = (count: number) => new Promise((done) => setTimeout(done, count * 1000))

describe('a row that somebody else has locked', () => {
  test.each([
    ['seat', 'select 1 from seat where match_id = $1 for update', { leaves: 0 }],
    ['match', 'select 1 from match where id = $1 for update', { becomes: 'over' as const }],
  ])('of a %s holds up its own match and no other', async (_, sql, change) => {
    const log = logAt(database.url)
    const match = await begin(server, [await server.player(), await server.player()])
    const previous = (await log.newest(match)).hash ?? ''
    const unlock = await locked(sql, match)
    let settled = false
    const stuck = log.append(row({ match, version: 2, previous, ...change })).finally(() => {
      settled = true
    })
    // In the same batch, and in the same moment: entries that change rows of their own, and plain ones.
    const beside = await Promise.all([row({ becomes: 'running' }), row({ leaves: 1 }), row()].map(log.append))
    expect(beside).toEqual(['appended', 'appended', 'appended'])
    const written = await entriesUntil(log, seconds(3), (index) => row(index % 2 === 0 ? {} : { becomes: 'running' }))
    expect(settled).toBe(false)
    expect(written).toBeGreaterThan(100)
    await unlock()
    expect(await stuck).toBe('appended')
  })

  test('many of them leave connections to the others', async () => {
    const log = logAt(database.url)
    const players = [await server.player(), await server.player()]
    const matches = await Promise.all(Array.from({ length: 12 }, () => begin(server, players)))
    const heads = await Promise.all(matches.map(log.newest))
    const unlocks = await Promise.all(matches.map((match) => locked('select 1 from seat where match_id = $1 for update', match)))
    const stuck = matches.map((match, index) =>
      log.append(row({ match, version: 2, previous: heads[index]?.hash ?? '', leaves: 0 })),
    )
    const written = await entriesUntil(log, seconds(3), () => row())
    expect(written).toBeGreaterThan(100)
    await Promise.all(unlocks.map((unlock) => unlock()))
    expect(new Set(await Promise.all(stuck))).toEqual(new Set(['appended']))
  })
})

describe('a connection that is half open', () => {
  test('holds up what was sent through it and nothing else, and that is written through another', {
    timeout: 30_000,
  }, async () => {
    const wire = await layWire(database.url)
    const log = logAt(wire.url)
    await log.append(row())
    wire.silence()
    const stuck = Promise.all(Array.from({ length: 50 }, () => log.append(row())))
    // So that the next ones are not in the batch that is sent through it.
    await new Promise((done) => setTimeout(done, 50))
    const written = await entriesUntil(log, stuck, () => row())
    expect(new Set(await stuck)).toEqual(new Set(['appended']))
    expect(written).toBeGreaterThan(100)
    await wire.cut()
  })
})
