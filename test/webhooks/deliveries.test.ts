import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { itemAt } from '../../src/games/lists.js'
import { InvitationFilter, InvitePlayer } from '../../src/match/finding-shapes.js'
import { CreateMatch } from '../../src/match/shapes.js'
import type { EventType, WebhookWithSecret } from '../../src/webhooks/shapes.js'
import { begin, type Player, play, problemOf } from '../match/server.js'
import { administer } from '../support/administer.js'
import { type FreshDatabase, freshDatabase } from '../support/database.js'
import { type Answer, accept, type Got, idOf, type Receiver, receiver, refuse } from './receiver.js'
import { deliveriesOf, until, type WebhookServer, webhookServer } from './server.js'

const ALL: EventType[] = ['turn', 'match.started', 'match.over']
let database: FreshDatabase
let server: WebhookServer
beforeAll(async () => {
  database = await freshDatabase()
  server = await webhookServer(database.url)
  await server.start()
})
afterAll(async () => {
  await server.close()
  await database.drop()
})

const opened: Receiver[] = []
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
  await administer(database.url, 'delete from webhook')
})

interface Hooked {
  readonly player: Player
  readonly hook: Receiver
  readonly made: WebhookWithSecret
}

async function hooked(answer: Answer = accept, events = ALL): Promise<Hooked> {
  const [player, hook] = [await server.player(), await receiver(answer)]
  opened.push(hook)
  return { player, hook, made: await server.webhooks.create(player, { url: hook.url, events, description: '' }) }
}

const verified = ({ headers, body }: Got, { secret }: { secret: string }) =>
  new Webhook(secret).verify(body, headers as Record<string, string>)

test('a whole match is told: its start, every decision that opens once, and its end', async () => {
  const { player, hook, made } = await hooked()
  const ben = await server.player()
  const match = await begin(server, [player, ben])
  const version = await play(server, [player, ben], match, Number.POSITIVE_INFINITY)
  await until(() => expect(hook.taken.some(({ event }) => event.type === 'match.over')).toBe(true))
  const rows = await administer(database.url, 'select version, awaiting from entry where match_id = $1', [match])
  const opened = rows.filter(({ awaiting, version }) =>
    (awaiting as { seat: number; since: number }[]).some(({ seat, since }) => seat === 0 && since === version),
  )
  await until(() => expect(hook.taken).toHaveLength(opened.length + 2))
  const told = hook.taken.filter(({ event }) => event.type === 'turn').map(({ event }) => event.data.version)
  expect(told.toSorted((a, b) => a - b)).toEqual(opened.map((row) => row.version).toSorted((a, b) => Number(a) - Number(b)))
  for (const one of hook.taken) {
    expect(verified(one, made)).toEqual(one.event)
    expect(Object.keys(one.event)).toEqual(['type', 'timestamp', 'data'])
    const over = one.event.type === 'match.over'
    expect(one.event.data).toEqual({
      match,
      game: 'kingdoms',
      version: expect.any(Number),
      seat: 0,
      ...(over && { status: 'over' }),
    })
  }
  expect(hook.taken.find(({ event }) => event.type === 'match.over')?.event.data.version).toBe(version)
  expect(new Set(hook.taken.map(idOf)).size).toBe(hook.taken.length)
})

test('whoever is invited is told, to a new match as to one that is there, and nothing is told of what was not written', async () => {
  const { player, hook, made } = await hooked(accept, ['invitation'])
  const host = await server.player()
  const setup = { game: 'kingdoms', seats: 2, options: {}, visibility: 'private', join: true } as const
  const first = await server.matches.create(host, CreateMatch.parse({ ...setup, invite: [player.player.id] }))
  const second = await server.matches.create(host, CreateMatch.parse(setup))
  const refused = await problemOf(
    server.matches.create(host, CreateMatch.parse({ ...setup, invite: [player.player.id, host.player.id] })),
  )
  expect(refused).toBe('409 INVITED_ONESELF')
  await server.finding.invite(host, second.id, InvitePlayer.parse({ player: player.player.id }))
  await until(() => expect(hook.taken).toHaveLength(2))
  const { items } = await server.finding.invitations(player, InvitationFilter.parse({}), { first: 10 })
  const told = hook.taken.map((one) => verified(one, made) as { type: string; data: object })
  expect(new Set(told.map(({ data }) => JSON.stringify(data)))).toEqual(
    new Set(items.map(({ id, match }) => JSON.stringify({ match, game: 'kingdoms', invitation: id }))),
  )
  expect(items.map(({ match }) => match).toSorted()).toEqual([first.id, second.id].toSorted())
  expect(new Set(told.map(({ type }) => type))).toEqual(new Set(['invitation']))
})

