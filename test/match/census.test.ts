/** How many matches there are: counted as far as that is cheap, estimated beyond, and asked for rarely. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { matchCensus } from '../../src/match/store/census.js'
import { createPool } from '../../src/platform/database.js'
import { type FreshDatabase, freshDatabase } from '../support/database.js'

let database: FreshDatabase
let pool: ReturnType<typeof createPool>
beforeAll(async () => {
  database = await freshDatabase()
  pool = createPool({ url: database.url, name: 'census', max: 2, onError: () => {} })
  await pool.query(`insert into player (id, name, name_key, kind) values (gen_random_uuid(), 'Anne', 'anne', 'bot')`)
  await add('over', 5000)
  await add('running', 3)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const add = (status: string, count: number) =>
  pool.query(
    `insert into match (id, game, options, seats, visibility, seating, status, commitment, created_by)
     select gen_random_uuid(), 'kingdoms', '{}', 2, 'public', 'chosen', $1, '', player.id from player, generate_series(1, $2)`,
    [status, count],
  )

test('every status is counted, those with none too', async () => {
  expect(await matchCensus(pool)()).toEqual({ open: 0, running: 3, over: 5000, aborted: 0, cancelled: 0 })
})

test('beyond a bound it is what the planner expects, and never below the bound', async () => {
  await pool.query('analyze match')
  const { running, over } = await matchCensus(pool, { counted: 100 })()
  expect(running).toBe(3)
  expect(over).toBeGreaterThan(4500)
  expect(over).toBeLessThan(5500)
  const plan = await pool.query(
    `explain (analyze, costs off, format json) select from match where status = 'over' order by created_at desc limit 101`,
  )
  expect(JSON.stringify(plan.rows)).toContain('Index')
})

test('it is kept for a while, and a failure is not', async () => {
  const census = matchCensus(pool, { keptMs: 60_000 })
  const before = await census()
  await add('open', 2)
  expect(await census()).toBe(before)
  expect(await matchCensus(pool)()).toMatchObject({ open: 2 })
  let fails = true
  const shaky = { query: (...given: [never]) => (fails ? Promise.reject(new Error('away')) : pool.query(...given)) }
  const recovering = matchCensus(shaky as typeof pool) // stands for a pool whose database is away at first
  await expect(recovering()).rejects.toThrow('away')
  fails = false
  expect(await recovering()).toMatchObject({ open: 2 })
})
