import { afterAll, beforeAll, expect, test } from 'vitest'
import { CreateMatch } from '../../src/match/shapes.js'
import type { Player } from '../match/server.js'
import { administer } from '../support/administer.js'
import { type FreshDatabase, freshDatabase } from '../support/database.js'
import { receiver } from './receiver.js'
import { until, type WebhookServer, webhookServer } from './server.js'

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

const HOUR = 3600

/** Anne is awaited. */
async function begun(anne: Player, ben: Player, seconds: number): Promise<string> {
  const clock = { kind: 'decision', seconds, increment: 0, onExpiry: 'leave', absence: false } as const
  const made = CreateMatch.parse({ game: 'kingdoms', seats: 2, options: { starter: 'seat0' }, clock })
  const { id } = await server.matches.create(anne, made)
  await server.matches.join(ben, id, {})
  return id
}

/** As if so many seconds had passed since the decision opened: by the newest entry, and by what says when to look. */
async function pass(match: string, seconds: number): Promise<void> {
  const earlier = (ms: string) => `(${ms})::bigint - ${seconds * 1000}`
  const opened = `(select json_agg(${earlier('t.ms')} order by t.seat) from json_array_elements_text(times -> 'opened') with ordinality as t(ms, seat))`
  await administer(
    database.url,
    `set session_replication_role = replica; -- nothing but a test changes an entry
     update entry set times = json_build_object('banks', times -> 'banks', 'opened', ${opened}, 'at', ${earlier(`times ->> 'at'`)})
     where match_id = '${match}' and version = (select max(version) from entry where match_id = '${match}');
     update deadline set opened = opened - interval '${seconds} seconds', due = due - interval '${seconds} seconds' where match_id = '${match}'`,
  )
}

test('a deadline that comes near is told once: in the inbox, to those who follow it, and to webhooks', async () => {
  const [anne, ben, hook] = [await server.player(), await server.player(), await receiver()]
  await server.webhooks.create(anne, { url: hook.url, events: ['deadline.near'], description: '' })
  const match = await begun(anne, ben, 4 * HOUR)
  const start = await server.matches.inbox(anne, { first: 100 })
  const closing = new AbortController()
  const followed: object[] = []
  const following = (async () => {
    for await (const item of server.matches.followInbox(anne, start.next, closing.signal)) followed.push(item)
  })()
  await pass(match, 2 * HOUR)
  expect(await server.remind()).toBe(0)
  await pass(match, HOUR)
  expect((await Promise.all([server.remind(), server.remind()])).toSorted()).toEqual([0, 1])
  expect(await server.remind()).toBe(0)
  await until(() => expect(followed).toHaveLength(1))
  const [deadline] = await administer(
    database.url,
    'select extract(epoch from due)::float8 * 1000 as due from deadline where match_id = $1',
    [match],
  )
  const due = new Date(Number(deadline?.due)).toISOString()
  const item = { match, game: 'kingdoms', version: 1, status: 'running', yourTurn: true, deadline: due }
  expect(followed).toMatchObject([item])
  const { items, next } = await server.matches.inbox(anne, { first: 100, after: start.next })
  expect(items).toMatchObject([item])
  expect((await server.matches.inbox(anne, { first: 100, after: next })).items).toEqual([])
  expect((await server.matches.inbox(ben, { first: 100 })).items.filter((one) => 'deadline' in one)).toEqual([])
  await until(() => expect(hook.taken).toHaveLength(1))
  expect(hook.taken[0]?.event).toMatchObject({
    type: 'deadline.near',
    data: { match, game: 'kingdoms', version: 1, seat: 0, deadline: due },
  })
  closing.abort()
  await following
  await hook.close()
})

test('not for decisions of minutes, at the earliest a day before, and again for the next decision', async () => {
  const [anne, ben] = [await server.player(), await server.player()]
  const { next: after } = await server.matches.inbox(ben, { first: 100 })
  const quick = await begun(anne, ben, 300)
  await pass(quick, 290)
  const slow = await begun(anne, ben, 20 * 24 * HOUR)
  await pass(slow, 18 * 24 * HOUR)
  expect(await server.remind()).toBe(0)
  await pass(slow, 1.5 * 24 * HOUR)
  expect(await server.remind()).toBe(1)
  const move = (await server.matches.legalMoves(anne, slow, { first: 1 })).moves[0]?.move
  await server.matches.submit(anne, slow, { move })
  await pass(slow, 19.5 * 24 * HOUR)
  expect(await server.remind()).toBe(1)
  expect((await server.matches.inbox(ben, { first: 100, after })).items.filter((one) => 'deadline' in one)).toHaveLength(1)
})

test('by how the seat stands, and not by the row of an earlier decision', async () => {
  const [anne, ben] = [await server.player(), await server.player()]
  const match = await begun(anne, ben, 4 * HOUR)
  for (const player of [anne, anne, ben, ben]) {
    const move = (await server.matches.legalMoves(player, match, { first: 1 })).moves[0]?.move
    if (move) await server.matches.submit(player, match, { move })
  }
  const rows = 'select seat from deadline where match_id = $1'
  expect(await administer(database.url, rows, [match])).toHaveLength(2)
  // The rows of both are as old as if nobody had moved for more than three hours.
  await administer(
    database.url,
    `update deadline set opened = opened - interval '190 minutes', due = due - interval '190 minutes' where match_id = $1`,
    [match],
  )
  expect(await server.remind()).toBe(0)
  // Put right: only the one who is awaited has a row, and all the time.
  expect(
    await administer(database.url, `select from deadline where match_id = $1 and due > now() + interval '3 hours'`, [match]),
  ).toHaveLength(1)
  expect(await administer(database.url, rows, [match])).toHaveLength(1)
  await pass(match, 3.2 * HOUR)
  expect(await server.remind()).toBe(1)
  expect(await server.remind()).toBe(0)
})