test('who does not ask for an event is not told of it, and nobody of what was before', async () => {
  const { player, hook } = await hooked(accept, ['match.over'])
  const [ben, late] = [await server.player(), await receiver()]
  opened.push(late)
  const match = await begin(server, [player, ben])
  await play(server, [player, ben], match, 4)
  await server.webhooks.create(ben, { url: late.url, events: ALL, description: '' })
  await server.matches.leave(player, match)
  await until(() => expect([hook.taken.length, late.taken.length]).toEqual([1, 1]))
  expect([itemAt(hook.taken, 0).event.type, itemAt(late.taken, 0).event.type]).toEqual(['match.over', 'match.over'])
})

test('whoever gets a seat that is awaited is told that it is their turn, and who gave it away hears no more', async () => {
  const [anne, cleo, ben] = [await hooked(), await hooked(), await server.player()]
  const match = await begin(server, [anne.player, ben])
  await until(() => expect(anne.hook.taken).toHaveLength(2))
  await server.matches.offerSeat(anne.player, match, { player: cleo.player.player.id, expiresInHours: 1 })
  await server.matches.acceptSeat(cleo.player, match)
  await until(() => expect(cleo.hook.taken).toHaveLength(1))
  expect(itemAt(cleo.hook.taken, 0).event).toMatchObject({ type: 'turn', data: { match, version: 2, seat: 0 } })
  // An entry of another seat, while the decision stays open: it is told once.
  const dora = await server.player()
  await server.matches.offerSeat(ben, match, { player: dora.player.id, expiresInHours: 1 })
  await server.matches.acceptSeat(dora, match)
  await server.matches.leave(dora, match)
  await until(() => expect(cleo.hook.taken.some(({ event }) => event.type === 'match.over')).toBe(true))
  expect(cleo.hook.taken).toHaveLength(2)
  expect(anne.hook.taken).toHaveLength(2)
})

test('both secrets sign for a while after a rotation, and then the new one alone', async () => {
  const { player, hook, made } = await hooked()
  const rotated = await server.webhooks.rotate(player, made.id)
  expect(rotated.secret).not.toBe(made.secret)
  await server.webhooks.ping(player, made.id)
  await until(() => expect(hook.taken).toHaveLength(1))
  const [first] = hook.taken.splice(0)
  expect(String(first?.headers['webhook-signature']).split(' ')).toHaveLength(2)
  for (const known of [made, rotated])
    expect(first && verified(first, known)).toMatchObject({ type: 'ping', data: { webhook: made.id } })
  await administer(database.url, `update webhook set old_key_until = now() - interval '1 second'`)
  await until(async () => expect(itemAt(await deliveriesOf(server, player, made.id), 0).status).toBe('delivered'))
  await server.webhooks.ping(player, made.id)
  await until(() => expect(hook.taken).toHaveLength(1))
  const second = itemAt(hook.taken, 0)
  expect(verified(second, rotated)).toMatchObject({ type: 'ping' })
  expect(() => verified(second, made)).toThrow('No matching signature')
})

test('a receiver that fails half the time gets every event at least once, under one id', async () => {
  let times = 0
  const { player, hook, made } = await hooked((got, response) =>
    ++times % 2 ? refuse(500)(got, response) : accept(got, response),
  )
  const ben = await server.player()
  const matches = await Promise.all([1, 2, 3].map(() => begin(server, [player, ben])))
  for (const match of matches) await play(server, [player, ben], match, 6)
  await until(async () => {
    const deliveries = await deliveriesOf(server, player, made.id)
    expect(deliveries.filter(({ type }) => type === 'match.started')).toHaveLength(3)
    expect(deliveries.filter(({ status }) => status !== 'delivered')).toEqual([])
  })
  const deliveries = await deliveriesOf(server, player, made.id)
  expect(new Set(hook.taken.map(idOf))).toEqual(new Set(deliveries.map(({ event }) => event)))
  expect(hook.got.length).toBeGreaterThan(hook.taken.length)
  const bodies = new Map<string, Set<string>>()
  for (const one of hook.got) bodies.set(idOf(one), (bodies.get(idOf(one)) ?? new Set()).add(one.body))
  expect([...bodies.values()].every(({ size }) => size === 1)).toBe(true)
  for (const one of hook.got) verified(one, made)
})

