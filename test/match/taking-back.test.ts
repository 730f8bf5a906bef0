/** Take-backs: agreed on by all, written as an entry, seen by everybody as one, and never a way to better luck. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../../src/accounts/caller.js'
import { itemAt } from '../../src/games/lists.js'
import { verifyTranscript } from '../../src/match/offline/transcript.js'
import type { NoticeItem } from '../../src/match/shapes.js'
import { administer, whileUncommitted } from '../support/administer.js'
import type { FreshDatabase } from '../support/database.js'
import { begin, firstMove, type Player, play, problemOf, type Server, twoServers } from './server.js'

let database: FreshDatabase
let here: Server
let there: Server
let players: [Player, Player, Player]
beforeAll(async () => {
  const both = await twoServers()
  ;({ database, here, there } = both)
  players = [await here.player(), await here.player(), await here.player()]
  return both.close
})

const back = (server: Server, caller: Caller, match: string, to: number, agree = true) =>
  server.matches.takeBack(caller, match, { to, agree })
const drawn = (server: Server, player: Caller, match: string) =>
  server.matches.submit(player, match, { move: { type: 'drawTile' } })
const moveOf = async (server: Server, player: Caller, match: string) =>
  server.matches.submit(player, match, { move: await firstMove(server, player, match) })
const two = (): [Player, Player] => [players[0], players[1]]

/** All agree, through both servers. */
async function goBack(match: string, to: number, who: readonly Caller[] = two()) {
  let card = await here.matches.card(itemAt(who, 0), match)
  for (const [index, player] of who.entries()) card = await back(index % 2 ? there : here, player, match, to)
  return card
}

