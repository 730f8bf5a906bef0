/** Standing orders: played once and at once, or dropped with a notice; withdrawn at will. */
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { Caller } from '../../src/accounts/caller.js'
import { administer } from '../support/administer.js'
import type { FreshDatabase } from '../support/database.js'
import { begin, create, openServer, type Player, problemOf, type Server, twoServers } from './server.js'

let database: FreshDatabase
let here: Server
let there: Server
let players: [Player, Player]
let admin: Caller
beforeAll(async () => {
  const both = await twoServers()
  ;({ database, here, there } = both)
  players = [await here.player(), await here.player()]
  admin = await here.accounts.authenticate((await here.accounts.bootstrap()) ?? '')
  return both.close
})

type SeatNumber = 0 | 1
const castle = (row: number, column: number, rank = 1) => ({ type: 'placeCastle', rank, row, column })
const set = ({ matches }: Server, seat: SeatNumber, match: string, moves: unknown[], more: object = {}) =>
  matches.setOrders(players[seat], match, { moves, ...more })
const order = ({ matches }: Server, seat: SeatNumber, match: string) => matches.orders(players[seat], match)
const move = ({ matches }: Server, seat: SeatNumber, match: string, what: unknown) =>
  matches.submit(players[seat], match, { move: what })
const versionOf = async (match: string) => (await here.matches.card(players[0], match)).version
/** What follows an entry follows soon. */
const settled = (seat: SeatNumber, match: string, status: string) =>
  vi.waitFor(async () => expect((await order(here, seat, match)).status).toBe(status), { timeout: 10_000, interval: 20 })
/** As if the server that wrote the newest entry had died before it looked for orders. */
async function withoutANudge(match: string, work: () => Promise<unknown>): Promise<void> {
  const change = (status: string, to: string) =>
    administer(database.url, `update standing_order set status = '${to}' where match_id = $1 and status = '${status}'`, [match])
  await change('waiting', 'withdrawn')
  await work()
  await change('withdrawn', 'waiting')
}

