/** Seats that change hands: who has them, who sees what, and who is told. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../../src/accounts/caller.js'
import { houseOf } from '../../src/accounts/house-ids.js'
import { RegisterPlayer } from '../../src/accounts/shapes.js'
import { itemAt } from '../../src/games/lists.js'
import { games } from '../../src/games/registry.js'
import { verifyTranscript } from '../../src/match/offline/transcript.js'
import type { NoticeItem } from '../../src/match/shapes.js'
import { wakeUps } from '../../src/match/streams/waking.js'
import { createBus } from '../../src/platform/bus.js'
import { createLogger } from '../../src/platform/logger.js'
import { administer, whileUncommitted } from '../support/administer.js'
import type { FreshDatabase } from '../support/database.js'
import { begin, create, firstMove, type Made, type Player, play, problemOf, type Server, twoServers } from './server.js'

let database: FreshDatabase
let here: Server
let there: Server
let admin: Caller
beforeAll(async () => {
  const both = await twoServers()
  ;({ database, here, there } = both)
  admin = await here.accounts.authenticate((await here.accounts.bootstrap()) ?? '')
  return both.close
})

const idOf = ({ player }: Player): string => player.id
const offer = (server: Server, from: Caller, match: string, to: string, expiresInHours = 1) =>
  server.matches.offerSeat(from, match, { player: to, expiresInHours })
const moveOf = async (server: Server, player: Caller, match: string) =>
  server.matches.submit(player, match, { move: await firstMove(server, player, match) })

/** Made by somebody who has no seat in it. */
async function beginFor(players: readonly Player[], made: Made): Promise<string> {
  const { id, invitation } = await create(here, await here.player(), { join: false, ...made })
  for (const player of players) await here.matches.join(player, id, invitation === null ? {} : { invitation })
  return id
}

interface Handed {
  readonly match: string
  readonly giver: Player
  readonly taker: Player
  readonly other: Player
}

/** Seat 0 has drawn a tile, which it alone has seen; then another player has the seat. Both servers have known the match before. */
async function handed(made: Made = {}): Promise<Handed> {
  const [giver, taker, other] = [await here.player(), await here.player(), await here.player()]
  const match = await beginFor([giver, other], made)
  await here.matches.submit(giver, match, { move: { type: 'drawTile' } })
  await there.matches.view(giver, match)
  await offer(here, giver, match, idOf(taker))
  await here.matches.acceptSeat(taker, match)
  return { match, giver, taker, other }
}

