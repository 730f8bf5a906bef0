import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { backoff } from '../../src/webhooks/backoff.js'
import { begin, openServer, type Player, play, type Server } from '../match/server.js'
import { type FreshDatabase, freshDatabase } from '../support/database.js'
import { type Answer, accept, type Receiver, receiver } from './receiver.js'

let database: FreshDatabase
let server: Server
beforeAll(async () => {
  database = await freshDatabase()
  server = await openServer(database.url, { webhooks: { backoff: backoff(0.001), lookEveryMs: 50, timeoutMs: 500 } })
})
afterAll(async () => {
  await server.close()
  await database.drop()
})

test('a turn is told', async () => {
  const hook = await receiver()
  const [anne, ben] = [await server.player(), await server.player()]
  const made = await server.webhooks.create(anne, {
    url: hook.url,
    events: ['turn', 'match.started', 'match.over'],
    description: '',
  })
  console.log(made)
  const match = await begin(server, [anne, ben])
  await server.webhooks.sweep()
  await vi.waitFor(() => expect(hook.taken.length).toBe(2), 3000)
  await play(server, [anne, ben], match, 4)
  await vi.waitFor(() => expect(hook.taken.length).toBe(4), 3000)
  console.log(hook.got, (await server.webhooks.deliveries(anne, made.id, { first: 10 })).items)
  await hook.close()
})
