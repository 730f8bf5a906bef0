/** Many followers of one match: one read for all, one item for each kind of viewer, and few connections of the pool. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anonymous } from '../../src/accounts/caller.js'
import type { NoticeItem } from '../../src/match/shapes.js'
import { turns } from '../../src/platform/turns.js'
import { type FreshDatabase, freshDatabase } from '../support/database.js'
import { begin, openServer, play, type Server } from './server.js'

let database: FreshDatabase
let server: Server
beforeAll(async () => {
  database = await freshDatabase()
  server = await openServer(database.url)
})
afterAll(async () => {
  await server.close()
  await database.drop()
})

/** Counts the reads of entries from now on. */
function countReads(): { count: number } {
  const counted = { count: 0 }
  const { pool } = server
  const query = pool.query.bind(pool)
  // The overloads of `query` cannot be told here; every call is handed on as it came.
  pool.query = ((...given: [{ name?: string }]) => {
    if (given[0].name === 'entries-after') counted.count++
    return (query as (...given: unknown[]) => unknown)(...given)
  }) as typeof pool.query
  return counted
}

test('three hundred followers cost a read or two an entry, and share what they are told', { timeout: 30_000 }, async () => {
  const players = [await server.player(), await server.player()] as const
  const match = await begin(server, players)
  const stop = new AbortController()
  const callers = Array.from({ length: 300 }, (_, i) => [anonymous, ...players][i % 3] ?? anonymous)
  const heard = callers.map((): NoticeItem[] => [])
  const following = callers.map(async (caller, i) => {
    for await (const item of server.matches.follow(caller, match, 1, stop.signal)) heard[i]?.push(item)
  })
  await new Promise((done) => setTimeout(done, 300))
  const reads = countReads()
  await play(server, players, match, 6)
  await expect.poll(() => heard.every((items) => items.length === 6), { timeout: 10_000 }).toBe(true)
  stop.abort()
  await Promise.all(following)
  for (const items of heard) expect(items.map(({ version }) => version)).toEqual([2, 3, 4, 5, 6, 7])
  expect(reads.count).toBeLessThanOrEqual(24)
  for (const version of [0, 3, 5]) expect(new Set(heard.map((items) => items[version])).size).toBeLessThanOrEqual(6)
})

test('no more than so many work at a time, and a failure makes room too', async () => {
  const inTurn = turns(2)
  let now = 0
  let most = 0
  const work = async (): Promise<void> => {
    most = Math.max(most, ++now)
    await new Promise((done) => setTimeout(done, 2))
    now--
    throw new Error('no luck')
  }
  await Promise.allSettled(Array.from({ length: 9 }, () => inTurn(work)))
  expect([most, now]).toEqual([2, 0])
  expect(await inTurn(async () => 'done')).toBe('done')
})
