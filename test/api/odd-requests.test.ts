/** Methods, targets and messages that no honest client sends: each is answered or closed, counted, and leaves no connection behind. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { startApp, type TestApp } from '../support/app.js'

const CONNECTIONS = 20

let server: TestApp
beforeAll(async () => {
  server = await startApp({ env: { MAX_CONNECTIONS_PER_ADDRESS: `${CONNECTIONS}` } })
})
afterAll(() => server.close())

const port = (): number => Number(new URL(server.url).port)
/** Keeps its own half open, as one who wants to hold the server up does. */
const open = (bytes = '') => {
  const socket = connect({ port: port(), host: '127.0.0.1', allowHalfOpen: true }).on('error', () => {})
  if (bytes) socket.write(bytes)
  return socket
}
/** All that it is told until the server has no more to say; the client's half stays open. */
const heard = (socket: Socket): Promise<string> =>
  new Promise((done) => {
    let all = ''
    socket.on('data', (bytes) => {
      all += bytes
    })
    socket.once('end', () => done(all)).once('close', () => done(all))
  })
const connections = (): Promise<number> => new Promise((done) => server.app.http.server.getConnections((_, count) => done(count)))
/** By the page of figures, asked for without a connection. */
async function figure(name: string): Promise<number> {
  const { body } = await server.app.http.inject('/metrics')
  return Number(new RegExp(`^${name.replace(/[{}]/g, '\\$&')} (\\d+)$`, 'm').exec(body)?.[1] ?? 0)
}

const get = (target: string, more = ''): string => `GET ${target} HTTP/1.1\r\nHost: x\r\n${more}\r\n`
const CLOSE = 'Connection: close\r\n'
const WEBSOCKET =
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n'
const TUNNEL = 'CONNECT example.org:443 HTTP/1.1\r\nHost: example.org:443\r\n\r\n'

const ODD = [
  ['a tunnel', TUNNEL, 405, 'METHOD_NOT_ALLOWED'],
  [
    'a tunnel that offers an upgrade',
    TUNNEL.replace('\r\n\r\n', '\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n'),
    405,
    'METHOD_NOT_ALLOWED',
  ],
  ['an unknown method', get('/v1/games').replace('GET', 'FROB'), 400, 'INVALID_INPUT'],
  ['TRACE', get('/v1/games', CLOSE).replace('GET', 'TRACE'), 405, 'METHOD_NOT_ALLOWED'],
  ['PROPFIND', get('/v1/games', CLOSE).replace('GET', 'PROPFIND'), 405, 'METHOD_NOT_ALLOWED'],
  ['the asterisk-form', get('*', CLOSE).replace('GET', 'OPTIONS'), 404, 'NOT_FOUND'],
  ['the authority-form', get('example.org:443'), 400, 'INVALID_INPUT'],
  ['no target', get(''), 400, 'INVALID_INPUT'],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, 'INVALID_INPUT'],
  ['a greeting of TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400, 'INVALID_INPUT'],
  ['a WebSocket elsewhere', get('/v1/games', WEBSOCKET), 404, 'NOT_FOUND'],
  ['a WebSocket by POST', get('/graphql', WEBSOCKET).replace('GET', 'POST'), 400, 'INVALID_INPUT'],
  ['a WebSocket of another version', get('/graphql', WEBSOCKET.replace('13', '7')), 400, 'INVALID_INPUT'],
] as const

test('each is answered with a problem, and its connection ends though the client keeps it', { timeout: 30_000 }, async () => {
  const answers = await Promise.all(ODD.map(async ([what, bytes]) => [what, await heard(open(bytes))] as const))
  const said = answers.map(([what, answer]) => [what, /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1], /"code":"(\w+)"/.exec(answer)?.[1]])
  expect(said).toEqual(ODD.map(([what, , status, code]) => [what, `${status}`, code]))
  await expect.poll(connections, { timeout: 10_000 }).toBe(0)
})

test('the absolute-form is a plain request', async () => {
  expect(await heard(open(get('http://x/health/live', CLOSE)))).toMatch(/^HTTP\/1\.1 200 /)
})

