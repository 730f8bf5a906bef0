/** A thousand players by one who may: each answered on its own, nobody twice, and no way to more rights. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.js'
import { asker } from './graphql.js'
import { type Call, caller } from './rest.js'

let app: TestApp
let admin: Call
let organiser: Call
let organiserToken: string
beforeAll(async () => {
  // Two registrations a minute from one address.
  app = await startApp({ env: { RATE_LIMIT: '6000' } })
  admin = caller(app.url, (await app.app.accounts.bootstrap()) ?? '')
  const { player } = await app.register('Organiser Olga')
  organiserToken = (await admin('POST', `/v1/admin/players/${player.id}/reset-tokens`, { reason: 'club', organise: true })).body
    .token
  organiser = caller(app.url, organiserToken)
})
afterAll(() => app.close())

const bulk = (call: Call, names: readonly string[], key?: string) =>
  call(
    'POST',
    '/v1/players/bulk',
    { players: names.map((name) => ({ name, kind: 'bot' })) },
    key === undefined ? {} : { 'idempotency-key': key },
  )
const numbered = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix} ${index + 1}`)

test('a thousand at once, for a point each, in their order, each with a token that works', async () => {
  const names = numbered('Bot with a long enough name number', 1000)
  const { status, body, headers } = await bulk(organiser, names)
  expect(status).toBe(200)
  expect(body.items.map((item: { player: { name: string } }) => item.player.name)).toEqual(names)
  expect(headers.get('ratelimit')).toMatch(/"points";r=4\d{3};/)
  const last = await caller(app.url, body.items[999].token)('GET', '/v1/me')
  expect(last.body).toMatchObject({ player: { name: names[999], kind: 'bot' }, scopes: ['read', 'play', 'host'] })
  expect((await bulk(organiser, numbered('More', 1001))).status).toBe(400)
})

test('what is wrong with one concerns no other', async () => {
  const { body } = await bulk(admin, ['Twin', 'TWIN', 'admin', '!', 'Bot with a long enough name number 7', 'Fine'])
  expect(body.items.map((item: { problem: { code: string } | null }) => item.problem?.code ?? 'made')).toEqual([
    'made',
    'NAME_TAKEN',
    'NAME_RESERVED',
    'INVALID_INPUT',
    'NAME_TAKEN',
    'made',
  ])
})

test('a retry with the same key makes nobody twice and hands out tokens that work; a revoked one stays so', async () => {
  const names = ['Retry A', 'Retry B', 'admin']
  const first = (await bulk(organiser, names, 'k1')).body.items
  await caller(app.url, first[1].token)(
    'DELETE',
    `/v1/me/tokens/${(await caller(app.url, first[1].token)('GET', '/v1/me')).body.tokenId}`,
  )
  const [again, besides] = await Promise.all([bulk(organiser, names, 'k1'), bulk(admin, ['Retry C'], 'k1')])
  expect(besides.body.items[0].player.name).toBe('Retry C')
  expect(again.body.items.map((item: { player: object }) => item.player)).toEqual(
    first.map((item: { player: object }) => item.player),
  )
  expect((await caller(app.url, first[0].token)('GET', '/v1/me')).body.code).toBe('TOKEN_INVALID')
  expect((await caller(app.url, again.body.items[0].token)('GET', '/v1/me')).status).toBe(200)
  expect(again.body.items[1].token).toBe(null)
  expect(again.body.items[2].problem.code).toBe('NAME_RESERVED')
  expect(await bulk(organiser, ['Retry D'], 'k1')).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED' } })
})

test('by GraphQL too', async () => {
  const { data } = await asker(
    app.url,
    organiserToken,
  )(
    'mutation { registerPlayers(input: { players: [{ name: "Graph A" }, { name: "admin" }] }) { player { name kind } token problem { code } } }',
  )
  expect(data.registerPlayers).toEqual([
    { player: { name: 'Graph A', kind: 'person' }, token: expect.stringMatching(/^chy_/), problem: null },
    { player: null, token: null, problem: { code: 'NAME_RESERVED' } },
  ])
})

test('single registrations of an organiser are not held to the quota of the address; those of others are', async () => {
  const anyone = caller(app.url)
  const statuses: number[] = []
  for (let tries = 0; tries < 130; tries++)
    statuses.push((await anyone('POST', '/v1/players', { name: `Quota ${tries}` })).status)
  expect(statuses.at(-1)).toBe(429)
  expect((await organiser('POST', '/v1/players', { name: 'Beyond the quota' })).status).toBe(201)
})

test('organising is no way to more: neither to admin nor to passing organise on', async () => {
  expect((await organiser('POST', '/v1/me/tokens', { scopes: ['admin'] })).body.code).toBe('SCOPE_MISSING')
  for (const path of ['/v1/admin/players', '/v1/admin/acts'])
    expect((await organiser('GET', path)).body.code).toBe('SCOPE_MISSING')
  const [made] = (await bulk(organiser, ['Ambitious'])).body.items
  const ambitious = caller(app.url, made.token)
  expect((await bulk(ambitious, ['Nobody'])).body.code).toBe('SCOPE_MISSING')
  expect((await ambitious('POST', '/v1/me/tokens', { scopes: ['organise'] })).body.code).toBe('SCOPE_MISSING')
  const reset = `/v1/admin/players/${made.player.id}/reset-tokens`
  expect((await organiser('POST', reset, { reason: 'mine', organise: true })).body.code).toBe('SCOPE_MISSING')
})
