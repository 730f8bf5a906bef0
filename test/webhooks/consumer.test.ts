import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { itemAt } from '../../src/games/lists.js'
import { begin, create, play, type Server } from '../match/server.js'
import { administer } from '../support/administer.js'
import { type FreshDatabase, freshDatabase } from '../support/database.js'
import { accept, idOf, type Receiver, receiver } from './receiver.js'
import { deliveriesOf, until, type WebhookServer, webhookServer } from './server.js'

let database: FreshDatabase
const open: Pick<Server | Receiver, 'close'>[] = []
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one.close()
  await administer(database.url, 'delete from webhook')
})

const sql = (text: string, values: unknown[] = []) => administer(database.url, text, values)

async function serve(): Promise<WebhookServer> {
  const server = await webhookServer(database.url)
  open.push(server)
  return server
}

async function hook(answer = accept): Promise<Receiver> {
  const made = await receiver(answer)
  open.push(made)
  return made
}

const events = ['turn', 'match.started', 'match.over', 'order.dropped'] as const
const wanted = { events: [...events], description: '' }

test('where nobody has a webhook, nothing is read, and no connection is opened', async () => {
  const server = await serve()
  const players = [await server.player(), await server.player()]
  await server.webhooks.sweep()
  const match = await begin(server, players)
  await play(server, players, match, 10)
  expect(await sql('select from webhook_position')).toEqual([])
  const [jobs] = await sql(
    `select count(*)::int as connections from pg_stat_activity where application_name = 'chancery jobs' and datname = current_database()`,
  )
  // The one that the sweep looked with.
  expect(jobs?.connections).toBeLessThanOrEqual(1)
})

test('two servers share one position: whoever appended, each event is delivered once', async () => {
  const [first, second] = [await serve(), await serve()]
  await Promise.all([first.start(), second.start()])
  const [anne, ben, target] = [await first.player(), await first.player(), await hook()]
  await first.webhooks.create(anne, { url: target.url, ...wanted })
  const matches = await Promise.all([first, second, first, second].map((server) => begin(server, [anne, ben])))
  for (const [place, match] of matches.entries()) await play(place % 2 ? first : second, [anne, ben], match, 6)
  await until(async () => expect((await sql(`select from webhook_delivery where status <> 'delivered'`)).length).toBe(0))
  await until(() => expect(target.taken.length).toBeGreaterThanOrEqual(16))
  expect(new Set(target.taken.map(idOf)).size).toBe(target.taken.length)
  expect(target.taken.filter(({ event }) => event.type === 'match.started')).toHaveLength(4)
})

test('a consumer that dies between its deliveries and its position has done neither', async () => {
  const server = await serve()
  const [anne, ben, target] = [await server.player(), await server.player(), await hook()]
  await server.webhooks.create(anne, { url: target.url, ...wanted })
  await sql(`create function broken() returns trigger language plpgsql as $$ begin raise exception 'power failure'; end $$`)
  await sql('create trigger broken before update on webhook_position for each row execute function broken()')
  await begin(server, [anne, ben])
  await expect(server.webhooks.sweep()).rejects.toThrow('power failure')
  expect(await sql('select from webhook_delivery')).toEqual([])
  await sql('drop function broken cascade')
  await server.start()
  await until(() => expect(target.taken).toHaveLength(2))
  expect(target.taken.map(({ event }) => event.type).toSorted()).toEqual(['match.started', 'turn'])
})

test('what a dead server has taken up, or was about to send, another delivers', async () => {
  const dead = await serve()
  const [anne, ben, target] = [await dead.player(), await dead.player(), await hook()]
  const { id } = await dead.webhooks.create(anne, { url: target.url, ...wanted })
  // Taken up by a server that never gets to deliver it; its jobs are lost.
  await dead.webhooks.stop()
  await begin(dead, [anne, ben])
  const [server, late] = [await serve(), await hook()]
  const { id: later } = await server.webhooks.create(ben, { url: late.url, ...wanted })
  await server.start()
  await until(() => expect(target.taken).toHaveLength(2))
  expect(await deliveriesOf(server, ben, later), 'what was before is not told, though it is read only now').toEqual([])
  const [one] = await deliveriesOf(server, anne, id)
  // As if a server had died in the middle of an attempt, and its job with it.
  await sql(
    `update webhook_delivery set status = 'pending', next_at = now() - interval '1 hour', claimed_until = now() - interval '1 second' where id = $1`,
    [one?.id],
  )
  await sql('delete from graphile_worker._private_jobs')
  const next = await serve()
  await next.start()
  await until(() => expect(target.taken).toHaveLength(3))
  expect(idOf(itemAt(target.taken, 2))).toBe(one?.event)
})

