import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { freePort } from '../../campaigns/server-process.js'
import { itemAt } from '../../src/games/lists.js'
import { begin, play } from '../match/server.js'
import { administer } from '../support/administer.js'
import { freshDatabase } from '../support/database.js'
import { until, webhookServer } from './server.js'

const [, source = ''] = /```js\n(.*?)```/s.exec(readFileSync('docs/webhooks.md', 'utf8')) ?? []

test('the receiver of the page verifies every delivery of a match, and nothing that was tampered with', {
  timeout: 60_000,
}, async () => {
  const database = await freshDatabase()
  const server = await webhookServer(database.url)
  await server.start()
  const [anne, ben, port] = [await server.player(), await server.player(), await freePort()]
  const url = `http://127.0.0.1:${port}/`
  const { id, secret } = await server.webhooks.create(anne, {
    url,
    events: ['turn', 'match.started', 'match.over'],
    description: '',
  })
  const file = join(await mkdtemp(join(tmpdir(), 'receiver-')), 'receiver.mjs')
  writeFileSync(file, source)
  const process = spawn(globalThis.process.execPath, [file], {
    env: { SECRET: secret, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const told: { type: string }[] = []
  createInterface(process.stdout).on('line', (line) => told.push(JSON.parse(line)))
  try {
    const match = await begin(server, [anne, ben])
    await server.webhooks.rotate(anne, id)
    await play(server, [anne, ben], match, Number.POSITIVE_INFINITY)
    await until(() => expect(told.at(-1)?.type === 'match.over' || told.some(({ type }) => type === 'match.over')).toBe(true))
    await until(async () =>
      expect(await administer(database.url, `select from webhook_delivery where status <> 'delivered'`)).toEqual([]),
    )
    const rows = await administer(database.url, 'select event_id, body, answer from webhook_delivery')
    expect(told).toHaveLength(rows.length)
    expect(told.length).toBeGreaterThan(5)
    const [one] = rows
    const forged = {
      'webhook-id': String(one?.event_id),
      'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
      'webhook-signature': 'v1,AAAA',
    }
    expect((await fetch(url, { method: 'POST', headers: forged, body: String(one?.body) })).status).toBe(401)
    expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(401)
    expect(itemAt(told, 0)).toMatchObject({ type: expect.any(String), timestamp: expect.any(String), data: { match } })
  } finally {
    process.kill()
    await server.close()
    await database.drop()
  }
})
