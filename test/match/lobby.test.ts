/** Matches before they begin: seats, invitations, and the one start. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../../src/accounts/caller.js'
import { lobby } from '../../src/match/lobby/lobby.js'
import { type FreshDatabase, freshDatabase } from '../support/database.js'
import { begin, create, openServer, play, problemOf, type Server } from './server.js'

type Player = Caller & { player: { id: string } }
let database: FreshDatabase
let server: Server
let other: Server
let anne: Player
let ben: Player
let cleo: Player
beforeAll(async () => {
  database = await freshDatabase()
  server = await openServer(database.url)
  other = await openServer(database.url)
  anne = await server.player()
  ben = await server.player()
  cleo = await server.player()
})
afterAll(async () => {
  await other.close()
  await server.close()
  await database.drop()
})

const holders = async (match: string) => (await server.matches.card(anne, match)).seats.map(({ player }) => player?.id ?? null)

describe('seats', () => {
  test('are taken by number or as they come; a taken one, an unknown one and a second one are refused', async () => {
    const { id } = await create(server, anne, { seats: 3, seat: 2 })
    const join = (player: Caller, seat?: number) => server.matches.join(player, id, { seat })
    expect(await problemOf(join(ben, 2))).toBe('409 SEAT_TAKEN')
    expect(await problemOf(join(ben, 3))).toBe('400 INVALID_INPUT')
    expect(await problemOf(join(anne))).toBe('409 ALREADY_SEATED')
    await join(ben)
    expect(await holders(id)).toEqual([ben.player.id, null, anne.player.id])
    await join(cleo)
    expect(await problemOf(join(await server.player()))).toBe('409 MATCH_FULL')
    expect(await problemOf(join(ben))).toBe('409 ALREADY_SEATED')
  })

  test('cannot be chosen where they are dealt', async () => {
    const { id } = await create(server, anne, { seating: 'random' })
    expect(await problemOf(server.matches.join(ben, id, { seat: 1 }))).toBe('400 INVALID_INPUT')
  })

  test('and colours are for a host who joins', async () => {
    for (const input of [{ seat: 0 }, { colour: 'black' }])
      expect(await problemOf(create(server, anne, { join: false, ...input }))).toBe('400 INVALID_INPUT')
  })

  test('are free again when given up before the start; afterwards leaving is to resign, once', async () => {
    const { id } = await create(server, anne, { seats: 3 })
    await server.matches.join(ben, id, {})
    await server.matches.leave(anne, id)
    expect(await holders(id)).toEqual([null, ben.player.id, null])
    expect(await problemOf(server.matches.leave(anne, id))).toBe('403 NOT_SEATED')
    await server.matches.join(cleo, id, {})
    expect((await server.matches.join(anne, id, {})).status).toBe('running')
    expect((await server.matches.leave(cleo, id)).seats[0]).toMatchObject({ left: true, player: { id: cleo.player.id } })
    expect(await problemOf(server.matches.leave(cleo, id))).toMatch(/^409 /)
    expect(await problemOf(server.matches.join(cleo, id, {}))).toBe('409 ALREADY_SEATED')
  })

  test('of a private match are given up with an answer, though the match is then a stranger’s', async () => {
    const { id, invitation } = await create(server, anne, { seats: 3, visibility: 'private' })
    await server.matches.join(ben, id, { invitation: invitation as string })
    const left = await server.matches.leave(ben, id)
    expect(left).toMatchObject({ id, status: 'open', you: null, invitation: null })
    expect(left.seats.map(({ player }) => player?.id ?? null)).toEqual([anne.player.id, null, null])
    expect(await problemOf(server.matches.card(ben, id))).toBe('404 NOT_FOUND')
    expect(await problemOf(server.matches.leave(ben, id))).toBe('404 NOT_FOUND')
    expect(await server.matches.leave(anne, id)).toMatchObject({ you: null, invitation })
  })

  test('of unknown matches are nobody’s', async () => {
    for (const id of ['00000000-0000-4000-8000-000000000000', 'nonsense', '\0']) {
      const { join, leave, card, view } = server.matches
      const attempts = [join(anne, id, {}), leave(anne, id), card(anne, id), view(anne, id)]
      expect(new Set(await Promise.all(attempts.map(problemOf)))).toEqual(new Set(['404 NOT_FOUND']))
    }
  })
})

describe('keys', () => {
  test('joining or creating again with the same key is done once; another request with it is 422', async () => {
    const made = await Promise.all(
      [server, other, server, other].map(({ matches }) =>
        matches.create(
          anne,
          { game: 'kingdoms', seats: 3, options: {}, visibility: 'public', seating: 'chosen', rated: false, join: true },
          'make',
        ),
      ),
    )
    const id = made[0]?.id as string
    expect(new Set(made.map((one) => one.id)).size).toBe(1)
    const joined = await Promise.all([server, other, server].map(({ matches }) => matches.join(ben, id, { seat: 2 }, 'sit')))
    expect(joined.map(({ you }) => you)).toEqual([2, 2, 2])
    expect(await problemOf(server.matches.join(ben, id, { seat: 1 }, 'sit'))).toBe('422 IDEMPOTENCY_KEY_REUSED')
    expect(await problemOf(server.matches.join(anne, id, {}, 'make'))).toBe('422 IDEMPOTENCY_KEY_REUSED')
    expect((await server.matches.join(cleo, id, {}, 'sit')).you).toBe(1)
  })

  test('a refused request leaves its key free', async () => {
    const { id } = await create(server, anne, { seats: 3 })
    expect(await problemOf(server.matches.join(ben, id, { seat: 0 }, 'free'))).toBe('409 SEAT_TAKEN')
    expect((await server.matches.join(ben, id, { seat: 1 }, 'free')).you).toBe(1)
  })
})

describe('the start', () => {
  /** As after a server that died between the last join and the start. */
  const full = async () => {
    const { id } = await create(server, anne)
    await lobby(server.pool, server.secrets).join(ben.player.id, id, {}, undefined)
    return id
  }

  test('many race for the last seat through two servers: one gets it, and the match begins once', async () => {
    for (let round = 0; round < 3; round++) {
      const { id } = await create(server, anne)
      const rivals = await Promise.all(Array.from({ length: 6 }, () => server.player()))
      const outcomes = await Promise.all(
        rivals.map((rival, index) => problemOf((index % 2 ? server : other).matches.join(rival, id, {}))),
      )
      expect(outcomes.sort()).toEqual([...Array(5).fill('409 MATCH_FULL'), 'no problem'])
      const { status, version } = await server.matches.card(anne, id)
      expect([status, version]).toEqual(['running', 1])
    }
  })

  test('joining, leaving and looking all at once leaves a match that is either open or begun, with its seats', async () => {
    const { id } = await create(server, anne)
    await Promise.all(
      Array.from({ length: 12 }, (_, index) => {
        const { matches } = index % 2 ? server : other
        return problemOf(
          index % 3 === 0 ? matches.leave(ben, id) : index % 3 === 1 ? matches.join(ben, id, {}) : matches.view(ben, id),
        )
      }),
    )
    const card = await server.matches.card(anne, id)
    const full = card.seats.every(({ player }) => player !== null)
    expect(full).toBe(card.status !== 'open')
    expect(card.version > 0).toBe(full)
  })

  test('comes once, also if the server died after the last join and several servers come up at once', async () => {
    const matches = [await full(), await full()]
    const found = await Promise.all([server, other].map((one) => one.matches.startWaiting()))
    expect(Math.max(...found)).toBe(2)
    for (const id of matches) expect(await server.log.head(id)).toBe(1)
    expect(await server.matches.startWaiting()).toBe(0)
    const third = await full()
    const seen = async () => {
      const cards = await Promise.all([server, other, server].map((one) => one.matches.card(anne, third)))
      return cards.map(({ status, version }) => `${status} ${version}`)
    }
    expect(await seen()).toEqual(['open 0', 'open 0', 'open 0'])
    await Promise.all([server, other, server].map((one) => one.matches.startWaiting()))
    expect(await seen()).toEqual(['running 1', 'running 1', 'running 1'])
  })

  test('comes with the first move or the first leave, if nobody has started a full match before', async () => {
    const [played, left] = [await full(), await full()]
    expect(await server.matches.submit(anne, played, { move: { type: 'drawTile' } })).toMatchObject({
      ok: true,
      accepted: { version: 2 },
    })
    expect(await other.matches.leave(ben, left)).toMatchObject({ status: 'over', version: 2 })
  })
})