const cutJobs = () =>
  sql(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'chancery jobs' and datname = current_database()`,
  )

test('jobs go on after their connections were cut, while one of them was at work', async () => {
  const server = await serve()
  await server.start()
  const [anne, ben, target] = [
    await server.player(),
    await server.player(),
    await hook((_, response) => {
      setTimeout(() => response.writeHead(204).end(), 150)
      return true
    }),
  ]
  await server.webhooks.create(anne, { url: target.url, ...wanted })
  await server.webhooks.sweep()
  for (let cut = 0; cut < 4; cut++) {
    const begun = await begin(server, [anne, ben])
    await until(() => expect(target.got.some(({ event }) => event.data.match === begun)).toBe(true))
    await cutJobs()
  }
  const match = await begin(server, [anne, ben])
  await until(() => expect(target.got.filter(({ event }) => event.data.match === match)).toHaveLength(2))
})

test('a database that goes back tells what happens anew under other ids', async () => {
  const server = await serve()
  await server.start()
  const [anne, ben, target] = [await server.player(), await server.player(), await hook()]
  await server.webhooks.create(anne, { url: target.url, ...wanted })
  const match = await begin(server, [anne, ben])
  await until(() => expect(target.taken).toHaveLength(2))
  const told = target.taken.map(idOf)
  // A position of another run of Postgres is read again from a minute before: nothing is told twice by it.
  await sql(`update webhook_position set cursor = regexp_replace(cursor, '^i\\.[0-9a-z]+', 'i.0')`)
  await server.webhooks.sweep()
  await play(server, [anne, ben], match, 2)
  await until(() => expect(target.taken).toHaveLength(3))
  expect(target.taken.slice(0, 2).map(idOf)).toEqual(told)
  // The same version of the same match, written at another time, is another event.
  await sql(`alter table entry disable trigger all`)
  await sql(
    `update entry set at = at + interval '1 second', written_at = clock_timestamp() where match_id = $1 and version = 1`,
    [match],
  )
  await sql(`alter table entry enable trigger all`)
  await until(() => expect(target.taken).toHaveLength(5))
  expect(target.taken.slice(3).some((one) => told.includes(idOf(one)))).toBe(false)
})

test('a match that is cancelled before it begins is told to those who had a seat or were invited', async () => {
  const server = await serve()
  await server.start()
  const [anne, ben, guest] = [await server.player(), await server.player(), await server.player()]
  const targets = [await hook(), await hook()]
  for (const [place, player] of [ben, guest].entries())
    await server.webhooks.create(player, { url: itemAt(targets, place).url, ...wanted })
  const { id } = await create(server, anne, { seats: 3, invite: [guest.player.id] })
  await server.matches.join(ben, id, {})
  await server.matches.cancel(anne, id)
  await until(() => expect(targets.map(({ taken }) => taken.length)).toEqual([1, 1]))
  const told = targets.map(({ taken }) => itemAt(taken, 0).event)
  const data = { match: id, game: 'kingdoms', version: 0, status: 'cancelled' }
  const seats = (await server.matches.card(ben, id)).seats
  const seatOf = (player: string) => seats.find((one) => (one.player ?? one.keptFor)?.id === player)?.seat
  expect(told).toMatchObject([
    { type: 'match.over', data: { ...data, seat: seatOf(ben.player.id) } },
    { type: 'match.over', data: { ...data, seat: seatOf(guest.player.id) } },
  ])
})

test('a standing order that is dropped is told to whoever left it, once', async () => {
  const server = await serve()
  await server.start()
  const [anne, ben, target, other] = [await server.player(), await server.player(), await hook(), await hook()]
  await server.webhooks.create(ben, { url: target.url, events: ['order.dropped', 'match.over'], description: '' })
  await server.webhooks.create(anne, { url: other.url, events: ['order.dropped', 'match.over'], description: '' })
  const match = await begin(server, [anne, ben])
  const { id } = await server.matches.setOrders(ben, match, { moves: [{ type: 'drawTile' }] })
  await server.matches.leave(anne, match)
  await until(() => expect(target.taken.length + other.taken.length).toBe(3))
  const dropped = { type: 'order.dropped', data: { match, game: 'kingdoms', version: 2, seat: 1, order: id } }
  expect(target.taken.map(({ event }) => event).find(({ type }) => type === 'order.dropped')).toMatchObject(dropped)
  expect(other.taken.map(({ event }) => event.type)).toEqual(['match.over'])
})
