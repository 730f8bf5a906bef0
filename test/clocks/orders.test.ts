/** Standing orders in matches with a clock: moves of the seat like others, and gone with whatever happens when its time is up. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { Clock } from '../../src/clocks/clock.js'
import type { ClockSweep } from '../../src/clocks/sweep.js'
import { begin, openServer, type Player, type Server } from '../match/server.js'
import { administer } from '../support/administer.js'
import { type FreshDatabase, freshDatabase } from '../support/database.js'

let database: FreshDatabase
let server: Server
let sweep: ClockSweep
let players: [Player, Player]
beforeAll(async () => {
  database = await freshDatabase()
  server = await openServer(database.url)
  sweep = await server.startClocks()
  players = [await server.player(), await server.player()]
})
afterAll(async () => {
  await sweep.stop()
  await server.close()
  await database.drop()
})

const castle = (row: number, column: number) => ({ type: 'placeCastle', rank: 1, row, column })
const started = (seconds: number, more: object = {}) =>
  begin(server, players, { clock: Clock.parse({ kind: 'decision', seconds, ...more }) })
const became = (player: Player, match: string, what: object) =>
  vi.waitFor(async () => expect(await server.matches.orders(player, match)).toMatchObject(what), {
    timeout: 10_000,
    interval: 20,
  })

describe('an order', () => {
  test('is played as a move of its seat, and the next deadline stands', async () => {
    const match = await started(1000)
    await server.matches.setOrders(players[1], match, { moves: [castle(1, 1), castle(2, 2)] })
    await server.matches.submit(players[0], match, { move: castle(1, 1) })
    await became(players[1], match, { status: 'played', version: 3, played: 1 })
    const standing = 'select seat, version from deadline where match_id = $1'
    expect(await administer(database.url, standing, [match])).toEqual([{ seat: 0, version: 3 }])
    const [entry] = await server.log.read(match, 2, 1)
    expect(entry).toMatchObject({ command: { type: 'move', seat: 1, move: castle(2, 2) } })
    expect(entry?.command).not.toHaveProperty('by')
  })

  test('that comes when the time of its seat is up is not played', async () => {
    const match = await started(1000)
    const live = await server.live.get(match)
    if (!live?.times) throw new Error('no clock')
    // As if the second-but-last millisecond had passed: the position is this server's own, and the log is as it was.
    live.times = { ...live.times, opened: live.times.opened.map((opened) => opened && opened - 1_000_001) }
    const set = await server.matches.setOrders(players[0], match, { moves: [castle(1, 1)] })
    expect(set).toMatchObject({ status: 'waiting', version: null })
    expect(await server.log.head(match)).toBe(1)
    live.times = { ...live.times, opened: live.times.opened.map((opened) => opened && opened + 900_000) }
    await server.matches.sweepOrders()
    expect(await server.matches.orders(players[0], match)).toMatchObject({ status: 'played', version: 2 })
  })
})

describe('when the time of its seat is up, an order is dropped', () => {
  const waiting = async (onExpiry: string) => {
    const match = await started(1, { onExpiry })
    await server.matches.setOrders(players[0], match, { moves: [{ type: 'drawTile' }], decision: 'placeDrawnTile' })
    return match
  }

  test('with the decision of the house, where that decides once', async () => {
    const match = await waiting('botOnce')
    await became(players[0], match, { status: 'dropped', why: 'houseDecided', version: 2, refusals: null })
  })

  test('with the seat, where the house has it from then on', async () => {
    const match = await waiting('botFromNowOn')
    await became(players[0], match, { status: 'dropped', why: 'handedOver', version: 2 })
  })

  test('with the match, where that ends', async () => {
    const match = await waiting('leave')
    await became(players[0], match, { status: 'dropped', why: 'seatLeft', version: 2 })
  })
})
