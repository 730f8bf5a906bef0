/** Matches that are given up before they begin: by host, administrator, the last who leaves, or time. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../../src/accounts/caller.js'
import { EXPIRE } from '../../src/match/lobby/cancelling.js'
import { administer } from '../support/administer.js'
import type { FreshDatabase } from '../support/database.js'
import { begin, create, openServer, type Player, problemOf, type Server, twoServers } from './server.js'

let database: FreshDatabase
let here: Server
let there: Server
let anne: Player
let ben: Player
let cleo: Player
let admin: Caller
beforeAll(async () => {
  const both = await twoServers()
  ;({ database, here, there } = both)
  anne = await here.player()
  ben = await here.player()
  cleo = await here.player()
  admin = await here.accounts.authenticate((await here.accounts.bootstrap()) ?? '')
  return both.close
})

const cancel = ({ matches }: Server, caller: Caller, match: string) => matches.cancel(caller, match)
const statusOf = async (match: string) => (await here.matches.card(admin, match)).status

describe('the host', () => {
  test('cancels an open match, once; it stays readable for those in it, and is listed only if asked for', async () => {
    const { id, invitation } = await create(here, anne, { seats: 3, visibility: 'private' })
    await here.matches.join(ben, id, { invitation: invitation ?? '' }, 'sit')
    const cards = await Promise.all([cancel(here, anne, id), cancel(there, anne, id)])
    for (const card of cards) expect(card).toMatchObject({ status: 'cancelled', version: 0, secret: null, result: null })
    const { matches } = there
    expect(await matches.card(ben, id)).toMatchObject({ status: 'cancelled', you: 1, endedAt: expect.any(String) })
    expect(await matches.view(ben, id)).toMatchObject({ version: 0, viewer: 1 })
    expect(await matches.notices(ben, id, { first: 9, after: 0 })).toMatchObject({ status: 'cancelled', items: [], version: 0 })
    expect(await matches.log(ben, id)).toMatchObject({ complete: false, match: { status: 'cancelled' }, entries: [] })
    expect(await problemOf(matches.card(cleo, id))).toBe('404 NOT_FOUND')
    const listed = async (filter: object) => (await matches.list(ben, filter, { first: 100 })).items.map((one) => one.id)
    expect(await listed({ mine: true })).not.toContain(id)
    expect(await listed({ mine: true, status: 'cancelled' })).toContain(id)
    // A retry is answered with what was done; a new request with why it cannot be done any more.
    expect(await matches.join(ben, id, { invitation: invitation ?? '' }, 'sit')).toMatchObject({ status: 'cancelled', you: 1 })
    expect(await problemOf(matches.join(cleo, id, { invitation: invitation ?? '' }))).toBe('409 MATCH_CANCELLED')
    expect(await problemOf(matches.join(cleo, id, {}))).toBe('404 NOT_FOUND')
    expect(await problemOf(matches.leave(ben, id))).toBe('409 MATCH_CANCELLED')
    expect(await problemOf(matches.submit(ben, id, { move: {} }))).toBe('409 MATCH_CANCELLED')
    expect(await problemOf(matches.agreeToAbort(ben, id, { agree: true }))).toBe('409 MATCH_CANCELLED')
    expect(await problemOf(matches.legalMoves(ben, id, { first: 1 }))).toBe('409 MATCH_CANCELLED')
  })

  test('alone, and only before the start', async () => {
    const { id } = await create(here, anne, { seats: 3 })
    await here.matches.join(ben, id, {})
    expect(await problemOf(cancel(here, ben, id))).toBe('403 NOT_HOST')
    const { id: hidden } = await create(here, anne, { visibility: 'private' })
    expect(await problemOf(cancel(here, ben, hidden))).toBe('404 NOT_FOUND')
    expect(await problemOf(cancel(here, ben, 'nonsense'))).toBe('404 NOT_FOUND')
    const running = await begin(here, [anne, ben])
    expect(await problemOf(cancel(here, anne, running))).toBe('409 ALREADY_STARTED')
  })

  test('and the last join at the same moment: either the match is cancelled or it runs', async () => {
    for (let round = 0; round < 10; round++) {
      const { id } = await create(here, anne)
      const [cancelled, joined] = await Promise.all([
        problemOf(cancel(here, anne, id)),
        problemOf(there.matches.join(ben, id, {})),
      ])
      if (cancelled === 'no problem') {
        expect([joined, await statusOf(id)]).toEqual(['409 MATCH_CANCELLED', 'cancelled'])
      } else {
        expect(cancelled).toMatch(/^409 (MATCH_FULL|ALREADY_STARTED)$/)
        expect([joined, await statusOf(id)]).toEqual(['no problem', 'running'])
      }
    }
  })
})

test('an administrator cancels any open match, and the log of the server tells it once', async () => {
  const { id } = await create(here, anne, { visibility: 'private' })
  expect(await problemOf(here.matches.cancelAsAdministrator(anne, id, { reason: 'x' }))).toBe('403 SCOPE_MISSING')
  for (const { matches } of [here, there, here])
    expect(await matches.cancelAsAdministrator(admin, id, { reason: 'spam' })).toMatchObject({ status: 'cancelled' })
  const acts = [...here.acts, ...there.acts].filter(({ match }) => match === id)
  expect(acts).toMatchObject([{ act: 'cancelMatch', by: admin.player?.id, reason: 'spam' }])
  const running = await begin(here, [anne, ben])
  expect(await problemOf(here.matches.cancelAsAdministrator(admin, running, { reason: 'x' }))).toBe('409 ALREADY_STARTED')
})

describe('when everybody has left', () => {
  test('a match closes with its last player, whether the host went first or last', async () => {
    const { id: alone } = await create(here, anne)
    expect(await here.matches.leave(anne, alone)).toMatchObject({ status: 'cancelled' })
    const { id: shared } = await create(here, anne, { seats: 3 })
    await here.matches.join(ben, shared, {})
    expect(await here.matches.leave(anne, shared)).toMatchObject({ status: 'open' })
    expect(await there.matches.leave(ben, shared)).toMatchObject({ status: 'cancelled' })
  })

  test('one whose host sits again, or never sat, waits on: a stranger cannot close it by coming and going', async () => {
    const { id: kept } = await create(here, anne, { seats: 3 })
    await here.matches.join(ben, kept, {})
    await here.matches.leave(anne, kept)
    await here.matches.join(anne, kept, {})
    await here.matches.leave(ben, kept)
    expect(await statusOf(kept)).toBe('open')
    const { id: looked } = await create(here, anne, { join: false })
    await here.matches.join(ben, looked, {})
    expect(await here.matches.leave(ben, looked)).toMatchObject({ status: 'open' })
  })
})

describe('expiry', () => {
  const waitedFor = (match: string, days: number) =>
    administer(database.url, `update match set waiting_since = now() - make_interval(days => $2::int) where id = $1`, [
      match,
      days,
    ])

  test('takes what nobody has joined for so long, once, on however many servers', async () => {
    const made = await Promise.all(Array.from({ length: 130 }, () => create(here, anne, { seats: 3 })))
    const [fresh, joined, ...old] = made.map(({ id }) => id) as [string, string, ...string[]]
    for (const id of [joined, ...old]) await waitedFor(id, 8)
    await here.matches.join(ben, joined, {})
    const running = await begin(here, [anne, ben])
    await waitedFor(running, 8)
    let expired = 0
    for (let sweep = 0; sweep < 3; sweep++)
      for (const count of await Promise.all([here, there].map(({ matches }) => matches.expireOpen()))) {
        expect(count).toBeLessThanOrEqual(100)
        expired += count
      }
    expect(expired).toBe(old.length)
    expect(await Promise.all([fresh, joined, running].map(statusOf))).toEqual(['open', 'open', 'running'])
    expect(new Set(await Promise.all(old.map(statusOf)))).toEqual(new Set(['cancelled']))
  })

  test('never with OPEN_MATCH_DAYS=0', async () => {
    const patient = await openServer(database.url, { env: { OPEN_MATCH_DAYS: '0' } })
    const { id } = await create(here, anne)
    await waitedFor(id, 4000)
    expect(await patient.matches.expireOpen()).toBe(0)
    await patient.close()
    expect(await here.matches.expireOpen()).toBe(1)
    expect(await statusOf(id)).toBe('cancelled')
  })

  test('looks at the index of what may expire, however many matches wait', async () => {
    await administer(
      database.url,
      `insert into match (id, game, options, seats, visibility, seating, status, commitment, created_by)
       select gen_random_uuid(), 'kingdoms', '{}', 2, 'public', 'chosen', (array['open', 'over', 'cancelled'])[1 + n % 3], '', gen_random_uuid()
       from generate_series(1, 6000) n`,
    )
    await administer(database.url, 'analyze match')
    const plan = await administer(database.url, `explain ${EXPIRE.replace('$1', '7')}`)
    const text = plan.map((row) => row['QUERY PLAN']).join('\n')
    expect(text).toContain('match_waiting_since')
    expect(text).not.toContain('Seq Scan')
  })
})

test('whoever follows or waits for an open match is told at once that it never begins', { timeout: 20_000 }, async () => {
  const { id } = await create(here, anne)
  const { signal } = new AbortController()
  const followed = (async () => {
    for await (const _ of there.matches.follow(ben, id, 0, signal)) throw new Error('nothing has happened')
  })()
  const waited = there.matches.untilAwaited(anne, id, signal)
  await cancel(here, anne, id)
  await Promise.all([followed, waited])
})

describe('those who had a seat, or for whom one was kept', () => {
  const inboxFrom = async (player: Player, after: string) => (await there.matches.inbox(player, { first: 100, after })).items
  const cursorOf = async (player: Player) => (await here.matches.inbox(player, { first: 100 })).next

  test('are told by the inbox, whoever cancels the match; nobody else is', async () => {
    const cancels = [
      (match: string) => cancel(here, anne, match),
      (match: string) => here.matches.cancelAsAdministrator(admin, match, { reason: 'a test' }),
      async (match: string) => {
        await administer(database.url, `update match set waiting_since = now() - interval '1 year' where id = $1`, [match])
        await here.matches.expireOpen()
      },
    ]
    for (const end of cancels) {
      const [guest, stranger] = [await here.player(), await here.player()]
      const { id } = await create(here, anne, { seats: 4, invite: [guest.player.id] })
      await here.matches.join(ben, id, {})
      const after = await Promise.all([anne, ben, guest, stranger].map(cursorOf))
      await end(id)
      const told = await Promise.all([anne, ben, guest, stranger].map((player, at) => inboxFrom(player, after[at] ?? '')))
      const cancelled = { kind: 'matchCancelled', match: id, about: id, version: 0, status: 'cancelled', yourTurn: false }
      expect(told[0]).toMatchObject([cancelled])
      expect(told[1]).toMatchObject([cancelled])
      expect(told[2]).toMatchObject([{ kind: 'invitationWithdrawn' }, cancelled])
      expect(told[3]).toEqual([])
      await cancel(here, anne, id)
      expect(await inboxFrom(ben, after[1] ?? '')).toHaveLength(1)
    }
  })
})
