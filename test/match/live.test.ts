/** What is kept in memory and in snapshots is a cache: without it everything is the same. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Caller } from '../../src/accounts/caller.js'
import { itemAt } from '../../src/games/lists.js'
import { catalogueOf } from '../../src/games/medieval-realms/catalogue.js'
import { Options as MedievalOptions } from '../../src/games/medieval-realms/options.js'
import { sizeOf } from '../../src/match/store/live.js'
import { type FreshDatabase, freshDatabase } from '../support/database.js'
import { begin, openServer, play, type Server } from './server.js'

/** Room for one match without content of its own. */
const ONE_MATCH = 30 * 1024

let database: FreshDatabase
let server: Server
let players: [Caller, Caller]
let match: string
let seen: string
beforeAll(async () => {
  database = await freshDatabase()
  server = await openServer(database.url)
  players = [await server.player(), await server.player()]
  match = await begin(server, players)
  await play(server, players, match, 69)
  await vi.waitUntil(async () => (await snapshots()).length === 2)
  seen = await everything(server)
})
afterAll(async () => {
  await server.close()
  await database.drop()
})

const snapshots = async (): Promise<{ version: number; fingerprint: string }[]> =>
  (await server.pool.query('select version, fingerprint from snapshot where match_id = $1 order by version', [match])).rows

/** All that anybody can see of the match. */
async function everything({ matches }: Server): Promise<string> {
  const viewers: Caller[] = [...players, { player: null, scopes: new Set(), tokenId: null }]
  const views = viewers.flatMap((viewer) =>
    [undefined, 0, 1, 31, 32, 33, 63, 64, 65, 70].map((at) => matches.view(viewer, match, { at })),
  )
  const legal = players.map((player) => matches.legalMoves(player, match, { first: 500 }))
  return JSON.stringify([await Promise.all(views), await Promise.all(legal)])
}

test('a server that closes leaves the snapshots that were still to be written', async () => {
  const closing = await openServer(database.url)
  const mine: [Caller, Caller] = [await closing.player(), await closing.player()]
  const played = await begin(closing, mine)
  await play(closing, mine, played, 35)
  await closing.close()
  const { rows } = await server.pool.query('select version from snapshot where match_id = $1', [played])
  expect(rows).toEqual([{ version: 32 }])
})

test('a match that was begun here is in memory, as it would be read', async () => {
  const begun = await begin(server, players)
  const kept = server.live.known(begun)
  server.live.forget(begun)
  const read = await server.live.get(begun)
  const { dice: _, ...fixed } = kept?.fixed ?? {}
  expect(read).toMatchObject({ ...kept, fixed })
})

/** As a server sees it that has nothing in memory. */
async function afresh(): Promise<string> {
  const other = await openServer(database.url)
  try {
    return await everything(other)
  } finally {
    await other.close()
  }
}

test('snapshots are written every 32 entries, under the fingerprint of the engine', async () => {
  const [first, second] = await snapshots()
  expect([first?.version, second?.version]).toEqual([32, 64])
  expect(first?.fingerprint).toMatch(/^[\w-]{16}$/)
})

test('a server with cold memory sees the same', async () => {
  expect(await afresh()).toBe(seen)
})

test('a match pushed out of memory or forgotten is as it was', async () => {
  const small = await openServer(database.url, { cacheBytes: ONE_MATCH })
  const other = await begin(small, players)
  expect(await everything(small)).toBe(seen)
  await play(small, players, other, 3)
  expect(await everything(small)).toBe(seen)
  expect((await small.matches.view(players[0], other)).version).toBe(4)
  await small.close()
  server.live.forget(match)
  expect(await everything(server)).toBe(seen)
})

/** A deck of a host's own; no two are the same. */
const ownDeck = (name: string) =>
  Array.from({ length: 100 }, (_, index) => ({
    ...{ id: `c${index}`, family: 'fortress', name: `${name} ${index}`, copies: 1, kind: 'simple', colour: 'red' },
    ...{
      cost: { pay: 'gold', amounts: [1] },
      effects: Array.from({ length: 6 }, () => ({ when: 'end', gain: 'points', amount: 1 })),
    },
  }))
const withDeck = (name: string) => ({ game: 'medieval-realms', options: { content: { deck: ownDeck(name) } } })

describe('a match with content of its own', () => {
  test('takes as much of the memory as its content is long', async () => {
    const small = await openServer(database.url, { cacheBytes: 1024 * 1024 })
    const plain = await begin(small, players)
    const kept = await small.live.get(plain)
    const own = await begin(small, players, withDeck('a'))
    const found = await small.live.get(own)
    expect(
      sizeOf(
        itemAt(
          [found].flatMap((one) => one ?? []),
          0,
        ),
      ),
    ).toBeGreaterThan(200 * 1024)
    expect(await small.live.get(plain)).toBe(kept)
    for (const name of ['b', 'c', 'd', 'e', 'f']) await small.live.get(await begin(small, players, withDeck(name)))
    expect(await small.live.get(own)).not.toBe(found)
    await small.close()
  })

  test('shares it with matches of the same content', async () => {
    const [one, other] = [await begin(server, players, withDeck('same')), await begin(server, players, withDeck('same'))]
    const [first, second] = [await server.live.get(one), await server.live.get(other)]
    expect(first).not.toBe(second)
    expect(first?.fixed.options).toBe(second?.fixed.options)
    expect(first?.fixed.chosen).toBe(second?.fixed.chosen)
  })

  test('shares what the game derives from it, also after it was read from a snapshot', () => {
    const { content } = MedievalOptions.parse(withDeck('derived').options)
    expect(catalogueOf({ content: structuredClone(content) })).toBe(catalogueOf({ content }))
  })
})

describe('snapshots', () => {
  test('of another engine are not looked at', async () => {
    await server.pool.query(
      `insert into snapshot select match_id, 66, 'another engine', '{"nonsense": true}'::json from snapshot where match_id = $1 and version = 64`,
      [match],
    )
    expect(await afresh()).toBe(seen)
    expect((await snapshots()).map(({ version }) => version)).toEqual([32, 64, 66])
  })

  test.each([
    [
      'changed',
      `update snapshot set state = replace(state::text, '"epoch":', '"epoch":1')::json where match_id = $1 and version = 64`,
    ],
    ['empty', `update snapshot set state = '{}'::json where match_id = $1 and version = 64`],
    [
      'of another version',
      `update snapshot set state = (select state from snapshot where match_id = $1 and version = 32) where match_id = $1 and version = 64`,
    ],
  ])('that are damaged (%s) are dropped, and the log is read instead', async (_, damage) => {
    const whole = await server.pool.query(
      `select * from snapshot where match_id = $1 and version = 64 and fingerprint <> 'another engine'`,
      [match],
    )
    expect((await server.pool.query(damage, [match])).rowCount).toBeGreaterThan(0)
    expect(await afresh()).toBe(seen)
    expect((await snapshots()).map(({ version }) => version)).not.toContain(64)
    const { match_id, version, fingerprint, state } = whole.rows[0]
    await server.pool.query('insert into snapshot values ($1, $2, $3, $4)', [
      match_id,
      version,
      fingerprint,
      JSON.stringify(state),
    ])
  })

  test('put back as they were, they serve again', async () => {
    expect(await afresh()).toBe(seen)
    expect((await snapshots()).map(({ version }) => version)).toContain(64)
  })

  test('all dropped: nothing changes', async () => {
    await server.pool.query('truncate snapshot')
    expect(await afresh()).toBe(seen)
  })
})
