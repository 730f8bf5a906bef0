/** Which matches may be rated, what a rated match does not allow, and which of them count. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../../src/accounts/caller.js'
import { type CreateMatch, MatchCard } from '../../src/match/shapes.js'
import { placesOf } from '../../src/ratings/result.js'
import { begin, create, type Made, type Player, problemOf, type Server, twoServers } from '../match/server.js'
import { administer } from '../support/administer.js'
import type { FreshDatabase } from '../support/database.js'

let database: FreshDatabase
let here: Server
let there: Server
let anne: Player
let ben: Player
let cleo: Player
beforeAll(async () => {
  const both = await twoServers()
  ;({ database, here, there } = both)
  ;[anne, ben, cleo] = [await here.player(), await here.player(), await here.player()]
  return both.close
})

const CLOCK: CreateMatch['clock'] = { kind: 'decision', seconds: 3600, increment: 0, onExpiry: 'leave', absence: false }
const RATED: Made = { rated: true, clock: CLOCK }
/** As a tournament may make one: nobody asks whether it may be rated. */
const madeRated = async (players: readonly Player[], made: Made = {}): Promise<string> => {
  const match = await begin(here, players, made)
  await administer(database.url, 'update match set rated = true where id = $1', [match])
  for (const server of [here, there]) server.live.forget(match)
  return match
}

describe('a match that is made', () => {
  test('is rated if its host says so, and its card tells', async () => {
    const card = await create(here, anne, RATED)
    expect(MatchCard.parse(card).rated).toBe(true)
    expect((await there.matches.card(ben, card.id)).rated).toBe(true)
    expect((await create(here, anne)).rated).toBe(false)
    const { items } = await there.matches.list(ben, { game: 'kingdoms' }, { first: 2 })
    expect(items.map(({ rated }) => rated)).toEqual([false, true])
  })

  const bots = [{ bot: 'greedy', seat: 0 }, { bot: 'random' }] as const
  test.each<[why: RegExp, made: Made]>([
    [/public/, { ...RATED, visibility: 'private' }],
    [/clock/, { rated: true }],
    [/leaves it/, { rated: true, clock: { ...CLOCK, onExpiry: 'botOnce' } }],
    [/leaves it/, { rated: true, clock: { ...CLOCK, onExpiry: 'botFromNowOn' } }],
    [/one seat/, { ...RATED, seats: 3, bots: [{ bot: 'greedy' }, { bot: 'greedy' }] }],
    [/one seat/, { rated: true, join: false, bots: [{ bot: 'greedy' }, { bot: 'greedy' }] }],
    [/clock/, { rated: true, join: false, seats: 3, bots: [...bots] }],
    [/clock/, { rated: true, join: true, seats: 3, bots: [...bots] }],
    [/content/, { ...RATED, game: 'royals', options: { content: {} } }],
  ])('%s: otherwise it cannot be rated', async (why, made) => {
    const asked = create(here, anne, made)
    expect(await problemOf(asked)).toBe('400 NOT_RATEABLE')
    await expect(asked).rejects.toThrow(why)
  })

  test('by bots of the house alone it needs no clock', async () => {
    expect(await create(here, anne, { rated: true, join: false, bots: [...bots] })).toMatchObject({
      rated: true,
      status: 'running',
    })
  })

  test('is played once more as it was, unless it is rated for a reason that is no more', async () => {
    const match = await begin(here, [anne, ben], RATED)
    await here.matches.leave(ben, match)
    expect(await here.matches.rematch(anne, match)).toMatchObject({ rated: true, clock: CLOCK })
    const casual = await begin(here, [anne, ben], { clock: CLOCK })
    await here.matches.leave(ben, casual)
    expect(await here.matches.rematch(anne, casual)).toMatchObject({ rated: false, clock: CLOCK })
    const secret = await madeRated([anne, ben], { visibility: 'private', clock: CLOCK })
    await here.matches.leave(ben, secret)
    expect(await here.matches.rematch(anne, secret)).toMatchObject({ rated: false, visibility: 'private' })
  })
})

describe('a rated match', () => {
  let match: string
  beforeAll(async () => {
    match = await begin(here, [anne, ben], RATED)
  })

  test.each<[what: string, work: (server: Server, caller: Caller) => Promise<unknown>]>([
    ['takes nothing back', (server, caller) => server.matches.takeBack(caller, match, { to: 0, agree: true })],
    [
      'offers no seat',
      (server, caller) => server.matches.offerSeat(caller, match, { player: cleo.player.id, expiresInHours: 1 }),
    ],
    ['gives no seat to the house', (server, caller) => server.matches.handOverToHouse(caller, match)],
  ])('%s, on any server', async (_, work) => {
    expect(await problemOf(work(here, anne))).toBe('409 RATED_MATCH')
    expect(await problemOf(work(there, ben))).toBe('409 RATED_MATCH')
    expect((await here.matches.card(anne, match)).version).toBe(1)
  })

  test('is told so to its players alone: others are refused for having no seat', async () => {
    expect(await problemOf(here.matches.takeBack(cleo, match, { to: 0, agree: true }))).toBe('403 NOT_SEATED')
  })
})

describe('a result counts', () => {
  const seats = [
    { seat: 0, player: 'anne', place: 2 },
    { seat: 1, player: 'ben', place: 1 },
  ]
  const end = { match: '', game: 'kingdoms', endedAt: '', seats, changedHands: false }

  test('for all who played', () => {
    expect(placesOf(end)).toEqual([
      { player: 'anne', place: 2 },
      { player: 'ben', place: 1 },
    ])
  })

  test('for nobody where a seat has changed hands, somebody had two of them, or somebody was alone', () => {
    expect(placesOf({ ...end, changedHands: true })).toBeUndefined()
    expect(placesOf({ ...end, seats: [...seats, { seat: 2, player: 'ben', place: 3 }] })).toBeUndefined()
    expect(placesOf({ ...end, seats: seats.slice(0, 1) })).toBeUndefined()
    expect(placesOf({ ...end, seats: [] })).toBeUndefined()
  })
})
