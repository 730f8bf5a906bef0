/** Versions, keys and refusals of moves. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../../src/accounts/caller.js'
import { type FreshDatabase, freshDatabase } from '../support/database.js'
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

const castle = (row: number, column: number) => ({ type: 'placeCastle', rank: 1, row, column })
const submit = (seat: 0 | 1, match: string, move: unknown, more: object = {}) =>
  server.matches.submit(players[seat], match, { move, ...more })
const refused = (code: string, version: number) => ({ ok: false, version, refusal: { code } })

describe('expectedVersion', () => {
  test('from the opening of the decision to the head it fits; below and above it is stale', async () => {
    const match = await begin(server, players)
    await play(server, players, match, 2)
    const { version, awaiting } = await server.matches.card(players[0], match)
    expect(awaiting).toMatchObject([{ seat: 0, since: 3 }])
    for (const expectedVersion of [0, 2, version + 1, 2 ** 31 - 1])
      expect(await submit(0, match, await firstMove(server, players[0], match), { expectedVersion })).toMatchObject(
        refused('STALE_VERSION', 3),
      )
    expect(await submit(0, match, await firstMove(server, players[0], match), { expectedVersion: 3 })).toMatchObject({ ok: true })
  })

  test('five seats that decide at the same time all land with the version they all saw', async () => {
    const five = await Promise.all(Array.from({ length: 5 }, () => server.player()))
    const match = await begin(server, five, { game: 'medieval-realms', options: {} })
    const card = () => server.matches.card(five[0] as Caller, match)
    for (let moves = 0; moves < 60 && (await card()).awaiting.length < 5; moves++) await play(server, five, match, 1)
    const { version, awaiting } = await card()
    expect(awaiting).toHaveLength(5)
    const moves = await Promise.all(five.map((player) => firstMove(server, player, match)))
    const outcomes = await Promise.all(
      five.map((player, seat) => server.matches.submit(player, match, { move: moves[seat], expectedVersion: version })),
    )
    expect(outcomes.map(({ ok }) => ok)).toEqual([true, true, true, true, true])
    const versions = outcomes.map((one) => (one.ok ? one.accepted.version : 0))
    expect(versions.sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5].map((more) => version + more))
  })

  test('a seat that is not awaited hears that it is not its turn, whatever it expects', async () => {
    const match = await begin(server, players)
    expect(await submit(1, match, castle(1, 1), { expectedVersion: 0 })).toMatchObject(refused('NOT_YOUR_TURN', 1))
  })
})

describe('idempotency keys', () => {
  test('a retry after the match has moved on gets the first answer, though the same move would be legal again', async () => {
    const match = await begin(server, players)
    const draw = { move: { type: 'drawTile' }, idempotencyKey: 'draw' }
    const first = await server.matches.submit(players[0], match, draw)
    await play(server, players, match, 2)
    expect(await server.matches.check(players[0], match, draw.move)).toMatchObject({ legal: true })
    expect(await server.matches.submit(players[0], match, draw)).toEqual(first)
    expect((await server.matches.card(players[0], match)).version).toBe(4)
  })

  test('a retry that would now be refused still gets its answer', async () => {
    const match = await begin(server, players)
    const first = await submit(0, match, castle(1, 1), { idempotencyKey: 'k', expectedVersion: 1 })
    expect(await submit(0, match, castle(1, 1), { idempotencyKey: 'k', expectedVersion: 1 })).toEqual(first)
    expect(await submit(0, match, castle(1, 1))).toMatchObject({ ok: false })
  })

  test('another request with the key is 422: another move, another expected version, legal now or not', async () => {
    const match = await begin(server, players)
    await submit(0, match, castle(1, 1), { idempotencyKey: 'k' })
    for (const [move, more] of [
      [castle(1, 2), {}],
      [castle(1, 1), { expectedVersion: 1 }],
    ] as const)
      expect(await problemOf(submit(0, match, move, { idempotencyKey: 'k', ...more }))).toBe('422 IDEMPOTENCY_KEY_REUSED')
    await submit(1, match, castle(2, 2), { idempotencyKey: 'k' })
    expect(await problemOf(submit(0, match, castle(3, 3), { idempotencyKey: 'k' }))).toBe('422 IDEMPOTENCY_KEY_REUSED')
  })

  test('the order of the fields does not make another request', async () => {
    const match = await begin(server, players)
    const first = await submit(0, match, castle(1, 1), { idempotencyKey: 'k' })
    expect(await submit(0, match, { column: 1, row: 1, rank: 1, type: 'placeCastle' }, { idempotencyKey: 'k' })).toEqual(first)
  })

  test('a refusal is not remembered: the key serves the next attempt', async () => {
    const match = await begin(server, players)
    expect(await submit(1, match, castle(1, 1), { idempotencyKey: 'k' })).toMatchObject(refused('NOT_YOUR_TURN', 1))
    expect(await submit(1, match, { type: 'nonsense' }, { idempotencyKey: 'k' })).toMatchObject(refused('MALFORMED_MOVE', 1))
    await submit(0, match, castle(1, 1))
    expect(await submit(1, match, castle(2, 2), { idempotencyKey: 'k' })).toMatchObject({ ok: true })
  })

  test('a key of one seat is free for the other', async () => {
    const match = await begin(server, players)
    expect(await submit(0, match, castle(1, 1), { idempotencyKey: 'k' })).toMatchObject({ ok: true, accepted: { version: 2 } })
    expect(await submit(1, match, castle(2, 2), { idempotencyKey: 'k' })).toMatchObject({ ok: true, accepted: { version: 3 } })
  })

  test('ten times at once: played once, and all are answered alike', async () => {
    const match = await begin(server, players)
    const answers = await Promise.all(Array.from({ length: 10 }, () => submit(0, match, castle(1, 1), { idempotencyKey: 'k' })))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect((await server.matches.card(players[0], match)).version).toBe(2)
  })
})

describe('who may move', () => {
  test('a stranger has no seat, nobody without the scope plays, and without a token nobody at all', async () => {
    const match = await begin(server, players)
    const request = { move: castle(1, 1) }
    expect(await problemOf(server.matches.submit(await server.player(), match, request))).toBe('403 NOT_SEATED')
    expect(await problemOf(server.matches.submit({ ...players[0], scopes: new Set(['read']) }, match, request))).toBe(
      '403 SCOPE_MISSING',
    )
    expect(await problemOf(server.matches.submit({ player: null, scopes: new Set(), tokenId: null }, match, request))).toBe(
      '401 TOKEN_REQUIRED',
    )
  })

  test('a token without the scope read sees nothing, not even as a spectator, and can still play', async () => {
    const match = await begin(server, players)
    const blind: Caller = { ...players[0], scopes: new Set(['play', 'host']) }
    const looks = [
      server.matches.card(blind, match),
      server.matches.list(blind, {}, { first: 1 }),
      server.matches.view(blind, match),
      server.matches.legalMoves(blind, match, { first: 1 }),
      server.matches.check(blind, match, castle(1, 1)),
      server.matches.notices(blind, match, { first: 1, after: 0 }),
      server.matches.log(blind, match),
      server.matches.follow(blind, match, 0, AbortSignal.abort())[Symbol.asyncIterator]().next(),
    ]
    expect(new Set(await Promise.all(looks.map(problemOf)))).toEqual(new Set(['403 SCOPE_MISSING']))
    expect(await server.matches.submit(blind, match, { move: castle(1, 1) })).toMatchObject({ ok: true })
  })

  test('a typed move of another game is refused by name', async () => {
    const match = await begin(server, players)
    expect(await submit(0, match, castle(1, 1), { game: 'regents' })).toMatchObject(refused('WRONG_GAME', 1))
  })

  test('before the start there is nothing to play', async () => {
    const { id } = await server.matches.create(players[0], {
      game: 'kingdoms',
      seats: 2,
      options: {},
      visibility: 'public',
      seating: 'chosen',
      rated: false,
      join: true,
    })
    expect(await problemOf(submit(0, id, castle(1, 1)))).toBe('409 NOT_STARTED')
  })
})
