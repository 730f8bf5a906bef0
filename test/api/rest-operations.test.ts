import { readFileSync } from 'node:fs'
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anonymous, type Caller } from '../../src/accounts/caller.js'
import { sendProblem } from '../../src/api/http/errors.js'
import { limitRates, networkOf } from '../../src/api/http/rates.js'
import { sendPublic, sendTagged, tagged } from '../../src/api/rest/conditions.js'
import { createMetrics } from '../../src/platform/metrics.js'
import { startApp } from '../support/app.js'
import { documentText } from '../support/reference.js'
import { caller, openTable, playOn, startMatch, type Table } from './rest.js'

const METRICS_TOKEN = 'figures-for-prometheus'
let table: Table

beforeAll(async () => {
  table = await openTable()
})
afterAll(() => table.app.close())

describe('the reference', () => {
  test('openapi/openapi.json is what the routes say, and what the server serves', async () => {
    const written = await documentText()
    expect(readFileSync('openapi/openapi.json', 'utf8'), 'run npm run generate').toBe(written)
    expect((await table.anyone('GET', '/openapi.json')).body).toEqual(JSON.parse(written))
  })

  test('every reference leads somewhere, every operation has a name of its own', async () => {
    const text = await documentText()
    const { paths, components } = JSON.parse(text)
    for (const [, id] of text.matchAll(/"\$ref": "#\/components\/schemas\/([^"]+)"/g))
      expect(components.schemas).toHaveProperty(id as string)
    expect(text).not.toMatch(/\$defs|~input|~output/)
    const names = Object.values<Record<string, { operationId: string }>>(paths).flatMap((path) =>
      Object.values(path).map(({ operationId }) => operationId),
    )
    expect(names.every(Boolean)).toBe(true)
    expect(new Set(names).size).toBe(names.length)
  })

  test('the page at /docs needs nothing from elsewhere and its policy allows no more', async () => {
    const page = await table.anyone('GET', '/docs')
    expect(page.status).toBe(200)
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'")
    const assets = [...(page.body as string).matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address as string)
    expect(assets.length).toBeGreaterThan(2)
    for (const asset of assets) expect((await table.anyone('GET', asset)).status, asset).toBe(200)
    expect(page.body).not.toMatch(/<script>[^<]/)
  })
})

