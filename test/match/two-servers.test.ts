/** Two servers on one database: one truth. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../../src/accounts/caller.js'
import { verifyTranscript } from '../../src/match/offline/transcript.js'
import { type FreshDatabase, freshDatabase } from '../support/database.js'
import { begin, firstMove, openServer, play, problemOf, type Server } from './server.js'

let database: FreshDatabase
let here: Server
let there: Server
let players: [Caller, Caller]
beforeAll(async () => {
  database = await freshDatabase()
  here = await openServer(database.url)
  there = await openServer(database.url)
  players = [await here.player(), await here.player()]
})
afterAll(async () => {
  await here.close()
  await there.close()
  await database.drop()
})

test('the same key through both at once plays once, and both answer alike', async () => {
  for (let round = 0; round < 10; round++) {
    const match = await begin(here, players)
    await Promise.all([here, there].map(({ matches }) => matches.view(players[0], match)))
    const request = { move: await firstMove(here, players[0], match), idempotencyKey: `k${round}` }
    const [one, other] = await Promise.all([here, there].map(({ matches }) => matches.submit(players[0], match, request)))
    expect(one).toMatchObject({ ok: true, accepted: { version: 2 } })
    expect(other).toEqual(one)
    expect((await there.matches.card(players[0], match)).version).toBe(2)
  }
})

test('two different moves through both at once: one is played, the other decided anew', async () => {
  const match = await begin(here, players)
  await there.matches.view(players[0], match)
  const moves = [1, 2].map((column) => ({ type: 'placeCastle', rank: 1, row: 1, column }))
  const outcomes = await Promise.all(
    [here, there].map(({ matches }, index) => matches.submit(players[0], match, { move: moves[index] })),
  )
  expect(outcomes.map(({ ok }) => ok).sort()).toEqual([false, true])
  expect(outcomes.find(({ ok }) => !ok)).toMatchObject({ refusal: { code: 'NOT_YOUR_TURN' }, version: 2 })
})

test('a server that is behind catches up before it refuses, shows or tells', async () => {
  const match = await begin(here, players)
  await there.matches.view(players[1], match)
  await here.matches.submit(players[0], match, { move: await firstMove(here, players[0], match) })
  expect((await there.live.get(match))?.position.version).toBe(1)
  const move = await firstMove(here, players[1], match)
  expect(await there.matches.submit(players[1], match, { move, expectedVersion: 2 })).toMatchObject({
    ok: true,
    accepted: { version: 3 },
  })
  expect(await here.matches.submit(players[1], match, { move })).toMatchObject({ ok: false, version: 3 })
  for (const { matches } of [here, there]) {
    expect((await matches.view(players[0], match)).version).toBe(3)
    const { items } = await matches.notices(players[0], match, { first: 9, after: 0 })
    expect(items.map(({ version }) => version)).toEqual([1, 2, 3])
  }
})

test('a server that is behind catches up before it refuses what is no move of the game, and looks the key up', async () => {
  const match = await begin(here, players)
  const refusals = [
    { request: { move: { type: 'fly' } }, code: 'MALFORMED_MOVE' },
    { request: { move: { type: 'drawTile' }, game: 'regents' }, code: 'WRONG_GAME' },
  ]
  for (const [index, { request, code }] of refusals.entries()) {
    await there.matches.view(players[0], match)
    const seat = players[index % 2] as Caller
    await here.matches.submit(seat, match, { move: await firstMove(here, seat, match), idempotencyKey: 'k' })
    expect((await there.live.get(match))?.position.version).toBe(index + 1)
    expect(await there.matches.submit(seat, match, request)).toMatchObject({ ok: false, version: index + 2, refusal: { code } })
    expect(await problemOf(there.matches.submit(seat, match, { ...request, idempotencyKey: 'k' }))).toBe(
      '422 IDEMPOTENCY_KEY_REUSED',
    )
  }
})

test('a malformed move is refused in the same words by submit and by check', async () => {
  const match = await begin(here, players)
  const move = { type: 'placeCastle', rank: 9, row: 'a', column: 1 }
  const submitted = await here.matches.submit(players[0], match, { move })
  const { refusal } = await there.matches.check(players[0], match, move)
  expect(submitted).toMatchObject({ ok: false, refusal })
  expect(refusal).toMatchObject({ code: 'MALFORMED_MOVE', message: expect.stringMatching(/^rank: .+; row: .+/) })
})

describe('a match played through both, move by move, with a stream on each', () => {
  test('ends, verifies, and every stream is complete and in order', async () => {
    const match = await begin(here, players)
    const heard = [here, there].map(async ({ matches }) => {
      const versions: number[] = []
      for await (const { version } of matches.follow(players[0], match, 0, AbortSignal.timeout(25_000))) versions.push(version)
      return versions
    })
    for (
      let servers = [here, there];
      (await here.matches.card(players[0], match)).status !== 'over';
      servers = [servers[1], servers[0]] as Server[]
    )
      await play(servers[0] as Server, players, match, 1)
    const log = await there.matches.log(players[0], match)
    if (!log.complete) throw new Error('the log of a finished match is not whole')
    expect(verifyTranscript(log.transcript)).toMatchObject({ ok: true, over: true })
    const all = log.transcript.entries.map(({ version }) => version)
    expect(await Promise.all(heard)).toEqual([all, all])
  })
})
