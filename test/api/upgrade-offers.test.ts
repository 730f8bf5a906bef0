/** Requests that offer HTTP/2 (`Upgrade: h2c`), one after the other on a connection without waiting for the answers. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.js'

let server: TestApp
beforeAll(async () => {
  server = await startApp()
})
afterAll(() => server.close())

const OFFER = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n'
const get = (path: string, id: string, more = ''): string =>
  `GET ${path} HTTP/1.1\r\nHost: x\r\nX-Request-Id: ${id}\r\n${more}\r\n`

/** The ids of the answers, in the order in which they came. */
async function idsOf(...requests: string[]): Promise<string[]> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  await once(socket, 'connect')
  socket.write(requests.join(''))
  const said = await text(socket)
  return [...said.matchAll(/^x-request-id: (\S+)\r$/gm)].map(([, id = '']) => id)
}

const last = get('/health/live', 'last', 'Connection: close\r\n')

test('an offer behind a request that is still being answered waits for its turn', async () => {
  const slow = get('/v1/matches', 'slow')
  expect(await idsOf(slow, get('/health/live', 'offer', OFFER), last)).toEqual(['slow', 'offer', 'last'])
})

test('offers are answered in order, however many', async () => {
  const ids = Array.from({ length: 40 }, (_, i) => `o${i}`)
  const warnings: Error[] = []
  const onWarning = (warning: Error) => warnings.push(warning)
  process.on('warning', onWarning)
  const requests = ids.map((id, i) => get(i % 3 === 0 ? '/v1/matches' : '/health/live', id, i % 2 === 0 ? OFFER : ''))
  expect(await idsOf(...requests, last)).toEqual([...ids, 'last'])
  process.off('warning', onWarning)
  expect(warnings).toEqual([])
})

/** Since 24.9 Node loses what is sent behind a request with an offer and a body; whoever waits for its answer is served, see graphql-subscriptions.test.ts. */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
const losesWhatFollows = major > 24 || (major === 24 && minor >= 9)

test.skipIf(losesWhatFollows)('a body that comes with an offer belongs to its request', async () => {
  const body = '{"query":"{ games { id } }"}'
  const post = `POST /graphql HTTP/1.1\r\nHost: x\r\nX-Request-Id: post\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n${OFFER}\r\n${body}`
  expect(await idsOf(get('/v1/matches', 'first'), post, post, last)).toEqual(['first', 'post', 'post', 'last'])
})

test('a client that hangs up behind an offer disturbs nobody', async () => {
  for (let i = 0; i < 20; i++) {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    await once(socket, 'connect')
    socket.write(get('/v1/matches', 'slow') + get('/v1/matches', 'offer', OFFER))
    socket.destroy()
  }
  expect(await idsOf(last)).toEqual(['last'])
})
