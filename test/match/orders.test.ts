/** Standing orders: played once and at once, or dropped with a notice; private, and withdrawn at will. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Caller } from '../../src/accounts/caller.js'
import { administer } from '../support/administer.js'
import { type FreshDatabase, freshDatabase } from '../support/database.js'
import { begin, create, firstMove, openServer, type Player, play, problemOf, type Server } from './server.js'

let database: FreshDatabase
let here: Server
let there: Server
let players: [Player, Player]
let stranger: Player
let admin: Caller
beforeAll(async () => {
  database = await freshDatabase()
  here = await openServer(database.url)
  there = await openServer(database.url)
  players = [await here.player(), await here.player()]
  stranger = await here.player()
  admin = await here.accounts.authenticate((await here.accounts.bootstrap()) ?? '')
})
afterAll(async () => {
  await here.close()
  await there.close()
  await database.drop()
})

const castle = (row: number, column: number, rank = 1) => ({ type: 'placeCastle', rank, row, column })
const set = ({ matches }: Server, seat: 0 | 1, match: string, moves: unknown[], more: object = {}) =>
  matches.setOrders(players[seat], match, { moves, ...more })
const order = ({ matches }: Server, seat: 0 | 1, match: string) => matches.orders(players[seat], match)
const move = ({ matches }: Server, seat: 0 | 1, match: string, what: unknown) =>
  matches.submit(players[seat], match, { move: what })
const versionOf = async (match: string) => (await here.matches.card(players[0], match)).version
/** What follows an entry by itself. */
const soon = (look: () => Promise<void>) => vi.waitFor(look, { timeout: 10_000, interval: 20 })
const settled = (seat: 0 | 1, match: string, status: string) =>
  soon(async () => expect((await order(here, seat, match)).status).toBe(status))

describe('a list', () => {
  test('waits until its seat is awaited; then its first legal move is played, once, as an ordinary move', async () => {
    const match = await begin(here, players)
    expect(await set(here, 1, match, [castle(1, 1), castle(2, 2), castle(3, 3)])).toMatchObject({
      ...{
        status: 'waiting',
        decision: null,
        setVersion: 1,
        version: null,
        settledAt: null,
        played: null,
        why: null,
        refusals: null,
      },
      moves: [castle(1, 1), castle(2, 2), castle(3, 3)],
    })
    expect(await move(here, 0, match, castle(1, 1))).toMatchObject({
      ok: true,
      accepted: { version: 2, awaiting: [{ seat: 1 }] },
    })
    await settled(1, match, 'played')
    expect(await order(there, 1, match)).toMatchObject({ status: 'played', version: 3, played: 1, why: null, refusals: null })
    expect(await versionOf(match)).toBe(3)
    const { view } = await here.matches.view(players[0], match)
    expect(JSON.stringify(view)).toContain('"row":2,"column":2')
  })

  test('is tried at once where its seat is awaited already', async () => {
    const match = await begin(here, players)
    expect(await set(there, 0, match, [castle(2, 5)])).toMatchObject({ status: 'played', version: 2, played: 0, setVersion: 1 })
  })

  test('is dropped where none of its moves is legal, with what the rules said to each', async () => {
    const match = await begin(here, players)
    await set(here, 1, match, [castle(1, 1), { type: 'placeTile', tile: 'x' }].slice(0, 1))
    await move(here, 0, match, castle(1, 1))
    await settled(1, match, 'dropped')
    expect(await order(there, 1, match)).toMatchObject({
      version: 2,
      why: 'noLegalMove',
      refusals: [{ code: 'FIELD_OCCUPIED' }],
      played: null,
    })
    expect(await versionOf(match)).toBe(2)
  })
})