test('receivers that hang, flood or answer nonsense do not hold up a good one', async () => {
  const hang: Answer = () => false
  const flood: Answer = (_, response) => {
    response.writeHead(500)
    const pour = (): void => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
      if (!response.destroyed) response.once('drain', pour)
    }
    pour()
    return false
  }
  const nonsense: Answer = (_, response) => {
    response.socket?.end('SSH-2.0-OpenSSH\r\n')
    return false
  }
  const bad = await Promise.all([hang, hang, hang, flood, nonsense].map((answer) => hooked(answer)))
  const good = await hooked()
  for (const { player } of bad) for (let times = 0; times < 3; times++) await begin(server, [good.player, player])
  await until(() => expect(new Set(good.hook.taken.map(({ event }) => `${event.type} ${event.data.match}`)).size).toBe(30))
  for (const { player, made } of bad) {
    const deliveries = await deliveriesOf(server, player, made.id)
    expect(deliveries.map(({ status }) => status)).toEqual(deliveries.map(() => 'pending'))
  }
  const poured = itemAt(await deliveriesOf(server, itemAt(bad, 3).player, itemAt(bad, 3).made.id), 0)
  await until(async () => expect((await server.webhooks.list(itemAt(bad, 3).player))[0]?.failures).toBeGreaterThan(0))
  expect(poured.excerpt?.length ?? 0).toBeLessThanOrEqual(500)
})

test('a receiver that fails again and again is left alone for longer and longer, until somebody asks', async () => {
  const { player, hook, made } = await hooked(refuse(503))
  const ben = await server.player()
  for (let times = 0; times < 4; times++) await begin(server, [player, ben])
  await until(async () => expect((await server.webhooks.list(player))[0]?.failures).toBeGreaterThan(6))
  // An attempt that is under way writes down how long the receiver is left alone: told again until none is.
  await until(async () => {
    await administer(database.url, `update webhook set resting_until = now() + interval '1 hour'`)
    expect(await claimed()).toBe(0)
    expect(
      await administer(database.url, `select from webhook where resting_until > now() + interval '50 minutes'`),
    ).toHaveLength(1)
  })
  const before = hook.got.length
  await begin(server, [player, ben])
  await server.webhooks.sweep()
  await until(async () =>
    expect((await deliveriesOf(server, player, made.id)).filter(({ attempts }) => attempts === 0).length).toBeGreaterThan(0),
  )
  expect(hook.got).toHaveLength(before)
  await server.webhooks.ping(player, made.id)
  await until(() => expect(hook.got.at(-1)?.event.type).toBe('ping'))
})

const claimed = async (): Promise<number> =>
  (await administer(database.url, 'select from webhook_delivery where claimed_until > now()')).length

test('410 disables at once, and what was left is given up; resuming begins anew', async () => {
  let isGone = true
  const { player, hook, made } = await hooked((got, response) => (isGone ? refuse(410) : accept)(got, response))
  const ben = await server.player()
  await begin(server, [player, ben])
  await until(async () =>
    expect((await server.webhooks.list(player))[0]).toMatchObject({ status: 'disabled', disabledBecause: 'gone' }),
  )
  expect((await deliveriesOf(server, player, made.id)).map(({ status }) => status)).toEqual(['failed', 'failed'])
  expect(await problemOf(server.webhooks.ping(player, made.id))).toBe('409 WEBHOOK_INACTIVE')
  await begin(server, [player, ben])
  isGone = false
  expect(await server.webhooks.update(player, made.id, { paused: false })).toMatchObject({
    status: 'active',
    disabledBecause: null,
    failures: 0,
  })
  const match = await begin(server, [player, ben])
  await until(() =>
    expect(hook.taken.map(({ event }) => [event.type, event.data.match]).toSorted()).toEqual([
      ['match.started', match],
      ['turn', match],
    ]),
  )
})

test('five days without a success disable a webhook; a success in between begins the count anew', async () => {
  let fails = true
  const { player, made } = await hooked((got, response) => (fails ? refuse(500) : accept)(got, response))
  const failingSince = (days: number) =>
    administer(database.url, `update webhook set failing_since = now() - $1 * interval '1 day'`, [days])
  const attempt = async () => {
    await server.webhooks.ping(player, made.id)
    const failures = async () => (await server.webhooks.list(player))[0]?.failures
    await until(async () => expect(await failures()).toBeGreaterThan(0))
  }
  await attempt()
  await failingSince(4)
  await administer(database.url, 'update webhook set failures = 0, resting_until = null')
  await attempt()
  expect((await server.webhooks.list(player))[0]?.status).toBe('active')
  fails = false
  await server.webhooks.ping(player, made.id)
  await until(async () => expect((await server.webhooks.list(player))[0]).toMatchObject({ failures: 0, failingSince: null }))
  fails = true
  await attempt()
  await failingSince(6)
  await until(async () =>
    expect((await server.webhooks.list(player))[0]).toMatchObject({ status: 'disabled', disabledBecause: 'failing' }),
  )
})

test('a redirection is a failure, and nothing is sent to where it leads', async () => {
  const elsewhere = await receiver()
  opened.push(elsewhere)
  for (const status of [301, 302, 307, 308]) {
    const { player, made } = await hooked(refuse(status, { location: elsewhere.url }))
    await server.webhooks.ping(player, made.id)
    await until(async () =>
      expect(itemAt(await deliveriesOf(server, player, made.id), 0)).toMatchObject({
        status: 'pending',
        answer: status,
        error: `answered ${status}: redirections are not followed`,
      }),
    )
  }
  expect(elsewhere.got).toEqual([])
})