describe('a list', () => {
  test('waits until its seat is awaited; then its first legal move is played, once', async () => {
    const match = await begin(here, players)
    const moves = [castle(1, 1), castle(2, 2), castle(3, 3)]
    const waiting = { status: 'waiting', decision: null, setVersion: 1, version: null, settledAt: null, played: null }
    expect(await set(here, 1, match, moves)).toMatchObject({ ...waiting, moves, why: null, refusals: null })
    const accepted = { version: 2, awaiting: [{ seat: 1 }] }
    expect(await move(here, 0, match, castle(1, 1))).toMatchObject({ ok: true, accepted })
    await settled(1, match, 'played')
    expect(await order(there, 1, match)).toMatchObject({ status: 'played', version: 3, played: 1, why: null, refusals: null })
    expect(await versionOf(match)).toBe(3)
    const { items } = await here.matches.notices(players[0], match, { first: 9, after: 2 })
    expect(items).toMatchObject([{ version: 3, notices: [{ type: 'CastlePlaced', seat: 1, row: 2, column: 2 }, {}] }])
  })

  test('is tried at once where its seat is awaited already', async () => {
    const match = await begin(here, players)
    expect(await set(there, 0, match, [castle(2, 5)])).toMatchObject({ status: 'played', version: 2, played: 0, setVersion: 1 })
  })

  test('is dropped where none of its moves is legal, with what the rules said to each', async () => {
    const match = await begin(here, players)
    await set(here, 1, match, [castle(1, 1), { type: 'placeStartTile', row: 1, column: 1 }])
    await move(here, 0, match, castle(1, 1))
    await settled(1, match, 'dropped')
    const { why, refusals, version, played } = await order(there, 1, match)
    expect({ why, version, played, codes: refusals?.map(({ code }) => code) }).toEqual({
      ...{ why: 'noLegalMove', version: 2, played: null },
      codes: ['FIELD_OCCUPIED', 'FIELD_OCCUPIED'],
    })
    expect(await versionOf(match)).toBe(2)
  })

  test('waits for the decision that it names, and leaves others alone', async () => {
    const match = await begin(here, players)
    await set(
      here,
      1,
      match,
      [3, 4].flatMap((row) => [1, 2].map((column) => ({ type: 'placeTile', row, column }))),
      {
        decision: 'placeDrawnTile',
      },
    )
    await move(here, 0, match, castle(1, 1))
    await there.matches.sweepOrders()
    expect(await order(here, 1, match)).toMatchObject({ status: 'waiting', decision: 'placeDrawnTile' })
    await move(here, 1, match, { type: 'drawTile' })
    await settled(1, match, 'played')
    expect(await order(here, 1, match)).toMatchObject({ version: 4, played: 0 })
  })

  test('takes the place of the one before; the same request sets it once', async () => {
    const match = await begin(here, players)
    const first = await set(here, 1, match, [castle(3, 3)], { idempotencyKey: 'a' })
    expect(await set(there, 1, match, [castle(3, 3)], { idempotencyKey: 'a' })).toEqual(first)
    expect(await problemOf(set(here, 1, match, [castle(4, 4)], { idempotencyKey: 'a' }))).toBe('422 IDEMPOTENCY_KEY_REUSED')
    const second = await set(here, 1, match, [castle(4, 4)])
    expect(second.id).not.toBe(first.id)
    await move(there, 0, match, castle(1, 1))
    await settled(1, match, 'played')
    // Retried after it was played, it is not tried for the next turn.
    await move(here, 0, match, castle(1, 2, 2))
    const retried = await set(here, 1, match, [castle(3, 3)], { idempotencyKey: 'b' })
    expect(await set(there, 1, match, [castle(3, 3)], { idempotencyKey: 'b' })).toEqual(retried)
    expect([retried.status, await versionOf(match)]).toEqual(['played', 5])
  })

  test('that is withdrawn is not played, however late that is', async () => {
    for (let round = 0; round < 10; round++) {
      const match = await begin(here, players)
      await set(here, 1, match, [castle(2, 2)])
      const [, { status }] = await Promise.all([
        move(here, 0, match, castle(1, 1)),
        new Promise((done) => setTimeout(done, round)).then(() => there.matches.withdrawOrders(players[1], match)),
      ])
      await here.matches.sweepOrders()
      expect([status, await versionOf(match)]).toEqual(status === 'withdrawn' ? ['withdrawn', 2] : ['played', 3])
      expect(await order(here, 1, match)).toMatchObject({ status })
    }
  })

  test('of each seat, each answering the other: an entry each, in turn', async () => {
    const match = await begin(here, players)
    await set(here, 1, match, [castle(2, 2)])
    await move(here, 0, match, castle(1, 1))
    await settled(1, match, 'played')
    await move(here, 0, match, castle(1, 2, 2))
    await set(there, 0, match, [castle(3, 1, 3)])
    await set(there, 1, match, [castle(4, 1, 2)])
    await settled(0, match, 'played')
    expect(await order(here, 1, match)).toMatchObject({ status: 'played', version: 5 })
    expect(await order(here, 0, match)).toMatchObject({ status: 'played', version: 6 })
  })
})