describe('operation', () => {
  test.each(['/', '/v1'])('%s tells where everything is, and all of it is there', async (path) => {
    const { status, body } = await table.anyone('GET', path)
    expect([status, body.name, body.version]).toEqual([200, 'Chancery', expect.stringMatching(/^\d+\.\d+\.\d+/)])
    expect(Object.keys(body.links)).toHaveLength(7)
    // GraphQL and tools are asked by POST.
    const { graphql, mcp, ...pages } = body.links as Record<string, string>
    expect([graphql, mcp]).toEqual(['/graphql', '/mcp'])
    for (const address of Object.values(pages)) expect((await table.anyone('GET', address)).status, address).toBe(200)
  })

  test('alive and ready', async () => {
    expect((await table.anyone('GET', '/health/live')).body).toEqual({ status: 'ok' })
    expect((await table.anyone('GET', '/health/ready')).body).toEqual({ status: 'ok' })
  })

  test('metrics count moves, refusals by code, requests by route, batches, the cache and the event loop', async () => {
    const own = await openTable(await startApp({ env: { METRICS_TOKEN } }))
    const match = await startMatch(own)
    await playOn(own, match, 2)
    await own.players[0]('POST', `/v1/matches/${match}/moves`, { type: 'nonsense' })
    const { body, headers } = await caller(own.app.url, METRICS_TOKEN)('GET', '/metrics')
    expect(headers.get('content-type')).toMatch(/^text\/plain/)
    for (const line of [
      /^chancery_moves_accepted_total\{game="kingdoms"\} [1-9]/m,
      /^chancery_moves_refused_total\{game="kingdoms",code="MALFORMED_MOVE"\} [1-9]/m,
      /^chancery_request_seconds_count\{method="POST",route="\/v1\/matches\/:id\/moves",status="200"\} [1-9]/m,
      /^chancery_append_batch_entries_count [1-9]/m,
      /^chancery_append_batch_seconds_count [1-9]/m,
      /^chancery_match_cache_total\{result="hit"\} [1-9]/m,
      /^nodejs_eventloop_lag_p99_seconds /m,
    ])
      expect(body).toMatch(line)
    const without = await own.anyone('GET', '/metrics')
    expect([without.status, without.body.code]).toEqual([401, 'TOKEN_REQUIRED'])
    const player = await own.players[0]('GET', '/metrics')
    expect([player.status, player.body.code]).toEqual([401, 'TOKEN_INVALID'])
    await own.app.close()
  })

  test('metrics that anybody may read tell neither the code nor the game of a refusal', async () => {
    const match = await startMatch(table)
    await table.players[0]('POST', `/v1/matches/${match}/moves`, { type: 'nonsense' })
    const { body } = await table.anyone('GET', '/metrics')
    expect(body).toMatch(/^chancery_moves_refused_total [1-9]/m)
    expect(body).toMatch(/^chancery_request_seconds_count\{method="POST",route="\/v1\/matches\/:id\/moves",status="4xx"\} [1-9]/m)
    expect(body).not.toMatch(/MALFORMED|code=|"4\d\d"/)
  })

  test('metrics on a port of their own are not on the public one', async () => {
    const own = await startApp({ env: { METRICS_PORT: '0' } })
    const figures = await own.app.figures?.listen({ host: '127.0.0.1', port: 0 })
    expect((await caller(own.url)('GET', '/metrics')).status).toBe(404)
    expect((await caller(`${figures}`)('GET', '/metrics')).body).toContain('chancery_moves_refused_total')
    expect((await caller(`${figures}`)('GET', '/v1/games')).status).toBe(404)
    await own.close()
  })

  test('the page of metrics is bounded, whatever is asked for', async () => {
    const metrics = createMetrics({ isPrivate: true })
    for (let i = 0; i < 5000; i++) metrics.request('GET', `/route-${i}`, 200, 1)
    const page = await metrics.text()
    expect(page.match(/^chancery_request_seconds_count/gm)).toHaveLength(401)
    expect(page).toMatch(/^chancery_request_seconds_count\{method="other",route="other",status="200"\} 4600$/m)
    expect(page.length).toBeLessThan(1_000_000)
  })
})