test('what was delivered can be sent again, under the same id', async () => {
  const { player, hook, made } = await hooked()
  await server.webhooks.ping(player, made.id)
  await until(async () => expect(itemAt(await deliveriesOf(server, player, made.id), 0).status).toBe('delivered'))
  const [before] = await deliveriesOf(server, player, made.id)
  expect(before).toMatchObject({ attempts: 1, answer: 204, error: null, nextAt: null })
  await server.webhooks.redeliver(player, before?.id ?? '')
  await until(async () =>
    expect(itemAt(await deliveriesOf(server, player, made.id), 0)).toMatchObject({ status: 'delivered', attempts: 2 }),
  )
  expect(hook.taken.map(idOf)).toEqual([before?.event, before?.event])
})

test('a paused webhook is told nothing, neither then nor later', async () => {
  const { player, hook, made } = await hooked()
  const ben = await server.player()
  expect((await server.webhooks.update(player, made.id, { paused: true, description: 'holidays' })).status).toBe('paused')
  await begin(server, [player, ben])
  await server.webhooks.update(player, made.id, { paused: false })
  const match = await begin(server, [player, ben])
  await until(() => expect(hook.taken).toHaveLength(2))
  expect(hook.taken.map(({ event }) => event.data.match)).toEqual([match, match])
})

test('the number is bounded, a wish at the same moment too; those of others do not exist', async () => {
  const { player, made } = await hooked()
  const [ben, input] = [await server.player(), { url: made.url, events: ALL, description: '' }]
  const wishes = await Promise.all(Array.from({ length: 8 }, () => problemOf(server.webhooks.create(player, input))))
  expect(wishes.filter((outcome) => outcome === 'no problem')).toHaveLength(4)
  expect(wishes.filter((outcome) => outcome === '409 TOO_MANY_WEBHOOKS')).toHaveLength(4)
  const theirs = [
    () => server.webhooks.update(ben, made.id, { paused: true }),
    () => server.webhooks.remove(ben, made.id),
    () => server.webhooks.rotate(ben, made.id),
    () => server.webhooks.ping(ben, made.id),
    () => server.webhooks.deliveries(ben, made.id, { first: 1 }),
  ]
  for (const work of theirs) expect(await problemOf(work())).toBe('404 NOT_FOUND')
})

test('the list of deliveries has pages, and nothing in it is told twice', async () => {
  const { player, made } = await hooked()
  const ben = await server.player()
  for (let times = 0; times < 3; times++) await begin(server, [player, ben])
  await until(async () => expect(await deliveriesOf(server, player, made.id)).toHaveLength(6))
  const seen: string[] = []
  for (let after: string | undefined; ; ) {
    const page = await server.webhooks.deliveries(player, made.id, { first: 4, after })
    seen.push(...page.items.map(({ id }) => id))
    if (page.next === null) break
    after = page.next
  }
  expect(seen).toEqual((await deliveriesOf(server, player, made.id)).map(({ id }) => id))
  expect(await problemOf(server.webhooks.deliveries(player, made.id, { first: 1, after: 'nonsense' }))).toBe('400 INVALID_INPUT')
})

test('an event that another part tells is delivered once, however often it is told', async () => {
  const { player, hook } = await hooked(accept, ['invitation'])
  const event = {
    player: player.player.id,
    type: 'invitation',
    id: 'i1',
    at: '2026-01-01T00:00:00.000Z',
    data: { match: 'm' },
  } as const
  await Promise.all([server.webhooks.tell([event]), server.webhooks.tell([event])])
  await server.webhooks.tell([event, event])
  await server.webhooks.tell([{ ...event, id: 'i2' }])
  await until(() => expect(hook.taken).toHaveLength(2))
  expect(itemAt(hook.taken, 0).event).toEqual({ type: 'invitation', timestamp: event.at, data: { match: 'm' } })
})

test('blocked players hear nothing, and erased ones have no webhooks', async () => {
  const [anne, ben] = [await hooked(), await hooked()]
  await administer(database.url, 'update player set blocked_at = now() where id = $1', [anne.player.player.id])
  await administer(database.url, 'update player set erased_at = now() where id = $1', [ben.player.player.id])
  await server.webhooks.forgetErased()
  expect(await server.webhooks.list(ben.player)).toEqual([])
  const [cleo, match] = [await hooked(), await begin(server, [anne.player, await server.player()])]
  await begin(server, [cleo.player, await server.player()])
  await until(() => expect(cleo.hook.taken.length).toBeGreaterThan(0))
  expect([match.length, anne.hook.got, ben.hook.got]).toEqual([36, [], []])
})