test('a tunnel behind a request that is still being answered does not cut the answer off', async () => {
  const answer = await heard(open(get('/v1/matches') + TUNNEL))
  expect(answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*HTTP\/1\.1 405 /)
})

test('what no route has seen is counted by its status', async () => {
  const before = await figure('chancery_refused_on_the_wire_total{status="405"}')
  await heard(open(TUNNEL))
  await expect.poll(() => figure('chancery_refused_on_the_wire_total{status="405"}'), { timeout: 10_000 }).toBe(before + 1)
})

test('connections of one address are bounded, idle ones too, and free again when they end', async () => {
  await expect.poll(connections, { timeout: 10_000 }).toBe(0)
  const before = await figure('chancery_rate_limited_total{limit="connections"}')
  const held = Array.from({ length: CONNECTIONS }, () => open())
  await expect.poll(connections, { timeout: 10_000 }).toBe(CONNECTIONS)
  expect(await heard(open(get('/health/live', CLOSE)))).toBe('')
  await expect.poll(() => figure('chancery_rate_limited_total{limit="connections"}'), { timeout: 10_000 }).toBe(before + 1)
  held.pop()?.destroy()
  await expect.poll(connections, { timeout: 10_000 }).toBe(CONNECTIONS - 1)
  expect(await heard(open(get('/health/live', CLOSE)))).toMatch(/^HTTP\/1\.1 200 /)
  for (const socket of held) socket.destroy()
})

test('connections of a trusted proxy are counted all together, and not by its address', async () => {
  const env = { MAX_CONNECTIONS: '3', MAX_CONNECTIONS_PER_ADDRESS: '1', TRUST_PROXY: '127.0.0.1' }
  const proxied = await startApp({ env, databaseUrl: server.databaseUrl })
  const at = Number(new URL(proxied.url).port)
  const sockets = Array.from({ length: 4 }, () => connect(at, '127.0.0.1').on('error', () => {}))
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  await Promise.race(sockets.map((socket) => once(socket, 'close')))
  expect(sockets.filter(({ destroyed }) => destroyed)).toHaveLength(1)
  for (const socket of sockets) socket.destroy()
  await proxied.close()
})

/** Levels of a variable that hold nothing. */
const nested = (levels: number): string =>
  `{"id":"1","type":"subscribe","payload":{"query":"subscription ($id: ID!) { matchNotices(matchId: $id) { version } }","variables":{"id":${'['.repeat(levels)}${']'.repeat(levels)}}}}`

/** What is told about it, or with which code the socket is closed. */
async function onSocket(message: string): Promise<string> {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
  await once(socket, 'open')
  socket.send('{"type":"connection_init"}')
  await once(socket, 'message')
  socket.send(message)
  const told = await Promise.race([once(socket, 'message'), once(socket, 'close')])
  socket.terminate()
  await expect.poll(connections, { timeout: 10_000 }).toBe(0)
  return told.map(String).join(' ')
}

test('a message on a socket may be nested as deeply as a body, and no deeper', async () => {
  // The message itself has three levels.
  expect(await onSocket(nested(61))).toContain('BAD_USER_INPUT')
  for (const levels of [62, 126, 1000, 30_000])
    expect(await onSocket(nested(levels))).toMatch(/"type":"error".*nested deeper than 64 levels.*"INVALID_INPUT"/)
})

test('sockets without a token are counted by network: a household has very many addresses of IPv6', async () => {
  const proxied = await startApp({ env: { TRUST_PROXY: '1' }, databaseUrl: server.databaseUrl })
  const greeted = async (n: number): Promise<string> => {
    const headers = { 'x-forwarded-for': `2001:db8:0:1::${n}` }
    const socket = new WebSocket(`${proxied.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', { headers })
    await once(socket, 'open')
    socket.send('{"type":"connection_init"}')
    return (await Promise.race([once(socket, 'message'), once(socket, 'close')])).map(String).join(' ')
  }
  const told: string[] = []
  for (let n = 1; n <= 21; n++) told.push(await greeted(n))
  expect(told.findIndex((one) => one.startsWith('4429 TOO_MANY_STREAMS'))).toBe(20)
  await proxied.close()
})