describe('limits', () => {
  test('are counted per player, told in headers, and refused with 429 and Retry-After', async () => {
    const server = Fastify()
    server.setErrorHandler(sendProblem)
    // `anne 2` is a second token of anne's.
    const authenticate = async ({ headers }: FastifyRequest): Promise<Caller> => {
      const name = `${headers.authorization}`.split(' ')[0] ?? ''
      return { ...anonymous, player: { id: name, name, kind: 'bot', createdAt: '' }, tokenId: headers.authorization ?? null }
    }
    const { charge, chargeRegistration } = limitRates(server, { rateLimit: 100 }, authenticate)
    server.get('/asked', async () => ({}))
    server.get('/dear', async (_, reply) => {
      charge('carl', 60, reply)
      return {}
    })
    const onRequest = async (request: FastifyRequest, reply: FastifyReply) =>
      chargeRegistration(await authenticate(request), request.ip, reply)
    server.get('/registered', { onRequest }, async () => ({}))
    server.get('/probed', { config: { rateLimit: false } }, async () => ({}))
    const get = (url: string, token?: string) =>
      server.inject({ url, headers: token === undefined ? {} : { authorization: token } })

    const first = await get('/asked', 'anne')
    expect(first.headers).toMatchObject({
      'ratelimit-policy': '"points";q=100;w=60',
      ratelimit: expect.stringMatching(/^"points";r=99;t=\d+$/),
    })
    for (let i = 0; i < 99; i++) await get('/asked', `anne ${i % 10}`)
    const refused = await get('/asked', 'anne 2')
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'RATE_LIMITED'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await get('/asked', 'ben')).statusCode).toBe(200)
    expect([(await get('/dear', 'carl')).statusCode, (await get('/dear', 'carl')).statusCode]).toEqual([200, 429])
    expect((await get('/probed', 'anne')).headers.ratelimit).toBeUndefined()
    const registered = [await get('/registered'), await get('/registered'), await get('/registered')]
    expect(registered.map(({ statusCode }) => statusCode)).toEqual([200, 200, 429])
    await server.close()
  })

  test('a long answer costs more, also if the client has it already; a document that is kept costs one', async () => {
    const server = Fastify()
    limitRates(server, { rateLimit: 100 }, async () => anonymous)
    const document = tagged('x'.repeat(200_000), 'text/plain')
    const seen = { version: 1, viewer: 'spectator', head: 'a'.repeat(64) } as const
    server.get('/kept', async (request, reply) => sendPublic(request, reply, document))
    server.get('/made', async (request, reply) => sendTagged(request, reply, seen, { text: 'x'.repeat(100_000) }))
    server.get('/short', async () => ({}))
    const left = ({ headers }: { headers: Record<string, unknown> }) => Number(/r=(\d+)/.exec(`${headers.ratelimit}`)?.[1])
    expect(left(await server.inject('/short'))).toBe(99)
    expect(left(await server.inject('/kept'))).toBe(98)
    const made = await server.inject('/made')
    expect([made.statusCode, left(made)]).toEqual([200, 91])
    const again = await server.inject({ url: '/made', headers: { 'if-none-match': `${made.headers.etag}` } })
    expect([again.statusCode, left(again)]).toEqual([304, 84])
    for (let i = 0; i < 12; i++) expect((await server.inject('/made')).statusCode).toBe(200)
    expect((await server.inject('/made')).statusCode).toBe(429)
    await server.close()
  })

  test.each([
    ['127.0.0.1', '127.0.0.1'],
    ['::ffff:10.1.2.3', '10.1.2.3'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:0db8:0001::', '2001:db8:1:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    [undefined, ''],
  ])('the address %s counts as %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })

  test('a client that hangs up at once is no error', async () => {
    const server = Fastify()
    limitRates(server, { rateLimit: 100 }, async () => anonymous)
    server.get('/asked', async () => ({}))
    const answer = await server.inject({ url: '/asked', remoteAddress: '' })
    expect(answer.statusCode).toBe(200)
    await server.close()
  })

  test('a long body costs a point for every 4 KiB, one of unknown length as the longest', async () => {
    const server = Fastify()
    limitRates(server, { rateLimit: 100 }, async () => anonymous)
    server.post('/sent', async () => ({}))
    const cost = async (headers: Record<string, string>, payload: string, remoteAddress: string) => {
      const answer = await server.inject({ method: 'POST', url: '/sent', headers, payload, remoteAddress })
      return 100 - Number(/r=(\d+)/.exec(`${answer.headers.ratelimit}`)?.[1])
    }
    const json = { 'content-type': 'application/json' }
    expect(await cost(json, '{}', '10.0.0.1')).toBe(1)
    expect(await cost(json, JSON.stringify('x'.repeat(60_000)), '10.0.0.2')).toBe(15)
    expect(await cost({ ...json, 'transfer-encoding': 'chunked' }, '{}', '10.0.0.3')).toBe(17)
    expect(await cost({ ...json, 'content-length': '99999999999' }, '{}', '10.0.0.4')).toBe(65)
    await server.close()
  })

  test('0 means none', async () => {
    const server = Fastify()
    limitRates(server, { rateLimit: 0 }, async () => anonymous)
    server.get('/asked', async () => ({}))
    expect((await server.inject('/asked')).headers.ratelimit).toBeUndefined()
    await server.close()
  })
})