describe('to another player', () => {
  test('who accepts: shown to both, once; an entry without ids; the log verifies', async () => {
    const [giver, taker, other] = [await here.player(), await here.player(), await here.player()]
    const match = await begin(here, [giver, other])
    const made = await offer(here, giver, match, taker.player.name)
    expect(made).toMatchObject({ match, game: 'kingdoms', seat: 0, by: { id: idOf(giver) }, to: { id: idOf(taker) } })
    for (const player of [giver, taker]) expect(await there.matches.seatOffers(player)).toEqual([made])
    expect(await here.matches.seatOffers(other)).toEqual([])
    expect(await there.matches.acceptSeat(taker, match)).toMatchObject({
      version: 2,
      you: 0,
      yourTurn: true,
      seats: [{ player: { id: idOf(taker) } }, {}],
    })
    expect(await here.matches.seatOffers(giver)).toEqual([])
    expect(await problemOf(there.matches.acceptSeat(taker, match))).toBe('409 SEAT_NOT_OFFERED')
    expect(await here.matches.card(giver, match)).toMatchObject({ you: null, yourTurn: false })
    const kept = await administer(
      database.url,
      'select seat, player_id, from_version, to_version from seat_holding where match_id = $1',
      [match],
    )
    expect(kept).toEqual([{ seat: 0, player_id: idOf(giver), from_version: 0, to_version: 2 }])
    await here.matches.leave(other, match)
    const log = await here.matches.log(giver, match)
    if (!log.complete) throw new Error('the log is not whole')
    expect(log.transcript.entries[1]).toMatchObject({
      command: { type: 'handOver', seat: 0, to: 'player', by: 'holder' },
      events: [],
      rolls: [],
    })
    expect(JSON.stringify(log.transcript.entries)).not.toContain(idOf(taker))
    expect(verifyTranscript(log.transcript)).toMatchObject({ ok: true, over: true })
    expect(await here.matches.results(idOf(taker))).toMatchObject([{ game: 'kingdoms', played: 1, won: 1 }])
    expect(await here.matches.results(idOf(giver))).toEqual([])
  })

  test('is withdrawn, declined, replaced, or expires: then nobody can accept it', async () => {
    const [giver, taker, second, other] = [await here.player(), await here.player(), await here.player(), await here.player()]
    const match = await begin(here, [giver, other])
    const refused = async (player: Player) =>
      expect(await problemOf(there.matches.acceptSeat(player, match))).toBe('409 SEAT_NOT_OFFERED')
    await offer(here, giver, match, idOf(taker))
    await here.matches.dropSeatOffer(other, match)
    await here.matches.dropSeatOffer(giver, match)
    await refused(taker)
    await offer(here, giver, match, idOf(taker))
    await there.matches.dropSeatOffer(taker, match)
    await refused(taker)
    await offer(here, giver, match, idOf(taker))
    await offer(here, giver, match, idOf(second))
    await refused(taker)
    await administer(database.url, `update seat_offer set expires_at = now() - interval '1 second' where match_id = $1`, [match])
    expect(await here.matches.seatOffers(second)).toEqual([])
    await refused(second)
    expect((await here.matches.card(giver, match)).version).toBe(1)
  })

  test('is no longer listed once its taker has another seat of the match', async () => {
    const [one, other, third, taker] = [await here.player(), await here.player(), await here.player(), await here.player()]
    const match = await begin(here, [one, other, third])
    await offer(here, one, match, idOf(taker))
    await offer(here, other, match, idOf(taker))
    await administer(
      database.url,
      `update seat_offer set expires_at = now() + interval '2 hours' where match_id = $1 and seat = 1`,
      [match],
    )
    expect((await here.matches.seatOffers(taker)).map(({ seat }) => seat)).toEqual([0, 1])
    await here.matches.acceptSeat(taker, match)
    for (const player of [taker, other]) expect(await here.matches.seatOffers(player)).toEqual([])
    expect(await problemOf(here.matches.acceptSeat(taker, match))).toBe('409 SEAT_NOT_OFFERED')
  })

  test('not to oneself, the house, nobody, a player of the match, one who was, nor an administrator; not a seat that has left, nor after the end', async () => {
    const { match, giver, taker, other } = await handed()
    const to = (from: Caller, player: string) => problemOf(offer(there, from, match, player))
    expect(await to(taker, idOf(taker))).toBe('400 INVALID_INPUT')
    expect(await to(taker, 'nobody at all')).toBe('404 NOT_FOUND')
    expect(await to(taker, idOf(other))).toBe('409 ALREADY_SEATED')
    expect(await to(taker, idOf(giver))).toBe('409 ALREADY_SEATED')
    expect(await to(taker, admin.player?.id ?? '')).toBe('403 REFEREE_PLAYS')
    expect(await to(giver, idOf(await here.player()))).toBe('403 NOT_SEATED')
    const three = [await here.player(), await here.player(), await here.player()] as const
    const long = await begin(here, three)
    const newcomer = await here.player()
    await offer(here, three[1], long, idOf(newcomer))
    await here.matches.leave(three[1], long)
    expect(await problemOf(offer(here, three[1], long, idOf(newcomer)))).toBe('409 SEAT_HAS_LEFT')
    expect(await problemOf(there.matches.acceptSeat(newcomer, long))).toBe('409 SEAT_NOT_OFFERED')
    expect(await problemOf(there.matches.handOverToHouse(three[1], long))).toBe('409 SEAT_HAS_LEFT')
    await here.matches.leave(three[0], long)
    expect(await problemOf(offer(here, three[2], long, idOf(newcomer)))).toBe('409 MATCH_OVER')
  })

  test('two offers to one player, accepted at once through two servers: one seat', async () => {
    for (let round = 0; round < 6; round++) {
      const [a, b, taker] = [await here.player(), await here.player(), await here.player()]
      const match = await begin(here, [a, b])
      await there.matches.view(a, match)
      await offer(here, a, match, idOf(taker))
      await offer(here, b, match, idOf(taker))
      await Promise.all([problemOf(here.matches.acceptSeat(taker, match)), problemOf(there.matches.acceptSeat(taker, match))])
      const { seats } = await here.matches.card(taker, match)
      expect(seats.filter(({ player }) => player?.id === idOf(taker))).toHaveLength(1)
      expect(await problemOf(here.matches.acceptSeat(taker, match))).toMatch(/409 (ALREADY_SEATED|SEAT_NOT_OFFERED)/)
    }
  })

  test('an offer withdrawn at the same moment: whoever is told so still has the seat or the taker has it, never both', async () => {
    for (let round = 0; round < 8; round++) {
      const [giver, other, taker] = [await here.player(), await here.player(), await here.player()]
      const match = await begin(here, [giver, other])
      await offer(here, giver, match, idOf(taker))
      const [, accepted] = await Promise.all([
        here.matches.dropSeatOffer(giver, match),
        problemOf(there.matches.acceptSeat(taker, match)),
      ])
      const { seats } = await here.matches.card(other, match)
      expect(seats[0]?.player?.id).toBe(accepted === 'no problem' ? idOf(taker) : idOf(giver))
    }
  })
})

