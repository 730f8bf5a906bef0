/** The secret of a match: sealed, committed to, and shown only at the end. */
import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../../src/accounts/caller.js'
import { rankInPile } from '../../src/dice/labelled.js'
import { requireSameKey } from '../../src/match/store/secrets.js'
import { administer } from '../support/administer.js'
import { type FreshDatabase, freshDatabase } from '../support/database.js'
import { begin, create, openServer, play, type Server } from './server.js'

const KEY = randomBytes(32)
let database: FreshDatabase
let server: Server
let players: [Caller & { player: { id: string } }, Caller & { player: { id: string } }]
beforeAll(async () => {
  database = await freshDatabase()
  server = await openServer(database.url, { secretsKey: KEY })
  players = [await server.player(), await server.player()]
})
afterAll(async () => {
  await server.close()
  await database.drop()
})

const sealedOf = async (match: string): Promise<Buffer> =>
  (await server.pool.query<{ sealed: Buffer }>('select sealed from secret where match_id = $1', [match])).rows[0]
    ?.sealed as Buffer

test('with SECRETS_KEY it is sealed, each time otherwise, and cannot be read without the key or with another', async () => {
  const sealed = await sealedOf((await create(server, players[0])).id)
  expect([sealed[0], sealed.length]).toEqual([1, 1 + 12 + 16 + 32])
  expect(server.secrets.open({ sealed })).toHaveLength(32)
  for (const secretsKey of [null, randomBytes(32)]) {
    const other = await openServer(database.url, { secretsKey })
    expect(() => other.secrets.open({ sealed })).toThrow()
    await other.close()
  }
  sealed[40] = (sealed[40] as number) ^ 1
  expect(() => server.secrets.open({ sealed })).toThrow()
})

describe('at a start', () => {
  const other = randomBytes(32)
  const refused = (why: RegExp) => ({ message: expect.stringMatching(why), exitCode: 2 })
  const MISSING = refused(/^SECRETS_KEY: missing\. /)
  const ANOTHER = refused(/^SECRETS_KEY: another one\. /)

  test('a database from before keys were remembered is tried with the secrets of its matches', async () => {
    await create(server, players[0])
    await expect(requireSameKey(database.url, null)).rejects.toMatchObject(MISSING)
    await expect(requireSameKey(database.url, other)).rejects.toMatchObject(ANOTHER)
    expect(await administer(database.url, 'select from secrets_key')).toEqual([])
    await requireSameKey(database.url, KEY)
    expect(await administer(database.url, 'select from secrets_key')).toHaveLength(1)
  })

  test('the first key is remembered before there is a match; of two at once one is the first', async () => {
    const fresh = await freshDatabase()
    try {
      await requireSameKey(fresh.url, null)
      const both = await Promise.allSettled([requireSameKey(fresh.url, KEY), requireSameKey(fresh.url, other)])
      expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      const first = both[0].status === 'fulfilled' ? KEY : other
      await requireSameKey(fresh.url, first)
      await expect(requireSameKey(fresh.url, first === KEY ? other : KEY)).rejects.toMatchObject(ANOTHER)
      await expect(requireSameKey(fresh.url, null)).rejects.toMatchObject(MISSING)
    } finally {
      await fresh.drop()
    }
  })
})

test('a match made without a key goes on when one is set', async () => {
  const keyless = await openServer(database.url)
  const match = await begin(keyless, players)
  await keyless.close()
  expect((await sealedOf(match))[0]).toBe(0)
  expect(await play(server, players, match, 2)).toBe(3)
})

test('the commitment is SHA-256 of secret and id from the first moment; the secret is nowhere until the end', async () => {
  const match = await begin(server, players, { seating: 'random', options: {} })
  const hex = Buffer.from(server.secrets.open({ sealed: await sealedOf(match) })).toString('hex')
  const { commitment } = await server.matches.card(players[0], match)
  expect(commitment).toBe(createHash('sha256').update(Buffer.from(hex, 'hex')).update(match).digest('hex'))
  const seats = async () => (await server.matches.card(players[0], match)).seats.map(({ player }) => player?.id)
  const seated = (await seats()).map((id) => players.find(({ player }) => player.id === id) as Caller)
  for (let over = false; !over; ) {
    const looks = await Promise.all(
      [...players, { player: null, scopes: new Set(), tokenId: null } as Caller].flatMap((viewer) => [
        server.matches.card(viewer, match),
        server.matches.view(viewer, match),
        server.matches.log(viewer, match),
      ]),
    )
    over = (looks[0] as { status: string }).status === 'over'
    const hits = looks.filter((look) => JSON.stringify(look).includes(hex)).length
    // Card and log, of each of the three; a view never.
    expect(hits).toBe(over ? 6 : 0)
    if (!over) await play(server, seated, match, 29)
  }
  // Seats were dealt by the same secret, so anybody can now deal them again.
  const secret = Buffer.from((await server.matches.card(players[0], match)).secret as string, 'hex')
  const ranked = players
    .map(({ player }) => player.id)
    .sort((a, b) => (rankInPile(secret, 'seating', a) < rankInPile(secret, 'seating', b) ? -1 : 1))
  expect(await seats()).toEqual(ranked)
})

test('random seats come out both ways', async () => {
  const hosts = new Set<number | null>()
  for (let made = 0; made < 40 && hosts.size < 2; made++)
    hosts.add((await server.matches.card(players[0], await begin(server, players, { seating: 'random' }))).you)
  expect(hosts).toEqual(new Set([0, 1]))
})
