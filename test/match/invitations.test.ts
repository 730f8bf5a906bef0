/** Invitations by name: who gets which seat, what is refused, and who hears of it. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../../src/accounts/caller.js'
import { houseOf } from '../../src/accounts/house-ids.js'
import { Acceptance, InvitationFilter, InvitePlayer, PENDING } from '../../src/match/finding-shapes.js'
import { administer } from '../support/administer.js'
import type { FreshDatabase } from '../support/database.js'
import { begin, create, type Made, openServer, type Player, problemOf, type Server, twoServers } from './server.js'

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

const invite = (host: Caller, match: string, guest: Player | string, more: Partial<InvitePlayer> = {}, server = here) =>
  server.finding.invite(host, match, InvitePlayer.parse({ player: typeof guest === 'string' ? guest : guest.player.id, ...more }))
const list = async (caller: Caller, filter: Partial<InvitationFilter> = {}) =>
  (await there.finding.invitations(caller, InvitationFilter.parse(filter), { first: 100 })).items
const inbox = async (caller: Caller, after?: string) => (await there.matches.inbox(caller, { first: 1000, after })).items
const cursorNow = (caller: Caller) => here.matches.inbox(caller, { first: 1000 }).then(({ next }) => next)
const accepts = (player: Caller, stated: object) => here.finding.setAcceptance(player, Acceptance.parse(stated))
const open = async (made: Made = {}) => (await create(here, anne, { seats: 3, ...made })).id

describe('an invitation', () => {
  test('keeps a seat, is told to the guest, and is accepted by taking it; the host hears of it', async () => {
    const [guest, host] = [await here.player(), await here.player()]
    const { id: match } = await create(here, host)
    const [heard, told] = [await cursorNow(guest), await cursorNow(host)]
    const invitation = await invite(host, match, guest)
    expect(invitation).toMatchObject({
      ...{ match, game: 'kingdoms', seatCount: 2, seat: 1, status: 'pending', endedAt: null },
      ...{ host: host.player, guest: guest.player },
    })
    expect((await there.matches.card(ben, match)).seats[1]).toMatchObject({ player: null, keptFor: guest.player })
    expect(await list(guest)).toEqual([invitation])
    expect(await list(host, { side: 'sent' })).toEqual([invitation])
    expect(await list(host)).toEqual([])
    const item = { kind: 'invited', match, about: invitation.id, version: 0, status: 'open', yourTurn: false }
    // Told as news, and to whoever opens the inbox later as something that waits.
    expect(await inbox(guest, heard)).toMatchObject([item])
    expect(await inbox(guest)).toMatchObject([item])
    expect(await problemOf(there.matches.join(ben, match, {}))).toBe('409 SEAT_KEPT')
    expect(await there.finding.accept(guest, invitation.id, {})).toMatchObject({ status: 'running', version: 1, you: 1 })
    expect(await list(guest, { status: 'accepted' })).toMatchObject([{ id: invitation.id, endedAt: expect.any(String) }])
    expect(await inbox(host, told)).toMatchObject([
      { kind: 'invitationAccepted', about: invitation.id },
      { kind: 'entry', match, version: 1, about: null },
    ])
    expect((await inbox(guest)).map(({ kind }) => kind)).not.toContain('invited')
    expect(await problemOf(here.finding.accept(guest, invitation.id, {}))).toBe('409 INVITATION_ENDED')
  })

  test('is accepted by joining and declined by leaving, too', async () => {
    const match = await open()
    const [first, second] = [await invite(anne, match, ben), await invite(anne, match, cleo)]
    expect(await here.matches.join(ben, match, {})).toMatchObject({ you: first.seat })
    await here.matches.leave(cleo, match)
    expect((await list(anne, { side: 'sent', status: 'accepted' }))[0]?.id).toBe(first.id)
    expect((await list(anne, { side: 'sent', status: 'declined' }))[0]?.id).toBe(second.id)
    expect((await here.matches.card(anne, match)).seats[2]?.keptFor).toBeNull()
  })

  test('declined, the seat is free, the host is told, and nobody is asked again', async () => {
    const match = await open()
    const told = await cursorNow(anne)
    const { id } = await invite(anne, match, ben)
    expect(await there.finding.decline(ben, id)).toMatchObject({ status: 'declined', endedAt: expect.any(String) })
    expect(await inbox(anne, told)).toMatchObject([{ kind: 'invitationDeclined', match, about: id }])
    expect(await problemOf(invite(anne, match, ben))).toBe('409 ALREADY_INVITED')
    expect(await problemOf(here.finding.decline(ben, id))).toBe('409 INVITATION_ENDED')
    expect(await here.matches.join(ben, match, {})).toMatchObject({ you: 1 })
  })

  test('expires once, on however many servers, and the host is told', async () => {
    const match = await open()
    const { id } = await invite(anne, match, ben, { expiresInMinutes: 5 })
    await here.finding.expireInvitations()
    expect(await list(ben)).toMatchObject([{ id }])
    const told = await cursorNow(anne)
    await administer(database.url, `update invitation set expires_at = now() - interval '1 second' where id = $1`, [id])
    await Promise.all([here, there, here, there].map(({ finding }) => finding.expireInvitations()))
    expect(await inbox(anne, told)).toMatchObject([{ kind: 'invitationExpired', about: id }])
    expect((await here.matches.card(anne, match)).seats[1]?.keptFor).toBeNull()
    expect(await problemOf(here.finding.accept(ben, id, {}))).toBe('409 INVITATION_ENDED')
    // Whoever did not answer may be asked again.
    expect(await invite(anne, match, ben)).toMatchObject({ status: 'pending' })
  })

  test('is withdrawn by its host alone, and with the match; the guest is told', async () => {
    const match = await open()
    const [guest, another] = [await here.player(), await here.player()]
    const { id } = await invite(anne, match, guest)
    for (const who of [guest, ben]) expect(await problemOf(here.finding.withdrawInvitation(who, id))).toBe('404 NOT_FOUND')
    for (const who of [anne, ben]) expect(await problemOf(here.finding.decline(who, id))).toBe('404 NOT_FOUND')
    const heard = await cursorNow(guest)
    expect(await there.finding.withdrawInvitation(anne, id)).toMatchObject({ status: 'withdrawn' })
    expect(await inbox(guest, heard)).toMatchObject([{ kind: 'invitationWithdrawn', about: id, status: 'open' }])
    const second = await invite(anne, match, another)
    await here.matches.cancel(anne, match)
    expect(await list(another, { status: 'withdrawn' })).toMatchObject([{ id: second.id }])
    expect((await inbox(another, await cursorNow(another).then(() => undefined))).map(({ kind }) => kind)).not.toContain(
      'invited',
    )
  })

  test('is ended with a match that nobody joined for too long', async () => {
    const impatient = await openServer(database.url, { env: { OPEN_MATCH_DAYS: '1' } })
    const match = await open()
    const { id } = await invite(anne, match, ben)
    await administer(database.url, `update match set waiting_since = now() - interval '2 days' where id = $1`, [match])
    await impatient.matches.expireOpen()
    expect(await list(ben, { status: 'withdrawn' })).toContainEqual(expect.objectContaining({ id }))
    await impatient.close()
  })

  test('can be made with the match, all of them or none', async () => {
    const { id, seats } = await create(here, anne, { seats: 3, invite: [ben.player.name.toUpperCase(), cleo.player.id] })
    expect(seats.map(({ keptFor }) => keptFor?.id)).toEqual([undefined, ben.player.id, cleo.player.id])
    const before = (await here.matches.list(anne, { mine: true }, { first: 100 })).items.length
    expect(await problemOf(create(here, anne, { seats: 3, invite: [ben.player.id, 'Nobody of this name'] }))).toBe(
      '404 NOT_FOUND',
    )
    expect(await problemOf(create(here, anne, { seats: 2, invite: [ben.player.id, cleo.player.id] }))).toBe('409 SEAT_KEPT')
    expect((await here.matches.list(anne, { mine: true }, { first: 100 })).items).toHaveLength(before)
    await here.matches.cancel(anne, id)
  })

  test('wakes whoever follows their inbox, on another server', async () => {
    const guest = await here.player()
    const abort = new AbortController()
    const follower = there.matches.followInbox(guest, undefined, abort.signal)[Symbol.asyncIterator]()
    const first = follower.next()
    const { id } = await invite(anne, await open(), guest)
    expect((await first).value).toMatchObject({ kind: 'invited', about: id })
    abort.abort()
    await follower.next()
  })
})

describe('is refused', () => {
  test('to oneself, to who sits, twice, to nobody, to an erased player', async () => {
    const match = await open()
    await here.matches.join(ben, match, {})
    expect(await problemOf(invite(anne, match, anne))).toBe('409 INVITED_ONESELF')
    expect(await problemOf(invite(anne, match, ben))).toBe('409 ALREADY_SEATED')
    expect(await problemOf(invite(anne, match, 'Nobody of this name'))).toBe('404 NOT_FOUND')
    await here.matches.handOverToHouse(ben, await begin(here, [anne, ben]))
    expect(await problemOf(invite(anne, match, houseOf('greedy')))).toBe('409 PLAYER_IS_HOUSE')
    const gone = await here.player()
    await here.administration.eraseMe(gone, gone.player.name)
    expect(await problemOf(invite(anne, match, gone))).toBe('409 PLAYER_ERASED')
    expect(await problemOf(invite(anne, match, gone.player.name))).toBe('404 NOT_FOUND')
    await invite(anne, match, cleo)
    expect(await problemOf(invite(anne, match, cleo))).toBe('409 ALREADY_INVITED')
    expect(await problemOf(invite(anne, match, await here.player()))).toBe('409 SEAT_KEPT')
  })

  test('by others than the host, and to matches that are not open', async () => {
    const match = await open()
    expect(await problemOf(invite(ben, match, cleo))).toBe('403 NOT_HOST')
    expect(await problemOf(invite(ben, await open({ visibility: 'private' }), cleo))).toBe('404 NOT_FOUND')
    expect(await problemOf(invite(anne, 'nonsense', cleo))).toBe('404 NOT_FOUND')
    expect(await problemOf(invite(anne, await begin(here, [anne, ben]), cleo))).toBe('409 MATCH_FULL')
    await here.matches.cancel(anne, match)
    expect(await problemOf(invite(anne, match, cleo))).toBe('409 MATCH_CANCELLED')
    const readOnly = { ...anne, scopes: new Set(['read', 'play'] as const) }
    expect(await problemOf(invite(readOnly, match, cleo))).toBe('403 SCOPE_MISSING')
  })

  test('for a seat that is taken, kept, or dealt', async () => {
    const match = await open()
    await invite(anne, match, ben, { seat: 2 })
    expect(await problemOf(invite(anne, match, cleo, { seat: 0 }))).toBe('409 SEAT_TAKEN')
    expect(await problemOf(invite(anne, match, cleo, { seat: 2 }))).toBe('409 SEAT_KEPT')
    const dealt = await open({ seating: 'random' })
    expect(await problemOf(invite(anne, dealt, cleo, { seat: 1 }))).toBe('400 INVALID_INPUT')
    expect(await invite(anne, dealt, cleo)).toMatchObject({ seat: null })
  })

  test('outside of what the guest accepts', async () => {
    const bot = await here.player()
    const match = await open()
    await accepts(bot, { games: [{ game: 'royals' }] })
    expect(await problemOf(invite(anne, match, bot))).toBe('409 NOT_ACCEPTED')
    await accepts(bot, { games: [{ game: 'kingdoms', seats: [2, 4] }] })
    expect(await problemOf(invite(anne, match, bot))).toBe('409 NOT_ACCEPTED')
    await accepts(bot, { invitations: false })
    await expect(invite(anne, match, bot)).rejects.toThrow(`${bot.player.name} accepts no invitations.`)
    await accepts(bot, { games: [{ game: 'kingdoms', seats: [3] }] })
    expect(await invite(anne, match, bot)).toMatchObject({ status: 'pending' })
    expect(await here.finding.acceptance(bot.player.id)).toEqual({
      ...{ games: [{ game: 'kingdoms', seats: [3] }], untimed: true, decisionSeconds: null, bankSeconds: null },
      ...{ atOnce: null, invitations: true, rematches: true },
    })
    expect(await here.finding.acceptance(ben.player.id)).toEqual(Acceptance.parse({}))
    for (const games of [[{ game: 'chess' }], [{ game: 'royals' }, { game: 'royals' }]])
      expect(await problemOf(accepts(bot, { games }))).toBe('400 INVALID_INPUT')
  })

  test('by a clock that the guest does not accept', async () => {
    const bot = await here.player()
    await accepts(bot, { untimed: false, decisionSeconds: 60, bankSeconds: 600 })
    const clock = { increment: 0, onExpiry: 'leave', absence: false } as const
    const outcome = async (made: Made) => problemOf(invite(anne, await open(made), bot))
    expect(await outcome({})).toBe('409 NOT_ACCEPTED')
    expect(await outcome({ clock: { ...clock, kind: 'decision', seconds: 59 } })).toBe('409 NOT_ACCEPTED')
    expect(await outcome({ clock: { ...clock, kind: 'bank', seconds: 599 } })).toBe('409 NOT_ACCEPTED')
    expect(await outcome({ clock: { ...clock, kind: 'decision', seconds: 60 } })).toBe('no problem')
    expect(await outcome({ clock: { ...clock, kind: 'bank', seconds: 600 } })).toBe('no problem')
  })

  test('to somebody who is as busy as they want to be, whoever invites at the same moment', async () => {
    const bot = await here.player()
    await accepts(bot, { atOnce: 3 })
    const running = await begin(here, [bot, ben])
    const hosts = await Promise.all(Array.from({ length: 10 }, () => here.player()))
    const matches = await Promise.all(hosts.map(async (host) => ({ host, match: (await create(here, host)).id })))
    const outcomes = await Promise.all(
      matches.map(({ host, match }, index) => problemOf(invite(host, match, bot, {}, index % 2 ? here : there))),
    )
    expect(outcomes.filter((one) => one === 'no problem')).toHaveLength(2)
    expect(outcomes.filter((one) => one === '409 NOT_ACCEPTED')).toHaveLength(8)
    await here.matches.leave(bot, running)
    const { host, match } = matches.find((_, index) => outcomes[index] !== 'no problem') ?? { host: anne, match: '' }
    expect(await invite(host, match, bot)).toMatchObject({ status: 'pending' })
  })

  test('beyond what waits for a guest or from a host at a time', async () => {
    const [host, guest] = [await here.player(), await here.player()]
    const fill = (column: string, other: string, count: number) =>
      administer(
        database.url,
        `with made as (insert into match (id, game, options, seats, visibility, seating, commitment, created_by)
           select gen_random_uuid(), 'kingdoms', '{}', 2, 'public', 'chosen', '', $1 from generate_series(1, $3) returning id)
         insert into invitation (id, match_id, ${column}, ${other}, seat, expires_at)
           select gen_random_uuid(), id, $1, $2, 1, now() + interval '1 day' from made`,
        [column === 'host_id' ? host.player.id : guest.player.id, ben.player.id, count],
      )
    const { id } = await create(here, host)
    await fill('guest_id', 'host_id', PENDING.received)
    expect(await problemOf(invite(host, id, guest))).toBe('409 TOO_MANY_INVITATIONS')
    await fill('host_id', 'guest_id', PENDING.sent)
    expect(await problemOf(invite(host, id, cleo))).toBe('409 TOO_MANY_INVITATIONS')
    const page = await here.finding.invitations(guest, InvitationFilter.parse({}), { first: 30 })
    const rest = await here.finding.invitations(guest, InvitationFilter.parse({}), { first: 30, after: page.next ?? '' })
    expect(new Set([...page.items, ...rest.items].map((one) => one.id)).size).toBe(PENDING.received)
    expect(rest.next).toBeNull()
    await administer(database.url, `delete from invitation where host_id = $1 or guest_id = $1 or guest_id = $2`, [
      host.player.id,
      guest.player.id,
    ])
  })
})

describe('nothing hidden is found out', () => {
  test('a private match is shown to the guest, without its code, while the invitation waits', async () => {
    const { id: match, invitation: code } = await create(here, anne, { visibility: 'private', seats: 3 })
    expect(await problemOf(there.matches.card(ben, match))).toBe('404 NOT_FOUND')
    const { id } = await invite(anne, match, ben)
    expect(await there.matches.card(ben, match)).toMatchObject({ id: match, invitation: null, you: null })
    expect(await there.matches.view(ben, match)).toMatchObject({ version: 0 })
    expect(await there.matches.notices(ben, match, { first: 10, after: 0 })).toMatchObject({ items: [], version: 0 })
    expect((await there.matches.list(ben, { status: 'open' }, { first: 100 })).items.map((one) => one.id)).toContain(match)
    expect(await problemOf(there.matches.card(cleo, match))).toBe('404 NOT_FOUND')
    expect(await problemOf(there.matches.join(cleo, match, {}))).toBe('404 NOT_FOUND')
    expect(await problemOf(there.finding.accept(cleo, id, {}))).toBe('404 NOT_FOUND')
    expect((await here.matches.card(anne, match)).invitation).toBe(code)
    await there.finding.decline(ben, id)
    expect(await problemOf(there.matches.card(ben, match))).toBe('404 NOT_FOUND')
    expect(await problemOf(there.matches.join(ben, match, {}))).toBe('404 NOT_FOUND')
    const again = await invite(anne, match, cleo)
    expect(await there.finding.accept(cleo, again.id, {})).toMatchObject({ you: 1, invitation: code })
  })

  test('inviting a blocked player is answered like inviting anybody', async () => {
    const token = await here.accounts.bootstrap()
    const admin = await here.accounts.authenticate(token ?? '')
    const blocked = await here.player()
    await here.administration.block(admin, blocked.player.id, { reason: 'test' })
    const match = await open()
    const [one, other] = [await invite(anne, match, blocked), await invite(anne, match, ben)]
    expect(Object.keys(one)).toEqual(Object.keys(other))
    expect(one).toMatchObject({ status: 'pending', guest: blocked.player })
  })
})

describe('an erased player', () => {
  test('leaves no invitation, acceptance or news behind; the other side is told', async () => {
    const [host, guest, another] = [await here.player(), await here.player(), await here.player()]
    const { id: match } = await create(here, host, { seats: 4 })
    await here.matches.join(cleo, match, {})
    const [received, sent] = [await invite(host, match, guest), await invite(host, match, another)]
    await accepts(guest, { atOnce: 5 })
    const [told, heard] = [await cursorNow(host), await cursorNow(another)]
    await here.administration.eraseMe(guest, guest.player.name)
    expect(await inbox(host, told)).toMatchObject([{ kind: 'invitationDeclined', about: received.id }])
    await here.administration.eraseMe(host, host.player.name)
    expect(await inbox(another, heard)).toMatchObject([{ kind: 'invitationWithdrawn', about: sent.id }])
    expect((await here.matches.card(cleo, match)).seats.map(({ keptFor }) => keptFor)).toEqual([null, null, null, null])
    for (const [table, where] of [
      ['invitation', '$1 in (host_id, guest_id)'],
      ['acceptance', 'player_id = $1'],
      ['news', 'player_id = $1'],
    ])
      for (const { player } of [host, guest])
        expect((await here.pool.query(`select from ${table} where ${where}`, [player.id])).rowCount).toBe(0)
  })
})

test('a player who takes no rematches has no seat kept in one', async () => {
  const bot = await here.player()
  await accepts(bot, { rematches: false })
  const match = await begin(here, [anne, bot, ben])
  for (const player of [anne, bot]) await here.matches.leave(player, match)
  const again = await here.matches.rematch(ben, match)
  expect(again.seats.map(({ keptFor }) => keptFor?.id)).toEqual([anne.player.id, undefined, undefined])
})

test('what ended a month ago is forgotten', async () => {
  const { id } = await invite(anne, await open(), ben)
  await here.finding.decline(ben, id)
  await administer(database.url, `update invitation set ended_at = now() - interval '31 days' where id = $1`, [id])
  await administer(database.url, `update news set written_at = now() - interval '31 days' where about = $1`, [id])
  await here.finding.forgetOld()
  expect((await here.pool.query('select from invitation where id = $1', [id])).rowCount).toBe(0)
  expect((await here.pool.query('select from news where about = $1', [id])).rowCount).toBe(0)
})
