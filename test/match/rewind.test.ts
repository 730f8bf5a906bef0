/** The database goes back to an earlier state under a running server: no gap, callers are told, and play goes on. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { anonymous, type Caller } from '../../src/accounts/caller.js'
import { verifyTranscript } from '../../src/match/offline/transcript.js'
import { type FreshDatabase, freshDatabase } from '../support/database.js'
import { goBack } from './going-back.js'
import { begin, firstMove, openServer, play, problemOf, type Server } from './server.js'

let database: FreshDatabase
let server: Server
let players: [Caller, Caller]
beforeAll(async () => {
  database = await freshDatabase()
  server = await openServer(database.url)
  players = [await server.player(), await server.player()]
})
afterAll(async () => {
  await server.close()
  await database.drop()
})

/** Played so far, then put back. */
async function wentBack(from: number, to: number, more: { keepSnapshots?: boolean } = {}): Promise<string> {
  const match = await begin(server, players)
  expect(await play(server, players, match, from - 1)).toBe(from)
  await goBack(database.url, { match, version: to, ...more })
  return match
}
const versionsOf = async (match: string): Promise<number[]> =>
  (await server.pool.query('select version from entry where match_id = $1 order by version', [match])).rows.map(
    ({ version }) => version,
  )
async function expectWhole(match: string, where = server): Promise<void> {
  await play(where, players, match, 1000)
  const log = await where.matches.log(players[0], match)
  if (!log.complete) throw new Error('the log of a finished match is not whole')
  expect(verifyTranscript(log.transcript)).toMatchObject({ ok: true, over: true })
}
/** The last legal move of whoever is awaited: another line than `play` takes. */
async function playOtherwise(on: Server, match: string, moves: number): Promise<void> {
  for (let made = 0; made < moves; made++) {
    const { awaiting } = await on.matches.card(anonymous, match)
    const player = players[awaiting[0]?.seat ?? 0] as Caller
    const { moves: legal } = await on.matches.legalMoves(player, match, { first: 500 })
    expect(await on.matches.submit(player, match, { move: legal.at(-1)?.move })).toMatchObject({ ok: true })
  }
}
const STALE = { ok: false, refusal: { code: 'STALE_VERSION' } }

describe('a move on top of what is no more', () => {
  test('is not written: no gap, STALE_VERSION with the version that stands, and play goes on to the end', async () => {
    const match = await begin(server, players)
    await play(server, players, match, 9)
    const { awaiting, version } = await server.matches.card(anonymous, match)
    const player = players[awaiting[0]?.seat ?? 0] as Caller
    const move = await firstMove(server, player, match)
    await goBack(database.url, { match, version: 6 })
    expect(await server.matches.submit(player, match, { move, expectedVersion: version })).toMatchObject({ ...STALE, version: 6 })
    expect(await versionsOf(match)).toEqual([1, 2, 3, 4, 5, 6])
    await expectWhole(match)
  })

  test('is not written without an expected version either, and the next one is decided where the match stands', async () => {
    const match = await wentBack(10, 6)
    const held = await server.live.get(match)
    const player = players[held?.awaiting[0]?.seat ?? 0] as Caller
    const move = { type: 'drawTile' }
    expect(await server.matches.submit(player, match, { move })).toMatchObject({ ...STALE, version: 6 })
    await play(server, players, match, 1)
    expect(await versionsOf(match)).toEqual([1, 2, 3, 4, 5, 6, 7])
    await expectWhole(match)
  })

  test('is not written where another server has played on otherwise, below, at or beyond the version held here', async () => {
    for (const moves of [2, 4, 7]) {
      const match = await wentBack(10, 6)
      const other = await openServer(database.url)
      await playOtherwise(other, match, moves)
      const player = players[(await server.live.get(match))?.awaiting[0]?.seat ?? 0] as Caller
      expect(await server.matches.submit(player, match, { move: { type: 'drawTile' } })).toMatchObject({
        ...STALE,
        version: 6 + moves,
      })
      expect(await server.matches.view(players[0], match)).toEqual(await other.matches.view(players[0], match))
      await expectWhole(match)
      await other.close()
    }
  })

  test('whose key went with its entry is played anew, once', async () => {
    const match = await begin(server, players)
    await play(server, players, match, 5)
    const player = players[(await server.live.get(match))?.awaiting[0]?.seat ?? 0] as Caller
    const request = { move: await firstMove(server, player, match), idempotencyKey: 'k' }
    const first = await server.matches.submit(player, match, request)
    await goBack(database.url, { match, version: 6 })
    expect(await server.matches.submit(player, match, request)).toMatchObject({ ...STALE, version: 6 })
    expect(await server.matches.submit(player, match, request)).toMatchObject({ ok: true, accepted: { version: 7 } })
    expect(await server.matches.submit(player, match, request)).toMatchObject({ ok: true, accepted: { version: 7 } })
    expect(first).toMatchObject({ ok: true, accepted: { version: 7 } })
    await expectWhole(match)
  })

  test('many matches at once, many times: never a gap', async () => {
    const matches = await Promise.all(Array.from({ length: 6 }, () => begin(server, players)))
    for (let round = 0; round < 5; round++) {
      await Promise.all(matches.map((match) => play(server, players, match, 6)))
      for (const match of matches) await goBack(database.url, { match, version: 2 + round })
      await Promise.allSettled(
        matches.flatMap((match) => players.map((player) => server.matches.submit(player, match, { move: { type: 'drawTile' } }))),
      )
      for (const match of matches) expect(await versionsOf(match)).toEqual((await versionsOf(match)).map((_, index) => index + 1))
    }
    for (const match of matches) await expectWhole(match)
  })
})

