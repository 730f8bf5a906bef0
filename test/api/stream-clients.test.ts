/** Streams and the clients that hold them: how many, and for how long. */
import { request } from 'node:http'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createPresence } from '../../src/api/http/presence.js'
import { quota } from '../../src/api/http/quota.js'
import { createOpenAnswers } from '../../src/api/rest/open-answers.js'
import { startApp, type TestApp } from '../support/app.js'
import { asker } from './graphql.js'
import { caller, openTable, startMatch, type Table } from './rest.js'

/** A presence that counts nothing. */
const UNCOUNTED = { opened: () => () => {}, limited: () => {} }

describe('a quota', () => {
  test('counts for each client by itself, and takes each back once', () => {
    const places = quota('places', 2)
    const [first, second] = [places.take('a'), places.take('a')]
    expect(places.take('a')).toBeUndefined()
    expect(places.take('b')).toBeTypeOf('function')
    first?.()
    first?.()
    expect(places.take('a')).toBeTypeOf('function')
    expect(places.take('a')).toBeUndefined()
    second?.()
    expect(places.take('a')).toBeTypeOf('function')
  })
})

describe('a stream whose token has ended', () => {
  let server: FastifyInstance
  let url: string
  let welcome = true
  beforeAll(async () => {
    server = Fastify({ forceCloseConnections: true })
    const streams = createOpenAnswers(createPresence(server, UNCOUNTED), 0.05)
    const silence = {
      async *items(signal: AbortSignal): AsyncGenerator<never> {
        await new Promise((done) => signal.addEventListener('abort', done, { once: true }))
      },
      cursor: 'number' as const,
    }
    const client = { id: 'a', isWelcome: async () => welcome, whenRevoked: () => () => {} }
    server.get('/', (asked, reply) => streams.send(asked, reply, 'sse', silence, client))
    url = await server.listen({ host: '127.0.0.1', port: 0 })
  })
  afterAll(() => server.close())

  test('ends at the next keep-alive, and not as if the match were over', async () => {
    const text = fetch(url).then((response) => response.text())
    await new Promise((done) => setTimeout(done, 120))
    welcome = false
    expect(await text).toMatch(/^(: keep-alive\n\n)+$/)
  })
})

interface Opened {
  readonly status: number | undefined
  close(): void
}

/** On a connection of its own, which `fetch` would not promise. */
function openStream(url: string, headers: Record<string, string>): Promise<Opened> {
  return new Promise((done, fail) => {
    const asked = request(url, { headers: { ...headers, accept: 'text/event-stream' }, agent: false }, (reply) => {
      reply.on('error', () => {})
      done({ status: reply.statusCode, close: () => void asked.destroy() })
    })
    asked.on('error', fail).end()
  })
}

describe('a thousand streams of one match, opened at once', { timeout: 60_000 }, () => {
  const openAll = async (url: string, headersOf: (index: number) => Record<string, string>): Promise<Record<string, number>> => {
    const held = await Promise.all(Array.from({ length: 1000 }, (_, index) => openStream(url, headersOf(index))))
    for (const { close } of held) close()
    const counts: Record<string, number> = {}
    for (const { status } of held) counts[`${status}`] = (counts[`${status}`] ?? 0) + 1
    return counts
  }
  let table: Table
  let notices: string
  let fresh: TestApp
  beforeAll(async () => {
    table = await openTable()
    notices = `/v1/matches/${await startMatch(table)}/notices`
  })
  // A server of its own each, which knows neither the match nor a token.
  beforeEach(async () => {
    fresh = await startApp({ databaseUrl: table.app.databaseUrl, env: { TRUST_PROXY: 'yes' } })
  })
  afterEach(() => fresh.close())
  afterAll(() => table.app.close())

  test('with the tokens of ten players', async () => {
    const tokens = await Promise.all(
      Array.from({ length: 10 }, async (_, i) => (await table.app.register(`Follower ${i}`)).token),
    )
    expect(await openAll(fresh.url + notices, (i) => ({ authorization: `Bearer ${tokens[i % 10]}` }))).toEqual({ 200: 1000 })
  })

  test('without a token, from ten addresses', async () => {
    expect(await openAll(fresh.url + notices, (i) => ({ 'x-forwarded-for': `192.0.2.${i % 10}` }))).toEqual({ 200: 1000 })
  })
})

describe('one client', () => {
  let app: TestApp
  let other: TestApp
  beforeAll(async () => {
    app = await startApp()
    other = await startApp({ databaseUrl: app.databaseUrl })
  })
  afterAll(async () => {
    await other.close()
    await app.close()
  })

  test('holds a hundred streams and no more; another is not held up', async () => {
    const { token } = await app.register('Greedy')
    const open = () => openStream(`${app.url}/v1/me/stream`, { authorization: `Bearer ${token}` })
    const held = await Promise.all(Array.from({ length: 100 }, open))
    expect(new Set(held.map(({ status }) => status))).toEqual(new Set([200]))
    const refused = await caller(app.url, token)('GET', '/v1/me/stream', undefined, { accept: 'text/event-stream' })
    expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([429, 'TOO_MANY_STREAMS', '5'])
    const { token: modest } = await app.register('Modest')
    expect((await caller(app.url, modest)('GET', '/v1/me/stream?wait=0.1')).status).toBe(200)
    for (const one of held) one.close()
    await expect.poll(async () => (await caller(app.url, token)('GET', '/v1/me/stream?wait=0.1')).status).toBe(200)
  })

  test('holds twenty sockets and no more', async () => {
    const { token } = await app.register('Many sockets')
    const connect = () =>
      new Promise<{ socket: WebSocket; answer: string }>((done) => {
        const socket = new WebSocket(`${app.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
        socket.on('open', () =>
          socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${token}` } })),
        )
        socket.on('message', (text) => done({ socket, answer: JSON.parse(String(text)).type }))
        socket.on('close', (code, reason) => done({ socket, answer: `${code} ${reason}` }))
      })
    const held = await Promise.all(Array.from({ length: 20 }, connect))
    expect(new Set(held.map(({ answer }) => answer))).toEqual(new Set(['connection_ack']))
    expect((await connect()).answer).toBe('4429 TOO_MANY_STREAMS')
    for (const { socket } of held) socket.terminate()
    await expect.poll(async () => (await connect()).answer).toBe('connection_ack')
  })

  test('whose token is revoked on one server is refused by the other at once', async () => {
    const { token } = await app.register('Revoked')
    const [here, there] = [caller(app.url, token), caller(other.url, token)]
    const { body } = await there('GET', '/v1/me')
    expect((await here('DELETE', `/v1/me/tokens/${body.tokenId}`)).status).toBe(204)
    await expect.poll(async () => (await there('GET', '/v1/me')).body.code, { timeout: 3000 }).toBe('TOKEN_REVOKED')
  })

  test('asks for the whole schema a few times in one query, not thirty', async () => {
    const ask = asker(app.url)
    const schemas = (count: number) =>
      `{ ${Array.from({ length: count }, (_, index) => `s${index}: __schema { types { name } }`).join(' ')} }`
    expect((await ask(schemas(2))).data.s1.types.length).toBeGreaterThan(20)
    expect((await ask(schemas(29))).code).toBe('QUERY_TOO_COSTLY')
  })
})
