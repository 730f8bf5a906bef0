/** Matches that end without a result: by agreement or by an administrator, exactly once. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../../src/accounts/caller.js'
import { itemAt } from '../../src/games/lists.js'
import { verifyTranscript } from '../../src/match/offline/transcript.js'
import type { NoticeItem } from '../../src/match/shapes.js'
import { begin, create, firstMove, type Player, play, problemOf, type Server, twoServers } from './server.js'

let here: Server
let there: Server
let players: [Player, Player, Player]
let admin: Caller
beforeAll(async () => {
  const both = await twoServers()
  ;({ here, there } = both)
  players = [await here.player(), await here.player(), await here.player()]
  admin = await here.accounts.authenticate((await here.accounts.bootstrap()) ?? '')
  return both.close
})

const agree = ({ matches }: Server, caller: Caller, match: string, isAgreed = true) =>
  matches.agreeToAbort(caller, match, { agree: isAgreed })
const agreed = async (match: string) => (await here.matches.card(players[0], match)).abortAgreed
const moveOf = async (server: Server, seat: 0 | 1 | 2, match: string) =>
  server.matches.submit(players[seat], match, { move: await firstMove(server, players[seat], match) })

async function expectAborted(match: string, version: number, by: string): Promise<void> {
  for (const { matches } of [here, there]) {
    const card = await matches.card(players[0], match)
    expect(card).toMatchObject({ status: 'aborted', version, result: null, awaiting: [], yourTurn: false, abortAgreed: [] })
    expect(card.secret).toMatch(/^[0-9a-f]{64}$/)
    expect(card.endedAt).not.toBeNull()
    const log = await matches.log(players[0], match)
    if (!log.complete) throw new Error('the log is not whole')
    expect(verifyTranscript(log.transcript)).toEqual({ ok: true, entries: version, over: false, aborted: true })
    expect(log.transcript.entries.at(-1)).toMatchObject({ command: { type: 'abort', by }, events: [], rolls: [] })
  }
}

describe('by all who play', () => {
  test('ends when the last agrees; who has agreed is shown to everybody; a retry finds it so', async () => {
    const match = await begin(here, players)
    expect(await agree(here, players[0], match)).toMatchObject({ status: 'running', abortAgreed: [0], secret: null })
    expect((await there.matches.card(await here.player(), match)).abortAgreed).toEqual([0])
    expect(await agree(there, players[2], match)).toMatchObject({ status: 'running', abortAgreed: [0, 2] })
    expect(await agree(there, players[2], match)).toMatchObject({ status: 'running', abortAgreed: [0, 2] })
    expect(await agree(here, players[1], match)).toMatchObject({ status: 'aborted', version: 2 })
    for (const player of players) expect(await agree(there, player, match)).toMatchObject({ status: 'aborted', version: 2 })
    await expectAborted(match, 2, 'players')
  })

  test('an agreement is taken back, and lapses when its seat moves, not when another does', async () => {
    const match = await begin(here, players)
    await agree(here, players[0], match)
    await agree(here, players[1], match)
    expect(await agree(there, players[1], match, false)).toMatchObject({ abortAgreed: [0] })
    await agree(here, players[1], match)
    await moveOf(here, 0, match)
    expect(await agreed(match)).toEqual([1])
    expect(await agree(there, players[2], match)).toMatchObject({ status: 'running', abortAgreed: [1, 2], version: 2 })
    expect(await agree(there, players[0], match)).toMatchObject({ status: 'aborted', version: 3 })
    expect(await problemOf(agree(here, players[1], match, false))).toBe('409 MATCH_ABORTED')
  })

  test('whoever has left does not count, and may be the last who did not agree', async () => {
    const one = await begin(here, players)
    await here.matches.leave(players[1], one)
    expect(await problemOf(agree(here, players[1], one))).toBe('409 SEAT_HAS_LEFT')
    await agree(here, players[0], one)
    expect(await agree(there, players[2], one)).toMatchObject({ status: 'aborted', version: 3 })
    const other = await begin(here, players)
    await agree(here, players[0], other)
    await agree(here, players[2], other)
    expect(await there.matches.leave(players[1], other)).toMatchObject({ status: 'aborted', version: 3 })
    await expectAborted(other, 3, 'players')
  })

  test('though the last who did not agree goes otherwise than by leaving, a sweep ends it, once; not where somebody still plays on', async () => {
    const [handed, goesOn] = [await begin(here, players), await begin(here, players)]
    for (const match of [handed, goesOn]) {
      await agree(here, players[0], match)
      await agree(here, players[1], match)
    }
    await here.matches.handOverToHouse(players[2], handed)
    expect((await here.matches.card(players[0], handed)).status).toBe('running')
    await Promise.all([here.matches.sweepAborts(), there.matches.sweepAborts()])
    await expectAborted(handed, (await here.matches.card(players[0], handed)).version, 'players')
    expect((await here.matches.card(players[0], goesOn)).status).toBe('running')
    expect(await here.matches.sweepAborts()).toBe(0)
  })

  test('only in a match that runs, and by those who play in it', async () => {
    const { id: open } = await create(here, players[0])
    expect(await problemOf(agree(here, players[0], open))).toBe('409 NOT_STARTED')
    const over = await begin(here, players.slice(0, 2))
    expect(await problemOf(agree(here, players[2], over))).toBe('403 NOT_SEATED')
    await here.matches.leave(players[1], over)
    expect(await problemOf(agree(here, players[0], over))).toBe('409 MATCH_OVER')
    expect(await problemOf(agree(here, players[0], over, false))).toBe('409 MATCH_OVER')
    const hidden = await begin(here, players.slice(0, 2), { visibility: 'private' })
    expect(await problemOf(agree(here, players[2], hidden))).toBe('404 NOT_FOUND')
    expect(await problemOf(agree(here, players[2], 'nonsense'))).toBe('404 NOT_FOUND')
  })

  test('through two servers at once, with retries: one entry', async () => {
    for (let round = 0; round < 10; round++) {
      const match = await begin(here, players)
      await there.matches.view(players[0], match)
      const all = [here, there].flatMap((server) => players.map((player) => agree(server, player, match)))
      await Promise.all(all)
      await expectAborted(match, 2, 'players')
    }
  })

  test('a move at the same moment: either it comes first and the match goes on, or it is refused', async () => {
    const outcomes = new Set<string>()
    for (let round = 0; round < 12; round++) {
      const match = await begin(here, players)
      const move = await firstMove(here, players[0], match)
      await agree(here, players[0], match)
      await agree(here, players[1], match)
      const [submitted] = await Promise.all([
        here.matches.submit(players[0], match, { move, idempotencyKey: 'once' }),
        agree(there, players[2], match),
      ])
      const { status, version, abortAgreed } = await here.matches.card(players[0], match)
      outcomes.add(status)
      if (submitted.ok) expect({ status, version, abortAgreed }).toEqual({ status: 'running', version: 2, abortAgreed: [1, 2] })
      else {
        expect(submitted.refusal.code).toBe('MATCH_ABORTED')
        await expectAborted(match, 2, 'players')
      }
    }
    expect([...outcomes].every((status) => status === 'running' || status === 'aborted')).toBe(true)
  })

  test('an agreement taken back at the same moment: whoever is told so has not ended the match', async () => {
    for (let round = 0; round < 12; round++) {
      const match = await begin(here, players)
      await agree(here, players[0], match)
      await agree(here, players[1], match)
      const [withdrawn] = await Promise.all([problemOf(agree(here, players[0], match, false)), agree(there, players[2], match)])
      const { status } = await here.matches.card(players[0], match)
      expect([withdrawn, status]).toEqual(status === 'aborted' ? ['409 MATCH_ABORTED', 'aborted'] : ['no problem', 'running'])
    }
  })
})

describe('by an administrator', () => {
  test('once, with whom and why told to the log of the server; a retry is as good', async () => {
    const match = await begin(here, players)
    const abort = (server: Server) => server.matches.abortAsAdministrator(admin, match, { reason: 'stuck' })
    const cards = await Promise.all([abort(here), abort(there), abort(here)])
    expect(cards.map(({ status, version }) => [status, version])).toEqual(Array(3).fill(['aborted', 2]))
    await expectAborted(match, 2, 'administrator')
    const acts = [...here.acts, ...there.acts].filter((act) => act.match === match)
    expect(acts).toMatchObject([{ act: 'abortMatch', by: admin.player?.id, reason: 'stuck' }])
  })

  test('not an open match, nor one that is over; and nobody else', async () => {
    const abort = (caller: Caller, match: string) => here.matches.abortAsAdministrator(caller, match, { reason: 'x' })
    const { id: open } = await create(here, players[0])
    expect(await problemOf(abort(admin, open))).toBe('409 NOT_STARTED')
    const over = await begin(here, players.slice(0, 2))
    await here.matches.leave(players[1], over)
    expect(await problemOf(abort(admin, over))).toBe('409 MATCH_OVER')
    expect(await problemOf(abort(players[0], over))).toBe('403 SCOPE_MISSING')
  })
})

describe('an aborted match', () => {
  test('takes no move, no leaving, no check, and lists no moves, in memory and when it is loaded anew', async () => {
    // With a snapshot at the version of the abort it would be loaded as if it were still played.
    const match = await begin(here, players.slice(0, 2))
    expect(await play(here, players, match, 30)).toBe(31)
    const { awaiting } = await here.matches.card(players[0], match)
    const player = itemAt(players, itemAt(awaiting, 0).seat)
    const move = await firstMove(here, player, match)
    await here.matches.abortAsAdministrator(admin, match, { reason: 'x' })
    for (const forget of [false, true])
      for (const server of [here, there]) {
        if (forget) server.live.forget(match)
        const { matches } = server
        expect(await matches.submit(player, match, { move })).toMatchObject({ refusal: { code: 'MATCH_ABORTED' }, version: 32 })
        expect(await matches.check(player, match, move)).toMatchObject({ legal: false, refusal: { code: 'MATCH_ABORTED' } })
        expect(await matches.legalMoves(player, match, { first: 9 })).toMatchObject({ total: 0, moves: [], decision: null })
        expect(await problemOf(matches.leave(player, match))).toBe('409 MATCH_ABORTED')
        expect(await matches.notices(player, match, { first: 9, after: 31 })).toMatchObject({
          status: 'aborted',
          items: [{ version: 32, status: 'aborted', notices: [], text: [expect.stringContaining('aborted')] }],
        })
        expect((await matches.view(player, match, { at: 31 })).view).toEqual((await matches.view(player, match)).view)
      }
    expect(await here.matches.list(player, { mine: true, status: 'aborted' }, { first: 1 })).toMatchObject({
      items: [{ id: match }],
    })
    expect((await here.matches.list(player, { myTurn: true }, { first: 100 })).items.map(({ id }) => id)).not.toContain(match)
  })

  test('a move with a key that was played before is answered as before', async () => {
    const match = await begin(here, players)
    const request = { move: await firstMove(here, players[0], match), idempotencyKey: 'before' }
    const first = await here.matches.submit(players[0], match, request)
    await here.matches.abortAsAdministrator(admin, match, { reason: 'x' })
    expect(await there.matches.submit(players[0], match, request)).toEqual(first)
  })

  test('open streams, the inbox and whoever waits are told, on another server, and the streams end', {
    timeout: 30_000,
  }, async () => {
    const players: [Player, Player, Player] = [await here.player(), await here.player(), await here.player()]
    const match = await begin(here, players)
    const { signal } = new AbortController()
    const stream = async (caller: Caller, server: Server): Promise<NoticeItem[]> => {
      const items: NoticeItem[] = []
      for await (const item of server.matches.follow(caller, match, 0, signal)) items.push(item)
      return items
    }
    const streams = [stream(players[0], here), stream(players[1], there), stream(await here.player(), there)]
    const waits = there.matches.untilAwaited(players[2], match, signal)
    const start = await there.matches.startInbox(players[1])
    await agree(here, players[0], match)
    await agree(here, players[1], match)
    await agree(here, players[2], match)
    for (const items of await Promise.all(streams))
      expect(items.map(({ version, status }) => [version, status])).toEqual([
        [1, 'running'],
        [2, 'aborted'],
      ])
    await waits
    const told = async () => (await there.matches.inbox(players[1], { first: 100, after: start })).items
    await expect.poll(told).toContainEqual(expect.objectContaining({ match, version: 2, status: 'aborted', yourTurn: false }))
    for await (const _ of there.matches.follow(players[0], match, 2, signal)) throw new Error('there is nothing more to tell')
  })
})