describe('a look at what is no more', () => {
  test.each([
    ['the view', (one: Server, match: string) => one.matches.view(players[0], match)],
    ['legal moves', (one: Server, match: string) => one.matches.legalMoves(players[0], match, { first: 500 })],
    ['notices', (one: Server, match: string) => one.matches.notices(players[0], match, { first: 500, after: 0 })],
    ['the log', (one: Server, match: string) => one.matches.log(players[0], match)],
  ])('shows what stands: %s', async (_, look) => {
    const other = await openServer(database.url)
    for (const moves of [0, 2, 4, 6]) {
      const match = await wentBack(10, 6)
      await playOtherwise(other, match, moves)
      expect(await look(server, match)).toEqual(await look(other, match))
    }
    await other.close()
  })

  test('a page after a version that is no more is refused with STALE_VERSION', async () => {
    const match = await wentBack(10, 6)
    expect(await problemOf(server.matches.notices(players[0], match, { first: 9, after: 10 }))).toBe('412 STALE_VERSION')
    expect(await server.matches.notices(players[0], match, { first: 9, after: 6 })).toMatchObject({ items: [], version: 6 })
  })

  test('back before the start: told so once, then it is an open match, and begins again', async () => {
    const match = await wentBack(5, 0)
    expect(await problemOf(server.matches.submit(players[0], match, { move: { type: 'drawTile' } }))).toBe('412 STALE_VERSION')
    expect(await server.matches.view(players[0], match)).toMatchObject({ version: 0 })
    expect(await server.matches.startWaiting()).toBe(1)
    await expectWhole(match)
  })
})

describe('snapshots of what is no more', () => {
  test('are ignored, though they lie below the head, and are replaced', async () => {
    const match = await begin(server, players)
    await play(server, players, match, 39)
    const snapshots = async () =>
      (await server.pool.query('select version from snapshot where match_id = $1 order by version', [match])).rows
    await vi.waitUntil(async () => (await snapshots()).length === 1)
    await goBack(database.url, { match, version: 20, keepSnapshots: true })
    await playOtherwise(server, match, 20)
    const afresh = await openServer(database.url)
    for (const at of [undefined, 31, 32, 33, 40])
      expect(await afresh.matches.view(players[0], match, { at })).toEqual(await server.matches.view(players[0], match, { at }))
    await expectWhole(match, afresh)
    await afresh.close()
  })

  test('beyond the head are ignored', async () => {
    const match = await begin(server, players)
    await play(server, players, match, 35)
    await vi.waitUntil(
      async () => (await server.pool.query('select 1 from snapshot where match_id = $1', [match])).rowCount === 1,
    )
    await goBack(database.url, { match, version: 20, keepSnapshots: true })
    const afresh = await openServer(database.url)
    expect(await afresh.matches.view(players[0], match)).toMatchObject({ version: 20 })
    await expectWhole(match, afresh)
    await afresh.close()
  })
})

describe('followers', () => {
  /** What a follower hears, up to the problem that ends its stream. */
  async function heard(match: string, after: number): Promise<(number | string)[]> {
    const said: (number | string)[] = []
    try {
      for await (const { version } of server.matches.follow(players[0], match, after, AbortSignal.timeout(20_000)))
        said.push(version)
    } catch (error) {
      const { code, version } = error as { code: string; version: number }
      said.push(`${code} ${version}`)
    }
    return said
  }

  test('of a match that went back are told where it stands', async () => {
    const match = await begin(server, players)
    const listening = heard(match, 0)
    await play(server, players, match, 4)
    await vi.waitUntil(async () => (await server.log.head(match)) === 5)
    await goBack(database.url, { match, version: 3 })
    expect(await listening).toEqual([1, 2, 3, 4, 5, 'STALE_VERSION 3'])
  })

  test('are told where it went on otherwise, though it is no shorter', async () => {
    for (const moves of [2, 4]) {
      const match = await begin(server, players)
      await play(server, players, match, 4)
      const listening = heard(match, 0)
      const other = await openServer(database.url)
      await vi.waitUntil(async () => (await server.live.get(match))?.position.version === 5)
      await goBack(database.url, { match, version: 3 })
      await playOtherwise(other, match, moves)
      expect((await listening).at(-1)).toMatch(/^STALE_VERSION [345678]$/)
      await other.close()
    }
  })

  test('who come with a version that is no more are told at once', async () => {
    expect(await heard(await wentBack(5, 3), 5)).toEqual(['STALE_VERSION 3'])
  })
})
