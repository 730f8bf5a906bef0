import { afterAll, beforeAll, expect, test } from 'vitest'
import { begin } from '../match/server.js'
import { administer } from '../support/administer.js'
import { type FreshDatabase, freshDatabase } from '../support/database.js'
import { type Answer, accept, type Receiver, receiver, refuse } from './receiver.js'
import { deliveriesOf, until, type WebhookServer, webhookServer } from './server.js'

let database: FreshDatabase
let server: WebhookServer
const opened: Receiver[] = []
beforeAll(async () => {
  database = await freshDatabase()
  server = await webhookServer(database.url, { timeoutMs: 8000 })
  await server.start()
})
afterAll(async () => {
  for (const one of opened) await one.close()
  await server.close()
  await database.drop()
})

async function hooked(answer: Answer) {
  const [player, hook] = [await server.player(), await receiver(answer)]
  opened.push(hook)
  const made = await server.webhooks.create(player, { url: hook.url, events: ['turn', 'match.started'], description: '' })
  return { player, hook, webhook: made.id }
}

const failed = (times: number, webhook: string) =>
  administer(database.url, 'update webhook set failures = $1 where id = $2', [times, webhook])

test('a ping does not wait for events that hang, neither its own nor those of others', async () => {
  // Ten receivers that have failed before take all the places that there are for such.
  const others = await Promise.all(Array.from({ length: 10 }, () => hooked(() => false)))
  for (const other of others) {
    await failed(1, other.webhook)
    await server.webhooks.ping(other.player, other.webhook)
  }
  await until(() => expect(others.map(({ hook }) => hook.got.length)).toEqual(others.map(() => 1)))
  const { player, hook, webhook } = await hooked((got, response) => got.event.type === 'ping' && accept(got, response))
  for (let match = 0; match < 3; match++) await begin(server, [player, await server.player()])
  await until(() => expect(hook.got).toHaveLength(4))
  await failed(1, webhook)
  await server.webhooks.ping(player, webhook)
  await until(() => expect(hook.taken).toHaveLength(1))
  const tried = (await deliveriesOf(server, player, webhook)).filter(({ type, attempts }) => type !== 'ping' && attempts > 0)
  expect(tried.map(({ status, error }) => [status, error])).toEqual(Array.from({ length: 4 }, () => ['pending', null]))
})

test('a ping that has failed and waits is tried at once when it is asked for again', async () => {
  let answer = refuse(503)
  const { player, hook, webhook } = await hooked((got, response) => answer(got, response))
  const first = await server.webhooks.ping(player, webhook)
  const pinged = async () => (await deliveriesOf(server, player, webhook))[0]
  await until(async () => expect(await pinged()).toMatchObject({ status: 'pending', attempts: 1, answer: 503 }))
  await administer(database.url, "update webhook_delivery set next_at = now() + interval '1 hour' where webhook_id = $1", [
    webhook,
  ])
  answer = accept
  expect((await server.webhooks.ping(player, webhook)).id).toBe(first.id)
  await until(async () => expect(await pinged()).toMatchObject({ status: 'delivered', attempts: 2 }))
  expect(hook.taken).toHaveLength(1)
})