describe('at the moment when the seat is taken', () => {
  const offered = async () => {
    const [giver, other, taker] = [await here.player(), await here.player(), await here.player()]
    const match = await begin(here, [giver, other])
    await offer(here, giver, match, idOf(taker))
    return { match, giver, taker, accepting: () => problemOf(there.matches.acceptSeat(taker, match)) }
  }
  const holderOf = async (match: string) => (await here.matches.card(await here.player(), match)).seats[0]?.player?.id

  test('the offer is withdrawn: nobody has accepted it', async () => {
    const { match, giver, accepting } = await offered()
    expect(await whileUncommitted(database.url, 'delete from seat_offer where match_id = $1', [match], accepting)).toBe(
      '409 SEAT_NOT_OFFERED',
    )
    expect(await holderOf(match)).toBe(idOf(giver))
  })

  test('whoever takes it is erased: they have it not', async () => {
    const { match, giver, taker, accepting } = await offered()
    const erase = 'update player set erased_at = now(), name_key = id::text where id = $1'
    expect(await whileUncommitted(database.url, erase, [idOf(taker)], accepting)).toBe('409 SEAT_NOT_OFFERED')
    expect(await holderOf(match)).toBe(idOf(giver))
  })

  test('whoever waits for news of their matches is woken by the next move, not by the next look', async () => {
    const { match, giver, taker, accepting } = await offered()
    const bus = await createBus({ url: database.url, logger: createLogger('silent') })
    const woken = wakeUps(here.pool, bus)
    const { signal } = new AbortController()
    // Whoever fell asleep first is the first to be woken by a look: here somebody without a match.
    const first = async (player: string) => {
      const other = woken.players.next('somebody else', signal).then(() => 'a look')
      return Promise.race([other, woken.players.next(player, signal).then(() => 'news')])
    }
    const before = first(idOf(giver))
    woken.announce([{ match }])
    expect(await before).toBe('news')
    expect(await accepting()).toBe('no problem')
    const after = first(idOf(taker))
    woken.announce([{ match, changesHands: true }])
    expect(await after).toBe('news')
    woken.close()
    await bus.close()
  })
})