describe('is refused', () => {
  test('what no position could allow, by its place in the list', async () => {
    const match = await begin(here, players)
    const refused = (moves: unknown[], more: object = {}) =>
      set(here, 1, match, moves, more).catch(({ status, code, message, errors }) => ({ status, code, message, errors }))
    expect(await refused([castle(1, 1), { type: 'fly' }])).toMatchObject({
      ...{ status: 422, code: 'MALFORMED_MOVE', message: expect.stringMatching(/^moves\.1: type: /) },
      errors: [{ path: 'moves.1.type' }],
    })
    expect(await refused([castle(1, 1, 9)])).toMatchObject({ code: 'MALFORMED_MOVE', errors: [{ path: 'moves.0.rank' }] })
    expect(await refused([{ type: 'endPlay' }], { game: 'royals' })).toMatchObject({ status: 422, code: 'WRONG_GAME' })
    const nonsense = { decision: 'dance' }
    expect(await refused([castle(1, 1)], nonsense)).toMatchObject({
      status: 400,
      message: 'decision: one of turn, placeDrawnTile',
    })
    expect(await refused([castle(1, 1), { ...castle(1, 1), note: 'x'.repeat(17_000) }])).toMatchObject({ status: 400 })
    await expect(set(here, 1, match, [])).rejects.toThrow()
    await expect(set(here, 1, match, Array(21).fill(castle(1, 1)))).rejects.toThrow()
    expect(await problemOf(order(here, 1, match))).toBe('404 NOT_FOUND')
  })

  test('where the seat has been asked something since the version that was seen', async () => {
    const match = await begin(here, players)
    await move(here, 0, match, castle(1, 1))
    expect(await problemOf(set(here, 1, match, [castle(2, 2)], { expectedVersion: 1 }))).toBe('412 STALE_VERSION')
    expect(await problemOf(set(here, 1, match, [castle(2, 2)], { expectedVersion: 3 }))).toBe('412 STALE_VERSION')
    expect(await set(here, 0, match, [castle(3, 3, 2)], { expectedVersion: 1 })).toMatchObject({ status: 'waiting' })
  })

  test('where nothing will be awaited, and to whoever has no seat', async () => {
    const { id: open } = await create(here, players[0])
    expect(await problemOf(set(here, 0, open, [castle(1, 1)]))).toBe('409 NOT_STARTED')
    const match = await begin(here, players)
    const stranger = await here.player()
    for (const ask of ['orders', 'withdrawOrders'] as const)
      expect(await problemOf(here.matches[ask](stranger, match))).toBe('403 NOT_SEATED')
    expect(await problemOf(here.matches.setOrders(stranger, match, { moves: [castle(1, 1)] }))).toBe('403 NOT_SEATED')
    await here.matches.leave(players[1], match)
    expect(await problemOf(set(here, 0, match, [castle(1, 1)]))).toBe('409 MATCH_OVER')
    const aborted = await begin(here, players)
    await here.matches.abortAsAdministrator(admin, aborted, { reason: 'x' })
    expect(await problemOf(set(here, 0, aborted, [castle(1, 1)]))).toBe('409 MATCH_ABORTED')
    const three = await begin(here, [...players, stranger])
    await here.matches.leave(players[1], three)
    expect(await problemOf(set(here, 1, three, [castle(1, 1)]))).toBe('409 SEAT_HAS_LEFT')
  })
})