describe('private matches', () => {
  /** Everything that a stranger could try. */
  const attempts = (player: Caller, id: string) =>
    [
      () => server.matches.card(player, id),
      () => server.matches.view(player, id),
      () => server.matches.notices(player, id, { first: 9, after: 0 }),
      () => server.matches.log(player, id),
      () => server.matches.follow(player, id, 0, AbortSignal.timeout(2000))[Symbol.asyncIterator]().next(),
      () => server.matches.legalMoves(player, id, { first: 1 }),
      () => server.matches.check(player, id, { type: 'drawTile' }),
    ].map((attempt) => problemOf(attempt()))
  const steps = (player: Caller, id: string) =>
    [
      () => server.matches.join(player, id, {}),
      () => server.matches.join(player, id, { invitation: 'wrong' }),
      () => server.matches.leave(player, id),
      () => server.matches.submit(player, id, { move: { type: 'drawTile' } }),
    ].map((attempt) => problemOf(attempt()))
  const nobody: Caller = { player: null, scopes: new Set(), tokenId: null }
  const listed = async (player: Caller, id: string) =>
    (await server.matches.list(player, {}, { first: 100 })).items.some((card) => card.id === id)

  test('do not exist for strangers, open, running or over', async () => {
    const { id, invitation } = await create(server, anne, { visibility: 'private' })
    const strange = async () => {
      expect(new Set(await Promise.all([...attempts(cleo, id), ...steps(cleo, id), ...attempts(nobody, id)]))).toEqual(
        new Set(['404 NOT_FOUND']),
      )
      expect([await listed(cleo, id), await listed(nobody, id), await listed(anne, id)]).toEqual([false, false, true])
    }
    expect(invitation).toMatch(/^[\w-]{12}$/)
    await strange()
    expect((await server.matches.join(ben, id, { invitation: invitation as string })).invitation).toBe(invitation)
    await strange()
    expect(await problemOf(server.matches.join(ben, id, {}))).toBe('409 ALREADY_SEATED')
    await play(server, [anne, ben], id, 2)
    await server.matches.leave(ben, id)
    expect((await server.matches.card(anne, id)).status).toBe('over')
    await strange()
  })

  test('can be seen by their host without a seat, as a spectator', async () => {
    const { id, invitation } = await create(server, anne, { visibility: 'private', join: false })
    for (const player of [ben, cleo]) await server.matches.join(player, id, { invitation: invitation as string })
    expect(await server.matches.view(anne, id)).toMatchObject({ viewer: 'spectator', version: 1 })
    expect((await server.matches.notices(anne, id, { first: 9, after: 0 })).items).toHaveLength(1)
    expect(await problemOf(server.matches.legalMoves(anne, id, { first: 1 }))).toBe('403 NOT_SEATED')
  })

  test('close to whoever gives up the seat before the start, streams included', async () => {
    const { id, invitation } = await create(server, anne, { visibility: 'private', seats: 3 })
    const code = { invitation: invitation as string }
    await server.matches.join(ben, id, code)
    const stream = server.matches.follow(ben, id, 0, AbortSignal.timeout(10_000))[Symbol.asyncIterator]()
    const next = problemOf(stream.next())
    expect((await server.matches.leave(ben, id)).you).toBeNull()
    expect(await problemOf(server.matches.card(ben, id))).toBe('404 NOT_FOUND')
    for (const player of [cleo, await server.player()]) await server.matches.join(player, id, code)
    expect(await next).toBe('404 NOT_FOUND')
  })

  test('the code of a public match is none', async () => {
    expect((await server.matches.card(anne, await begin(server, [anne, ben]))).invitation).toBeNull()
  })
})