describe('a former holder', () => {
  test('plays no more, on a server that does not know of it yet either; the new one plays, there too', async () => {
    const { match, giver, taker } = await handed()
    const move = await firstMove(here, taker, match)
    expect(await problemOf(there.matches.submit(giver, match, { move }))).toBe('403 NOT_SEATED')
    const other = await handed()
    expect(
      await there.matches.submit(other.taker, other.match, { move: await firstMove(here, other.taker, other.match) }),
    ).toMatchObject({ ok: true })
    const third = await handed()
    for (const attempt of [
      () => there.matches.leave(third.giver, third.match),
      () => there.matches.agreeToAbort(third.giver, third.match, { agree: true }),
      () => there.matches.legalMoves(third.giver, third.match, { first: 1 }),
      () => there.matches.check(third.giver, third.match, move),
      () => there.matches.handOverToHouse(third.giver, third.match),
    ])
      expect(await problemOf(attempt())).toBe('403 NOT_SEATED')
    expect(await there.matches.card(third.other, third.match)).toMatchObject({ version: 3, abortAgreed: [] })
  })

  test('a cached server takes no move of theirs, whichever comes first', async () => {
    for (let round = 0; round < 8; round++) {
      const [giver, other, taker] = [await here.player(), await here.player(), await here.player()]
      const match = await begin(here, [giver, other])
      const move = await firstMove(there, giver, match)
      await offer(here, giver, match, idOf(taker))
      const [moved] = await Promise.all([
        there.matches.submit(giver, match, { move }).then(
          ({ ok }) => ok,
          ({ code }) => code,
        ),
        here.matches.acceptSeat(taker, match),
      ])
      const { items } = await here.matches.notices(other, match, { first: 9, after: 1 })
      expect(items.map(({ handedOver }) => handedOver)).toEqual(moved === true ? [null, 0] : [0])
      if (moved !== true) expect(moved).toBe('NOT_SEATED')
    }
  })

  test('sees what the seat saw until then, and as a spectator afterwards; the new one sees what the seat saw from the start', async () => {
    const { match, giver, taker, other } = await handed()
    for (const { matches } of [here, there]) {
      const before = await matches.view(giver, match, { at: 2 })
      expect(before.viewer).toBe(0)
      expect(await matches.view(taker, match, { at: 2 })).toEqual(before)
      expect((await matches.view(giver, match)).viewer).toBe('spectator')
      expect((await matches.view(giver, match)).view).toEqual((await matches.view(await here.player(), match)).view)
      expect((await matches.view(taker, match)).viewer).toBe(0)
      expect(await problemOf(matches.view({ ...admin, player: giver.player }, match, { referee: true }))).toBe(
        '403 REFEREE_PLAYS',
      )
    }
    await moveOf(here, taker, match)
    await moveOf(here, other, match)
    const told = async (caller: Caller) => (await there.matches.notices(caller, match, { first: 99, after: 0 })).items
    const stranger = await told(await here.player())
    const former = await told(giver)
    expect(former.slice(0, 2)).toEqual((await told(taker)).slice(0, 2))
    expect(former.slice(2)).toEqual(stranger.slice(2))
    expect(former[1]).not.toEqual(stranger[1])
    expect(former[2]).toMatchObject({ version: 3, handedOver: 0, notices: [], text: [expect.stringContaining('another player')] })
  })

  test.each(games.map(({ id }) => ({ game: id })))(
    '$game: at every version the seat until then, a spectator from there on',
    { timeout: 60_000 },
    async ({ game }) => {
      const [giver, taker, other, third, stranger] = await Promise.all(Array.from({ length: 5 }, () => here.player()))
      if (!giver || !taker || !other || !third || !stranger) throw new Error('somebody is missing')
      const match = await begin(here, [giver, other, third], { game, options: {} })
      await play(here, [giver, other, third], match, 12)
      await offer(here, giver, match, idOf(taker))
      const { version: until } = await there.matches.acceptSeat(taker, match)
      const last = await play(here, [taker, other, third], match, 12)
      const told = async (caller: Caller) => (await there.matches.notices(caller, match, { first: 99, after: 0 })).items
      const [ofGiver, ofTaker, ofStranger] = [await told(giver), await told(taker), await told(stranger)]
      expect(ofGiver).toEqual([...ofTaker.slice(0, until - 1), ...ofStranger.slice(until - 1)])
      for (let at = 1; at <= last; at++) {
        const seen = await there.matches.view(giver, match, { at })
        expect(seen).toEqual(await here.matches.view(at < until ? taker : stranger, match, { at }))
      }
    },
  )

  test('an open stream goes on as a spectator; in a private match it ends, and what was told stays', {
    timeout: 30_000,
  }, async () => {
    for (const visibility of ['public', 'private'] as const) {
      const [giver, taker, other] = [await here.player(), await here.player(), await here.player()]
      const match = await beginFor([giver, other], { visibility })
      const heard: NoticeItem[] = []
      const { signal } = new AbortController()
      const listen = async () => {
        for await (const item of there.matches.follow(giver, match, 0, signal)) heard.push(item)
      }
      const stream = problemOf(listen())
      await here.matches.submit(giver, match, { move: { type: 'drawTile' } })
      await expect.poll(() => heard.length, { timeout: 20_000 }).toBe(2)
      await offer(here, giver, match, idOf(taker))
      await here.matches.acceptSeat(taker, match)
      await moveOf(here, taker, match)
      await here.matches.leave(other, match)
      expect(await stream).toBe(visibility === 'public' ? 'no problem' : '404 NOT_FOUND')
      expect(heard.map(({ version }) => version)).toEqual(visibility === 'public' ? [1, 2, 3, 4, 5] : [1, 2])
      if (visibility === 'private') expect(await problemOf(there.matches.requireFollowable(giver, match))).toBe('404 NOT_FOUND')
    }
  })

  test('of a private match may read what was there, and nothing later, not even how far it has come', async () => {
    const { match, giver, taker, other } = await handed({ visibility: 'private' })
    const stranger = await here.player()
    await moveOf(here, taker, match)
    await here.matches.leave(other, match)
    for (const { matches } of [here, there]) {
      const card = await matches.card(giver, match)
      expect(card).toMatchObject({
        version: 2,
        status: 'running',
        you: null,
        yourTurn: false,
        result: null,
        secret: null,
        invitation: null,
        endedAt: null,
      })
      expect(card.seats.map(({ player, left }) => [player?.id, left])).toEqual([
        [idOf(giver), false],
        [idOf(other), false],
      ])
      expect(await matches.view(giver, match)).toEqual(await matches.view(giver, match, { at: 2 }))
      expect((await matches.view(giver, match)).viewer).toBe(0)
      for (const at of [3, 4, 5, 99]) expect(await problemOf(matches.view(giver, match, { at }))).toBe('400 VERSION_AHEAD')
      const page = await matches.notices(giver, match, { first: 99, after: 0 })
      expect(page).toMatchObject({ version: 2, status: 'running', yourTurn: false })
      expect(page.items.map(({ version }) => version)).toEqual([1, 2])
      expect(await problemOf(matches.notices(giver, match, { first: 9, after: 3 }))).toBe('412 STALE_VERSION')
      const log = await matches.log(giver, match)
      if (log.complete) throw new Error('the log tells too much')
      expect(log.entries.map(({ version }) => version)).toEqual([1, 2])
      expect((await matches.list(giver, { mine: true }, { first: 100 })).items).toEqual([])
      expect(await problemOf(matches.card(stranger, match))).toBe('404 NOT_FOUND')
      expect(await problemOf(matches.view(stranger, match))).toBe('404 NOT_FOUND')
      expect((await matches.card(taker, match)).status).toBe('over')
    }
  })

  test("keys: the new holder cannot ask for the former one's answer, nor the former one for theirs", async () => {
    const [giver, taker, other] = [await here.player(), await here.player(), await here.player()]
    const match = await begin(here, [giver, other])
    const request = { move: { type: 'drawTile' }, idempotencyKey: 'key' }
    await here.matches.submit(giver, match, request)
    await there.matches.view(giver, match)
    await offer(here, giver, match, idOf(taker))
    await here.matches.acceptSeat(taker, match)
    for (const server of [here, there]) {
      expect(await server.matches.submit(taker, match, request), 'judged anew: there is a tile to place').toMatchObject({
        ok: false,
      })
      expect(await problemOf(server.matches.submit(giver, match, request))).toBe('403 NOT_SEATED')
    }
    const own = { move: await firstMove(here, taker, match), idempotencyKey: 'key' }
    const played = await here.matches.submit(taker, match, own)
    expect(played).toMatchObject({ ok: true, accepted: { version: 4 } })
    expect(await there.matches.submit(taker, match, own)).toEqual(played)
    expect(await problemOf(there.matches.submit(taker, match, request))).toBe('422 IDEMPOTENCY_KEY_REUSED')
  })

  test('hears no more in the inbox; the new one does, on another server', { timeout: 30_000 }, async () => {
    const { match, giver, taker } = await handed()
    const [ofGiver, ofTaker] = [await there.matches.startInbox(giver), await there.matches.startInbox(taker)]
    const stop = new AbortController()
    const first = (async () => {
      for await (const item of there.matches.followInbox(taker, ofTaker, stop.signal)) if (item.version > 3) return item
      return undefined
    })()
    await moveOf(here, taker, match)
    expect(await first).toMatchObject({ match, version: 4 })
    stop.abort()
    expect((await there.matches.inbox(giver, { first: 9, after: ofGiver })).items).toEqual([])
    expect((await there.matches.list(giver, { mine: true }, { first: 9 })).items).toEqual([])
  })

  test('what the seat agreed to is not what the new holder agrees to', async () => {
    const [giver, taker, other] = [await here.player(), await here.player(), await here.player()]
    const match = await begin(here, [giver, other])
    await here.matches.agreeToAbort(giver, match, { agree: true })
    await offer(here, giver, match, idOf(taker))
    expect(await here.matches.acceptSeat(taker, match)).toMatchObject({ abortAgreed: [] })
    expect(await there.matches.agreeToAbort(other, match, { agree: true })).toMatchObject({ status: 'running', abortAgreed: [1] })
  })

  test('an erased player leaves a seat that was handed to them, on a server that did not know', async () => {
    const { match, taker, other } = await handed()
    await administer(database.url, 'update player set erased_at = now() where id = $1', [idOf(taker)])
    await there.matches.depart(idOf(taker))
    expect(await here.matches.card(other, match)).toMatchObject({ status: 'over', seats: [{ left: true }, { left: false }] })
    const [giver, gone, third] = [await here.player(), await here.player(), await here.player()]
    const next = await begin(here, [giver, third])
    await offer(here, giver, next, idOf(gone))
    await administer(database.url, 'update player set erased_at = now(), departed_at = now() where id = $1', [idOf(gone)])
    expect(await problemOf(there.matches.acceptSeat(gone, next))).toMatch(/40[49]/)
  })
})