describe('is dropped', () => {
  const dropped = async (match: string, why: string, version: number, seat: SeatNumber = 1) =>
    expect(await order(here, seat, match)).toMatchObject({ status: 'dropped', why, version, refusals: null, played: null })
  /** By the same transaction: a server that dies leaves no order behind in a match that is over. */
  const atOnceWithTheEntry = async (match: string) => {
    const text = `select o.xmin = e.xmin as at_once from standing_order o join entry e using (match_id, version) where match_id = $1`
    expect(await administer(database.url, text, [match])).toEqual([{ at_once: true }])
  }

  test('with the end of its match, however it ends, and when its seat leaves', async () => {
    const resigned = await begin(here, players)
    await set(here, 1, resigned, [castle(1, 1)])
    await here.matches.leave(players[0], resigned)
    await dropped(resigned, 'matchEnded', 2)
    const aborted = await begin(here, players)
    await set(here, 1, aborted, [castle(1, 1)])
    await here.matches.abortAsAdministrator(admin, aborted, { reason: 'x' })
    await dropped(aborted, 'matchEnded', 2)
    for (const match of [resigned, aborted]) await atOnceWithTheEntry(match)
    const left = await begin(here, [...players, await here.player()])
    await set(here, 1, left, [castle(1, 1)])
    await there.matches.leave(players[1], left)
    await dropped(left, 'seatLeft', 2)
    await here.matches.sweepOrders()
    expect(await versionOf(left)).toBe(2)
  })

  test('when its player is blocked; those of an erased one are gone', async () => {
    const [blocked, erased] = [await here.player(), await here.player()]
    const ordering = async (player: Player) => {
      const match = await begin(here, [players[0], player])
      await here.matches.setOrders(player, match, { moves: [castle(2, 2)] })
      return match
    }
    const [one, other] = [await ordering(blocked), await ordering(erased)]
    await here.administration.block(admin, blocked.player.id, { reason: 'x' })
    await here.administration.erase(admin, erased.player.id, { reason: 'x' })
    await move(there, 0, one, castle(1, 1))
    await there.matches.sweepOrders()
    expect(await versionOf(one)).toBe(2)
    const rows = 'select status, why from standing_order where match_id = any($1)'
    expect(await administer(database.url, rows, [[one, other]])).toEqual([{ status: 'dropped', why: 'playerBlocked' }])
  })

  test('when its seat is handed to another, who is told of no list', async () => {
    const match = await begin(here, players)
    const heir = await here.player()
    await set(here, 1, match, [castle(2, 2)])
    await here.matches.offerSeat(players[1], match, { player: heir.player.id, expiresInHours: 1 })
    await there.matches.acceptSeat(heir, match)
    await dropped(match, 'handedOver', 2)
    expect(await problemOf(there.matches.orders(heir, match))).toBe('404 NOT_FOUND')
    expect(await problemOf(set(here, 1, match, [castle(2, 2)]))).toBe('403 NOT_SEATED')
    // One that was overlooked is found by its holder, who learns nothing of what was played since.
    await administer(database.url, `update standing_order set status = 'waiting' where match_id = $1`, [match])
    await move(here, 0, match, castle(1, 1))
    await settled(1, match, 'dropped')
    await dropped(match, 'handedOver', 2)
    expect(await versionOf(match)).toBe(3)
  })

  test('when its seat is handed to the house; those of others stay', async () => {
    const match = await begin(here, [...players, await here.player()])
    await set(here, 1, match, [castle(2, 2)])
    await set(here, 0, match, [castle(3, 3)], { decision: 'placeDrawnTile' })
    await here.matches.handOverToHouse(players[1], match)
    await dropped(match, 'handedOver', 2)
    expect((await order(here, 0, match)).status).toBe('waiting')
  })

  test('when moves are taken back, whoever left it', async () => {
    const match = await begin(here, players)
    await move(here, 0, match, castle(1, 1))
    await set(here, 0, match, [castle(3, 3)])
    await set(here, 1, match, [castle(4, 4)], { decision: 'placeDrawnTile' })
    for (const player of players) await there.matches.takeBack(player, match, { to: 1, agree: true })
    for (const seat of [0, 1] as const) await dropped(match, 'takenBack', 3, seat)
    // One that was set at the same moment is overlooked by the take-back, and not by whoever carries it out.
    await administer(database.url, `update standing_order set status = 'waiting' where match_id = $1 and seat = 0`, [match])
    await there.matches.sweepOrders()
    await dropped(match, 'takenBack', 3, 0)
    expect(await versionOf(match)).toBe(3)
    // One that is set afterwards is as good as any.
    expect(await set(here, 0, match, [castle(5, 5)])).toMatchObject({ status: 'played', version: 4 })
  })
})