describe('by all who play', () => {
  test('the position, who is awaited and what may be done are those of the earlier version, on every server and when loaded anew', async () => {
    const match = await begin(here, two())
    await play(here, two(), match, 5)
    const was = await here.matches.view(players[0], match, { at: 3 })
    const { moves } = await here.matches.legalMoves(itemAt(two(), 0), match, { first: 9, at: 3 })
    expect(await back(here, players[0], match, 3)).toMatchObject({ version: 6, takeBackAgreed: [{ seat: 0, to: 3 }] })
    expect(await back(there, players[1], match, 3)).toMatchObject({ version: 7, status: 'running', takeBackAgreed: [] })
    for (const forget of [false, true])
      for (const server of [here, there]) {
        if (forget) server.live.forget(match)
        expect((await server.matches.view(players[0], match)).view).toEqual(was.view)
        expect((await server.matches.view(players[0], match, { at: 6 })).view).not.toEqual(was.view)
        expect((await server.matches.card(players[0], match)).awaiting).toMatchObject([{ seat: 0, since: 7 }])
        expect((await server.matches.legalMoves(players[0], match, { first: 9 })).moves).toEqual(moves)
      }
    await here.matches.submit(players[0], match, { move: itemAt(moves, 1).move })
    await there.matches.leave(players[1], match)
    const log = await there.matches.log(players[0], match)
    if (!log.complete) throw new Error('the log is not whole')
    expect(log.transcript.entries[6]).toMatchObject({ command: { type: 'takeBack', to: 3 }, events: [], rolls: [] })
    expect(verifyTranscript(log.transcript)).toMatchObject({ ok: true, over: true })
    const entries = log.transcript.entries.with(6, { ...itemAt(log.transcript.entries, 6), command: { type: 'takeBack', to: 4 } })
    expect(verifyTranscript({ ...log.transcript, entries })).toMatchObject({ ok: false, entry: 7 })
  })

  test('again and again, across a snapshot, and to a version that was itself taken back', async () => {
    const match = await begin(here, two())
    expect(await play(here, two(), match, 29)).toBe(30)
    const views = new Map<number, object>()
    for (const at of [5, 20, 30]) views.set(at, (await here.matches.view(players[1], match, { at })).view)
    await goBack(match, 20)
    await moveOf(there, itemAt(two(), itemAt((await here.matches.card(players[0], match)).awaiting, 0).seat), match)
    await goBack(match, 30)
    await goBack(match, 5)
    for (const server of [here, there]) {
      server.live.forget(match)
      expect((await server.matches.view(players[1], match)).view).toEqual(views.get(5))
      expect((await server.matches.view(players[1], match, { at: 33 })).view).toEqual(views.get(30))
      expect((await server.matches.view(players[1], match, { at: 31 })).view).toEqual(views.get(20))
    }
    expect(await play(here, two(), match, 40)).toBe(74)
    await here.matches.leave(players[0], match)
    const log = await there.matches.log(players[0], match)
    expect(log.complete && verifyTranscript(log.transcript)).toMatchObject({ ok: true })
    await administer(database.url, 'delete from snapshot where match_id = $1', [match])
    there.live.forget(match)
    expect((await there.matches.view(players[1], match, { at: 34 })).view).toEqual(views.get(5))
  })

  test('an agreement ends with any entry, is taken back, and is for one version', async () => {
    const match = await begin(here, two())
    await play(here, two(), match, 3)
    await back(here, players[0], match, 2)
    expect(await back(there, players[1], match, 3)).toMatchObject({
      version: 4,
      takeBackAgreed: [
        { seat: 0, to: 2 },
        { seat: 1, to: 3 },
      ],
    })
    expect(await back(there, players[1], match, 3, false)).toMatchObject({ takeBackAgreed: [{ seat: 0, to: 2 }] })
    await play(here, two(), match, 1)
    expect(await back(there, players[1], match, 2)).toMatchObject({ version: 5, takeBackAgreed: [{ seat: 1, to: 2 }] })
  })

  test('not forward, not to the present, not beyond the start, a seat that left or one that changed hands; not by others, nor at the end', async () => {
    const match = await begin(here, players)
    await play(here, players, match, 3)
    const refused = (player: Caller, to: number) => problemOf(back(there, player, match, to))
    for (const to of [4, 5, 99]) expect(await refused(players[0], to)).toBe('409 TAKE_BACK_TOO_FAR')
    expect(await refused(await here.player(), 2)).toBe('403 NOT_SEATED')
    await here.matches.leave(players[2], match)
    expect(await refused(players[0], 4)).toBe('409 TAKE_BACK_TOO_FAR')
    expect(await refused(players[2], 5)).toBe('409 TAKE_BACK_TOO_FAR')
    await play(here, players, match, 1)
    expect(await refused(players[2], 5)).toMatch('412 STALE_VERSION')
    expect(await goBack(match, 5, players.slice(0, 2))).toMatchObject({ version: 7 })
    await here.matches.handOverToHouse(players[1], match)
    expect(await refused(players[0], 7)).toBe('409 TAKE_BACK_TOO_FAR')
    await here.matches.leave(players[0], match)
    expect(await refused(players[0], 8)).toBe('409 MATCH_OVER')
  })

  test('the house has no objections, to this nor to an abort', async () => {
    const match = await begin(here, players)
    await here.matches.handOverToHouse(players[2], match)
    await play(here, players, match, 2)
    expect(await goBack(match, 3, players.slice(0, 2))).toMatchObject({ version: 5 })
    await here.matches.agreeToAbort(players[0], match, { agree: true })
    expect(await there.matches.agreeToAbort(players[1], match, { agree: true })).toMatchObject({ status: 'aborted' })
  })

  test('a change of mind at the same moment, to another version: nothing is taken back', async () => {
    const match = await begin(here, two())
    await play(here, two(), match, 3)
    await back(here, players[0], match, 2)
    const change = 'update seat set take_back_to = 3 where match_id = $1 and seat = 0'
    const card = await whileUncommitted(database.url, change, [match], () => back(there, players[1], match, 2))
    expect(card).toMatchObject({
      version: 4,
      takeBackAgreed: [
        { seat: 0, to: 3 },
        { seat: 1, to: 2 },
      ],
    })
  })

  test('a move, or a withdrawal, at the same moment: one truth', async () => {
    for (let round = 0; round < 10; round++) {
      const match = await begin(here, two())
      await play(here, two(), match, 2)
      const move = await firstMove(here, players[0], match)
      await back(here, players[0], match, 2)
      const [moved] = await Promise.all([
        round % 2
          ? here.matches.submit(players[0], match, { move, expectedVersion: 3 })
          : back(here, players[0], match, 2, false),
        back(there, players[1], match, 2).catch(() => undefined),
      ])
      const { items } = await here.matches.notices(players[0], match, { first: 9, after: 3 })
      const isBack = items[0]?.takenBackTo === 2
      if (round % 2) expect('ok' in moved && moved.ok).toBe(!isBack)
      expect(items.length).toBeLessThanOrEqual(1)
    }
  })
})