describe('to the house', () => {
  test('at once, any number of seats, to a bot of their choice; each is a player, made once, whom nobody is or acts on', async () => {
    const players = [await here.player(), await here.player(), await here.player()] as const
    const match = await begin(here, players)
    expect(await there.matches.handOverToHouse(players[1], match)).toMatchObject({ version: 2, you: null })
    const { seats } = await here.matches.handOverToHouse(players[2], match)
    const greedy = houseOf('greedy')
    expect(seats.map(({ player }) => [player?.id, player?.kind])).toEqual([
      [idOf(players[0]), 'bot'],
      [greedy, 'house'],
      [greedy, 'house'],
    ])
    expect(await here.accounts.find('house greedy')).toMatchObject({ id: greedy, name: 'House greedy', kind: 'house' })
    for (const name of ['House', 'House Greedy', 'house search 3', 'H0use-random'])
      expect(await problemOf(here.accounts.register({ name, kind: 'bot' }))).toBe('409 NAME_RESERVED')
    expect(RegisterPlayer.safeParse({ name: 'Sneaky', kind: 'house' }).success).toBe(false)
    for (const act of ['block', 'unblock', 'erase'] as const)
      expect(await problemOf(here.administration[act](admin, greedy, { reason: 'x' }))).toBe('409 PLAYER_IS_HOUSE')
    expect(await problemOf(here.administration.resetTokens(admin, greedy, { reason: 'x', organise: false }))).toBe(
      '409 PLAYER_IS_HOUSE',
    )
    expect(await problemOf(offer(here, players[0], match, greedy))).toBe('400 INVALID_INPUT')
    const [host, guest] = [await here.player(), await here.player()]
    const next = await begin(here, [host, guest])
    expect((await there.matches.handOverToHouse(guest, next, { bot: 'search:2' })).seats[1]?.player?.name).toBe('House search:2')
    const made = await administer(database.url, `select name from player where kind = 'house' order by id`)
    expect(made).toEqual([{ name: 'House greedy' }, { name: 'House search:2' }])
  })

  test('a rematch is for the last players who are not the house', async () => {
    const { match, giver, taker, other } = await handed()
    await here.matches.handOverToHouse(taker, match)
    await here.matches.leave(other, match)
    expect(await problemOf(there.matches.rematch(giver, match))).toBe('403 NOT_SEATED')
    const again = await there.matches.rematch(other, match)
    expect(again.seats.map(({ player, keptFor }) => [player?.id, keptFor?.id])).toEqual([
      [undefined, idOf(taker)],
      [idOf(other), undefined],
    ])
    expect(await here.matches.rematch(taker, match)).toMatchObject({ id: again.id, status: 'running' })
    expect(itemAt((await here.matches.card(taker, match)).seats, 0).player?.kind).toBe('house')
  })
})