describe('with several servers', () => {
  test('an order is played once, whichever of them writes and whoever sweeps', async () => {
    for (let round = 0; round < 10; round++) {
      const match = await begin(here, players)
      await set(there, 1, match, [castle(2, 2), castle(3, 3), castle(4, 4)])
      await withoutANudge(match, () => move(here, 0, match, castle(1, 1)))
      await Promise.all([here, there, here, there].map(({ matches }) => matches.sweepOrders()))
      expect(await order(there, 1, match)).toMatchObject({ status: 'played', version: 3, played: 0 })
      expect(await versionOf(match)).toBe(3)
    }
  })

  test('what was lost with one of them is found by a sweep of another', async () => {
    const match = await begin(here, players)
    await set(here, 1, match, [castle(2, 2)])
    await withoutANudge(match, () => move(here, 0, match, castle(1, 1)))
    expect((await order(there, 1, match)).status).toBe('waiting')
    expect(await there.matches.sweepOrders()).toBe(1)
    expect(await order(here, 1, match)).toMatchObject({ status: 'played', version: 3 })
    expect(await there.matches.sweepOrders()).toBe(0)
  })

  test('an order that fails to be tried holds up no other', async () => {
    const [broken, match] = [await begin(here, players), await begin(here, players)]
    for (const one of [broken, match]) {
      await set(here, 1, one, [castle(2, 2)])
      await withoutANudge(one, () => move(here, 0, one, castle(1, 1)))
    }
    await administer(database.url, `update match set game = 'forgotten' where id = $1`, [broken])
    const fresh = await openServer(database.url)
    await expect(fresh.matches.sweepOrders()).rejects.toThrow('forgotten')
    expect(await fresh.matches.orders(players[1], match)).toMatchObject({ status: 'played' })
    await administer(database.url, `update match set game = 'kingdoms' where id = $1`, [broken])
    await fresh.matches.sweepOrders()
    await fresh.close()
    expect(await order(here, 1, broken)).toMatchObject({ status: 'played' })
  })
})

describe('the inbox', () => {
  /** All pages after the cursor, once there are so many news: what waits comes before them. */
  const inboxOf = async (seat: SeatNumber, from: string | undefined, news: number) => {
    const after = (await here.matches.inbox(players[seat], { first: 100, after: from })).next
    return vi.waitFor(async () => {
      const { items } = await here.matches.inbox(players[seat], { first: 100, after })
      expect(items.length).toBeGreaterThanOrEqual(news)
      return items
    })
  }

  test('tells the holder, and nobody else, that a list was dropped', async () => {
    const match = await begin(here, players)
    const { id } = await set(here, 1, match, [castle(1, 1)])
    const starts = await Promise.all(players.map((player) => here.matches.startInbox(player)))
    const stop = new AbortController()
    const told = (async () => {
      for await (const item of there.matches.followInbox(players[1], starts[1], stop.signal))
        if (item.kind === 'orderDropped') return item
      return undefined
    })()
    await move(here, 0, match, castle(1, 1))
    expect(await told).toMatchObject({ match, version: 2, status: 'running', yourTurn: true, about: id })
    stop.abort()
    const items = await inboxOf(1, starts[1], 2)
    expect(items.filter((item) => item.match === match).map(({ version, kind, about }) => [version, kind, about])).toEqual([
      [2, 'entry', null],
      [2, 'orderDropped', id],
    ])
    expect((await inboxOf(0, starts[0], 1)).some(({ kind }) => kind === 'orderDropped')).toBe(false)
    // Page by page it is the same.
    const [first, second] = items.slice(-2)
    const next = await here.matches.inbox(players[1], { first: 1, after: first?.cursor ?? '' })
    expect(next.items).toEqual([second])
  })

  test('tells a drop by the end of a match after the end', async () => {
    const match = await begin(here, players)
    const { id } = await set(here, 1, match, [castle(1, 1)])
    const after = await here.matches.startInbox(players[1])
    await here.matches.leave(players[0], match)
    const own = (await inboxOf(1, after, 2)).filter((item) => item.match === match)
    expect(own.map(({ status, kind, about }) => [status, kind, about])).toEqual([
      ['over', 'entry', null],
      ['over', 'orderDropped', id],
    ])
  })

  test('tells whoever has handed the seat over that the list is gone, and not that it is their turn', async () => {
    const match = await begin(here, players)
    const { id } = await set(here, 0, match, [castle(1, 1)], { decision: 'placeDrawnTile' })
    const after = await here.matches.startInbox(players[0])
    await here.matches.handOverToHouse(players[0], match)
    const [item] = (await inboxOf(0, after, 1)).filter(({ kind }) => kind === 'orderDropped')
    expect(item).toMatchObject({ match, about: id, version: 2, status: 'running', yourTurn: false })
  })
})
