/** A move does not look at a row of `deadline` that its server knows to stand; and looks whenever the row may have been touched. */
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { APPEND_TIMED_AS_KNOWN, MARGIN_MS } from '../../src/log/append-statements.js'
import type { Timing } from '../../src/log/entry.js'
import { knownRows } from '../../src/log/known-rows.js'
import { type Log, postgresLog } from '../../src/log/log.js'
import { toldBy } from '../../src/log/told.js'
import { createPool } from '../../src/platform/database.js'
import { type FreshDatabase, freshDatabase } from '../support/database.js'
import { row } from './rows.js'

let database: FreshDatabase
let pool: pg.Pool
beforeAll(async () => {
  database = await freshDatabase()
  pool = createPool({ url: database.url, name: 'known rows', max: 4, onError: () => {} })
  await pool.query(`insert into service_up (beat) values (now() + interval '1 day')`)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const HOUR = 3_600_000
const server = (): Log => postgresLog(pool, { onBatch: () => {}, onAppended: () => {} })

let log: Log
let match: string
let epoch: number
beforeEach(async () => {
  log = server()
  match = randomUUID()
  epoch = (await pool.query<{ epoch: number }>('select epoch from service_up')).rows[0]?.epoch ?? 0
})

interface Decision {
  readonly version: number
  /** The seat that is asked. */
  readonly seat: number
  /** How long ago, and how long it has from then on. */
  readonly agoMs?: number
  readonly lasts?: number
}
const timed = ({ version, seat, agoMs = 0, lasts = 24 * HOUR }: Decision) => {
  const opened = Date.now() - agoMs
  const deadline = { seat, due: opened + lasts, opened }
  const timing: Timing = { times: {}, deadlines: [deadline], epoch, opening: deadline }
  return { version, match, at: new Date(opened).toISOString(), timing }
}
const move = (decision: Decision, on = log) => on.append(row(timed(decision)))
/** As an absence, an order that is played, or a seat that changes hands. */
const change = (decision: Decision, on = log) => {
  const { timing, ...parts } = timed(decision)
  const { opening: _, ...exactly } = timing
  return on.append(row({ ...parts, timing: exactly }))
}

const seatsWithRows = async (): Promise<number[]> =>
  (await pool.query<{ seat: number }>('select seat from deadline where match_id = $1 order by seat', [match])).rows.map(
    ({ seat }) => seat,
  )
/** As whoever looks does with a row of a seat that has nothing to decide, once its time has come. */
const putAway = (seat: number) => pool.query('delete from deadline where match_id = $1 and seat = $2', [match, seat])

test('a row that this server wrote, or has seen, is not looked at again', async () => {
  for (const version of [1, 2]) expect(await move({ version, seat: version - 1 })).toBe('appended')
  const other = server()
  for (const version of [3, 4]) await move({ version, seat: version - 3 }, other)
  for (const seat of [0, 1]) await putAway(seat)
  // Nobody does that before the last quarter of its time: so nobody notices.
  await move({ version: 5, seat: 0 }, other)
  expect(await seatsWithRows()).toEqual([])
})

describe('a row is looked at again', () => {
  test.each([
    ['changed more', () => change({ version: 3, seat: 0 })],
    ['of another server changed more', () => change({ version: 3, seat: 0 }, server())],
    ['was a move of another server', () => move({ version: 3, seat: 0 }, server())],
  ])('after an entry that %s', async (_, between) => {
    for (const version of [1, 2]) await move({ version, seat: version - 1 })
    expect(await between()).toBe('appended')
    await putAway(1)
    expect(await move({ version: 4, seat: 1 })).toBe('appended')
    expect(await seatsWithRows()).toContain(1)
  })

  test('after a span was written down', async () => {
    for (const version of [1, 2]) await move({ version, seat: version - 1 })
    await pool.query('update service_up set epoch = epoch + 1')
    await putAway(0)
    expect(await move({ version: 3, seat: 0 })).toBe('conflict')
    epoch++
    expect(await move({ version: 3, seat: 0 })).toBe('appended')
    expect(await seatsWithRows()).toEqual([0, 1])
  })

  test.each([
    ['has begun', 2 * HOUR, 2 * HOUR],
    ['comes near', HOUR, (HOUR + 2_000) / 0.75],
  ])('when the last quarter of its time %s', async (_, agoMs, lasts) => {
    for (const version of [1, 2]) await move({ version, seat: version - 1, agoMs, lasts })
    await putAway(0)
    await move({ version: 3, seat: 0, agoMs, lasts })
    expect(await seatsWithRows()).toEqual([0, 1])
  })

  test('when it was seen in another server and its last quarter has begun', async () => {
    const old = { agoMs: 2 * HOUR, lasts: 2 * HOUR }
    for (const version of [1, 2]) await move({ version, seat: version - 1, ...old })
    const other = server()
    await move({ version: 3, seat: 0, ...old }, other)
    await putAway(1)
    await move({ version: 4, seat: 1, ...old }, other)
    await putAway(0)
    await move({ version: 5, seat: 0, ...old }, other)
    expect(await seatsWithRows()).toEqual([0, 1])
  })
})

test('an entry that was not written teaches nothing', async () => {
  await move({ version: 1, seat: 0 })
  await move({ version: 2, seat: 1 }, server())
  expect(await move({ version: 2, seat: 1 })).toBe('conflict')
  await putAway(1)
  await move({ version: 3, seat: 1 })
  expect(await seatsWithRows()).toEqual([0, 1])
})

test('whoever touches rows keeps entries out, also those that look at none', async () => {
  for (const version of [1, 2]) await move({ version, seat: version - 1 })
  const toucher = await pool.connect()
  await toucher.query('begin')
  await toucher.query('lock table deadline in share row exclusive mode')
  const waiting = move({ version: 3, seat: 0 })
  const writers = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%held as (delete from deadline%' and datname = current_database()`
  await expect.poll(async () => (await pool.query(writers)).rowCount, { timeout: 10_000 }).toBe(1)
  await toucher.query('commit')
  toucher.release()
  expect(await waiting).toBe('appended')
})

describe('what is known of a row', () => {
  const told = (...written: { match_id: string; until: number; rest: number }[]) =>
    toldBy(
      written.map((one) => ({ ...one, has_orders: false })),
      1,
    )
  const asked = (version: number, seat: number) => ({
    match: 'm',
    entry: { hash: `h${version}` },
    previous: `h${version - 1}`,
    timing: { epoch: 1, opening: { seat, due: 0, opened: 0 } },
  })

  test('lapses before it is too late for a statement, by the clock of the server', () => {
    let now = 1000
    const { learn, untilOf } = knownRows(() => now)
    learn([asked(1, 0)], told({ match_id: 'm', until: 5_000_000, rest: 20_000 }))
    expect(untilOf([asked(2, 0)])).toBe(5_000_000)
    now += 20_000 - MARGIN_MS - 1
    expect(untilOf([asked(2, 0)])).toBeUndefined()
  })

  test('is that of the row which is touched first, and nothing if one is not known', () => {
    const { learn, untilOf } = knownRows(() => 0)
    const other = (version: number) => ({ ...asked(version, 0), match: 'n' })
    learn([asked(1, 0)], told({ match_id: 'm', until: 900_000, rest: 900_000 }))
    expect(untilOf([asked(2, 0), other(2)])).toBeUndefined()
    learn([other(1)], told({ match_id: 'n', until: 800_000, rest: 800_000 }))
    expect(untilOf([asked(2, 0), other(2)])).toBe(800_000)
  })

  test('is forgotten with an entry that was not written', () => {
    const { learn, untilOf } = knownRows(() => 0)
    learn([asked(1, 0)], told({ match_id: 'm', until: 900_000, rest: 900_000 }))
    learn([asked(2, 0)], told())
    expect(untilOf([asked(2, 0)])).toBeUndefined()
  })
})

test('known rows whose moment has come by the clock of the database: nothing is written', async () => {
  await move({ version: 1, seat: 0 })
  const values = APPEND_TIMED_AS_KNOWN.valuesOf([row(timed({ version: 2, seat: 0 }))])
  const tried = async (until: number) =>
    (await pool.query<{ count: number }>({ ...APPEND_TIMED_AS_KNOWN, values: [...values, until] })).rows[0]?.count
  expect(await tried(Date.now() + MARGIN_MS - 1000)).toBe(0)
  expect(await tried(Date.now() + MARGIN_MS + 60_000)).toBe(1)
})
