/** What is left to the house is played, but a cheap request does not make a thousand entries at once. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUSE, houseOf } from '../../src/accounts/house-ids.js'
import { Clock } from '../../src/clocks/clock.js'
import type { ClockSweep } from '../../src/clocks/sweep.js'
import { entryPace } from '../../src/match/play/pace.js'
import type { Holdings } from '../../src/match/store/holdings.js'
import { resultsReader } from '../../src/match/viewing/results.js'
import { type FreshDatabase, freshDatabase } from '../support/database.js'
import { begin, openServer, type Player, problemOf, type Server } from './server.js'

const of = (match: string) => ({ match, host: 'host' })
const held = (by: string): Holdings => ({ present: [HOUSE, by], former: [{ seat: 0, player: by, until: 2 }] })

test('a minute of moves at once, then one after the other, each in its turn; every player on their own', () => {
  let now = 1_000_000
  const { untilHouse: pace, count } = entryPace(60, () => now)
  const waits = Array.from({ length: 13 }, (_, match) => pace(held('anne'), of(`m${match}`), match % 2))
  expect(waits).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 6000, 12_000, 18_000])
  expect(pace(held('ben'), of('m99'), 0)).toBe(0)
  now += 6000
  expect([11, 10, 12].map((match) => pace(held('anne'), of(`m${match}`), match % 2))).toEqual([6000, 0, 12_000])
  expect(count('anne', 1)).toBe(12_000)
  now += 60_000
  expect(pace(held('anne'), of('m12'), 0)).toBe(0)
})

test('a bot that had its seat from the start moves at the pace of the host', () => {
  const { untilHouse: pace } = entryPace(60, () => 0)
  const bots: Holdings = { present: [houseOf('greedy'), houseOf('greedy')], former: [] }
  const waits = (host: string) => Array.from({ length: 11 }, (_, n) => pace(bots, { match: `${host} ${n}`, host }, 0))
  expect(waits('anne').at(-1)).toBe(6000)
  expect(waits('ben').at(-2)).toBe(0)
})

test('a bot that thinks long counts as several', () => {
  const { untilHouse: pace } = entryPace(60, () => 0)
  const bots: Holdings = { present: [houseOf('search:3')], former: [] }
  const waits = Array.from({ length: 4 }, (_, n) => pace(bots, of(`m${n}`), 0, 4))
  expect(waits).toEqual([0, 0, 12_000, 36_000])
})

test('without a limit the house never waits', () => {
  const { untilHouse: pace, count } = entryPace(0)
  for (let n = 0; n < 100; n++) expect([pace(held('anne'), of(`m${n}`), 0), count('anne', 1000)]).toEqual([0, 0])
})

let database: FreshDatabase
let server: Server
let sweep: ClockSweep
beforeAll(async () => {
  database = await freshDatabase()
  server = await openServer(database.url, { env: { RATE_LIMIT: '60' } })
  sweep = await server.startClocks()
})
afterAll(async () => {
  await sweep.stop()
  await server.close()
  await database.drop()
})

test('a match that is wholly left to the house goes on at the pace of those who left it', async () => {
  const players = [await server.player(), await server.player()]
  const match = await begin(server, players)
  for (const player of players) await server.matches.handOverToHouse(player, match)
  const waiting = async (): Promise<number> =>
    (await server.pool.query('select 1 from deadline where match_id = $1 and due > now()', [match])).rowCount ?? 0
  await expect.poll(waiting, { timeout: 20_000 }).toBe(1)
  const { rows } = await server.pool.query(
    `select count(*)::int as moves from entry where match_id = $1 and command ->> 'by' = 'house'`,
    [match],
  )
  expect(rows[0].moves).toBeGreaterThanOrEqual(10)
  expect(rows[0].moves).toBeLessThanOrEqual(22)
})

test('nor does an absence that is declared and called off again and again, in every match whose clock it stops', async () => {
  const players = [await server.player(), await server.player()]
  const [away] = players
  const clock = Clock.parse({ kind: 'decision', seconds: 3600, absence: true })
  for (let made = 0; made < 3; made++) await begin(server, players, { clock })
  const inAMonth = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
  const change = async (): Promise<void> => {
    const { id } = await server.matches.declareAbsence(away as Player, { firstDay: inAMonth, lastDay: inAMonth })
    await server.matches.cancelAbsence(away as Player, id)
  }
  const all = async (): Promise<void> => {
    for (let times = 0; times < 20; times++) await change()
  }
  expect(await problemOf(all())).toBe('429 RATE_LIMITED')
  const { rows } = await server.pool.query(`select count(*)::int as noted from entry where command ->> 'type' = 'absence'`)
  // A minute's worth is ten, and the last change may go beyond it.
  expect(rows[0].noted).toBe(12)
})

test('results that take long to read are read by one at a time, and kept for a while', async () => {
  let [asked, atOnce, most] = [0, 0, 0]
  const query = async (statement: string) => {
    asked++
    most = Math.max(most, ++atOnce)
    await server.pool.query('select pg_sleep(0.2)')
    return server.pool.query(statement).finally(() => atOnce--)
  }
  // A cast: of a pool nothing else is asked.
  const results = resultsReader({ query } as unknown as Server['pool'])
  const { id } = (await server.player()).player
  expect(await Promise.all(Array.from({ length: 30 }, () => results(id)))).toEqual(Array(30).fill([]))
  expect([asked, most]).toEqual([1, 1])
})