describe('what was seen', () => {
  test('stays seen, and the same chance comes again: nobody draws anew for a better tile', async () => {
    const match = await begin(here, two())
    const first = await drawn(here, players[0], match)
    const seen = (await here.matches.view(players[0], match)).view
    await goBack(match, 1)
    const again = await drawn(there, players[0], match)
    expect(first.ok && again.ok && again.accepted.notices).toEqual(first.ok && first.accepted.notices)
    expect((await there.matches.view(players[0], match)).view).toEqual(seen)
    // The other seat is told no more of it than before: that a tile was drawn, twice.
    const { items } = await there.matches.notices(players[1], match, { first: 9, after: 1 })
    expect(items[0]?.notices).toEqual(items[2]?.notices)
    expect(items[1]).toMatchObject({
      version: 3,
      takenBackTo: 1,
      notices: [],
      text: ['The position is again that of version 1.'],
    })
  })

  test('a request made for the position before is stale; a key that was played is answered as before', async () => {
    const match = await begin(here, two())
    const request = { move: { type: 'drawTile' }, idempotencyKey: 'once' }
    const first = await here.matches.submit(players[0], match, request)
    await goBack(match, 1)
    expect(
      await there.matches.submit(players[0], match, { ...request, idempotencyKey: 'other', expectedVersion: 1 }),
    ).toMatchObject({
      refusal: { code: 'STALE_VERSION' },
    })
    expect(await there.matches.submit(players[0], match, request)).toEqual(first)
    expect((await here.matches.card(players[0], match)).version).toBe(3)
    expect(
      await there.matches.submit(players[0], match, { ...request, idempotencyKey: 'new', expectedVersion: 3 }),
    ).toMatchObject({ ok: true })
  })

  test('a decision of the same name is another one', async () => {
    const match = await begin(here, two())
    const choose = { move: { type: 'placeCastle', rank: 1, row: 5, column: 6 } }
    await play(here, two(), match, 2)
    await goBack(match, 1)
    expect((await here.matches.card(players[0], match)).awaiting).toMatchObject([{ seat: 0, decision: 'turn', since: 4 }])
    for (const expectedVersion of [1, 2, 3])
      expect(await there.matches.submit(players[0], match, { ...choose, expectedVersion })).toMatchObject({
        refusal: { code: 'STALE_VERSION' },
      })
    expect(await there.matches.submit(players[0], match, { ...choose, expectedVersion: 4 })).toMatchObject({ ok: true })
  })

  test('open streams and the inbox are told, on another server', { timeout: 30_000 }, async () => {
    const pair = [await here.player(), await here.player()] as const
    const match = await begin(here, pair)
    await play(here, pair, match, 3)
    const heard: NoticeItem[] = []
    const stop = new AbortController()
    const stream = (async () => {
      for await (const item of there.matches.follow(pair[1], match, 4, stop.signal)) if (heard.push(item) === 2) return
    })()
    const start = await there.matches.startInbox(pair[0])
    await goBack(match, 1, pair)
    await moveOf(there, pair[0], match)
    await stream
    stop.abort()
    expect(heard.map(({ version, takenBackTo }) => [version, takenBackTo])).toEqual([
      [5, 1],
      [6, null],
    ])
    const told = async () => (await there.matches.inbox(pair[0], { first: 100, after: start })).items
    await expect.poll(told).toContainEqual(expect.objectContaining({ match, version: 5, yourTurn: true }))
  })
})
