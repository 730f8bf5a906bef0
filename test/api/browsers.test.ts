/** What pages of other origins need: preflights, headers they may read, and streams for an EventSource, which can send no token. */
import { readFileSync } from 'node:fs'
import { EventSource } from 'eventsource'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { administer } from '../support/administer.js'
import { startApp, type TestApp } from '../support/app.js'
import { type Call, caller, openTable, startMatch, type Table } from './rest.js'

const PAGE = 'https://play.example.org'
const lines: string[] = []
let table: Table
let match: string
let plain: TestApp
beforeAll(async () => {
  const logger = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
  table = await openTable(await startApp({ env: { CORS_ORIGINS: `http://localhost:5173, ${PAGE}` }, logger }))
  plain = await startApp({ databaseUrl: table.app.databaseUrl })
  match = await startMatch(table)
})
afterAll(async () => {
  await plain.close()
  await table.app.close()
})

const preflight = (url: string, origin: string) =>
  fetch(url, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type,idempotency-key',
    },
  })

describe('origins', () => {
  test('a page that is named may send what it likes, and reads the headers that the API speaks by', async () => {
    for (const path of ['/v1/matches', '/graphql', `/v1/matches/${match}/moves`]) {
      const { status, headers } = await preflight(table.app.url + path, PAGE)
      expect([status, headers.get('access-control-allow-origin')]).toEqual([204, PAGE])
      expect(headers.get('access-control-allow-headers')).toBe('authorization,content-type,idempotency-key')
      expect(headers.get('access-control-allow-methods')).toBe('GET, HEAD, POST, PUT, DELETE')
    }
    const { headers } = await table.players[0]('GET', `/v1/matches/${match}`, undefined, { origin: PAGE })
    expect(headers.get('access-control-allow-origin')).toBe(PAGE)
    expect(headers.get('vary')).toBe('Origin, authorization')
    expect(headers.get('access-control-allow-credentials')).toBeNull()
    for (const name of ['ETag', 'Retry-After', 'RateLimit', 'RateLimit-Policy', 'Location', 'Chancery-Cursor', 'X-Request-Id'])
      expect(headers.get('access-control-expose-headers')?.split(', ')).toContain(name)
  })

  test('refusals can be read too; what is not there stays so', async () => {
    const refused = await table.anyone('GET', '/v1/me', undefined, { origin: PAGE })
    expect([refused.status, refused.body.code, refused.headers.get('access-control-allow-origin')]).toEqual([
      401,
      'TOKEN_REQUIRED',
      PAGE,
    ])
    const missing = await table.anyone('GET', '/v1/nothing', undefined, { origin: PAGE })
    expect([missing.status, missing.headers.get('access-control-allow-origin')]).toEqual([404, PAGE])
    const other = await table.anyone('DELETE', '/v1/games')
    expect([other.status, other.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })

  test('any other page, and any page where none are named, is told nothing', async () => {
    for (const [url, origin] of [
      [table.app.url, 'https://evil.example'],
      [table.app.url, `${PAGE}.evil.example`],
      [table.app.url, 'null'],
      [plain.url, PAGE],
    ] as const) {
      expect((await preflight(`${url}/v1/matches`, origin)).headers.get('access-control-allow-origin')).toBeNull()
      const { headers } = await caller(url)('GET', '/v1/games', undefined, { origin })
      expect(headers.get('access-control-allow-origin')).toBeNull()
    }
    expect((await preflight(`${plain.url}/v1/matches`, PAGE)).status).toBe(405)
  })

  test('all pages, if the operator says so: a token and no cookie says who calls', async () => {
    const open = await startApp({ databaseUrl: table.app.databaseUrl, env: { CORS_ORIGINS: '*' } })
    const { headers } = await caller(open.url, table.tokens[0])('GET', '/v1/me', undefined, { origin: 'https://any.example' })
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-allow-credentials')).toBeNull()
    await open.close()
  })
})

describe('an EventSource', () => {
  const opened: EventSource[] = []
  afterEach(() => {
    for (const one of opened.splice(0)) one.close()
  })

  const ticketOf = async (call: Call, address: string): Promise<string> => {
    const { status, body } = await call('POST', '/v1/me/stream-tickets', { address })
    expect(status).toBe(201)
    return body.address
  }

  interface Followed {
    readonly source: EventSource
    /** The data of the next event. */
    // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever was told.
    next(): Promise<any>
    /** The status with which the server refused or ended it. */
    ended(): Promise<number | undefined>
  }

  /** As a browser would: nothing but the address, and the origin of the page. */
  function follow(address: string, url = table.app.url): Followed {
    const source = new EventSource(url + address, {
      fetch: (input, init) => fetch(input, { ...init, headers: { ...init?.headers, origin: PAGE } }),
    })
    opened.push(source)
    const heard: unknown[] = []
    let wake = () => {}
    source.addEventListener('message', ({ data }) => {
      heard.push(JSON.parse(data))
      wake()
    })
    const ended = new Promise<number | undefined>((done) => source.addEventListener('error', ({ code }) => done(code)))
    return {
      source,
      async next() {
        while (heard.length === 0)
          await new Promise<void>((woken) => {
            wake = woken
          })
        return heard.shift()
      },
      ended: () => ended,
    }
  }

  test('follows a seat by a ticket: it is told what the seat alone may know', async () => {
    const notices = `/v1/matches/${match}/notices`
    const own = follow(await ticketOf(table.players[0], notices))
    const other = follow(`${await ticketOf(table.players[1], notices)}&after=1`)
    expect((await own.next()).version).toBe(1)
    expect((await table.players[0]('POST', `/v1/matches/${match}/moves`, { type: 'drawTile' })).status).toBe(200)
    const drawn = (item: { version: number; notices: { type: string; secretTile?: string }[] }) => [
      item.version,
      item.notices.find(({ type }) => type === 'TileDrawn')?.secretTile,
    ]
    expect(drawn(await own.next())).toEqual([2, expect.stringMatching(/^\w+$/)])
    expect(drawn(await other.next())).toEqual([2, null])
  })

  test('does what docs/rest.md shows', async () => {
    const [, code = ''] = /```js\n([\s\S]*?)```/.exec(readFileSync('docs/rest.md', 'utf8')) ?? []
    const names = ['server', 'token', 'match', 'EventSource', 'show', 'opened']
    const run = new Function(...names, `return (async () => { ${code}; opened.push(stream) })()`)
    const shown = await new Promise((show) => run(table.app.url, table.tokens[0], match, EventSource, show, opened))
    expect(shown).toMatchObject({ version: 1 })
  })

  test('follows the inbox, at whichever server the ticket is shown', async () => {
    const inbox = follow(await ticketOf(table.players[0], '/v1/me/stream'), plain.url)
    expect(await inbox.next()).toMatchObject({ match, yourTurn: true })
  })

  test('a ticket opens one stream, once, and nothing else', async () => {
    const notices = `/v1/matches/${match}/notices`
    const address = await ticketOf(table.players[0], notices)
    const query = address.slice(address.indexOf('?'))
    const elsewhere = await table.anyone('GET', `/v1/me/stream${query}`)
    expect([elsewhere.status, elsewhere.body.code]).toEqual([401, 'TICKET_INVALID'])
    expect((await table.anyone('GET', `/v1/matches/${match}/view${query}`)).status).toBe(400)
    const first = follow(address)
    await first.next()
    expect(await follow(address).ended()).toBe(401)
    const [one, two] = await Promise.all([0, 1].map(async () => ticketOf(table.players[0], notices)))
    expect(one).not.toBe(two)
    const raced = await Promise.all([one, one, one].map((same) => table.anyone('GET', `${same}`)))
    expect(raced.map(({ status }) => status).toSorted()).toEqual([200, 401, 401])
  })

  test('only a stream has a ticket, and only a reader gets one', async () => {
    for (const address of ['/v1/me/tokens', `/v1/matches/${match}/notices?x=1`, 'https://evil.example/v1/me/stream', undefined])
      expect((await table.players[0]('POST', '/v1/me/stream-tickets', { address })).status).toBe(400)
    expect((await table.anyone('POST', '/v1/me/stream-tickets', { address: '/v1/me/stream' })).body.code).toBe('TOKEN_REQUIRED')
    const blind = (await table.players[0]('POST', '/v1/me/tokens', { scopes: ['play'] })).body.token
    const refused = await caller(table.app.url, blind)('POST', '/v1/me/stream-tickets', { address: '/v1/me/stream' })
    expect(refused.body.code).toBe('SCOPE_MISSING')
  })

  test('a ticket and what it opened end with the token', async () => {
    const notices = `/v1/matches/${match}/notices`
    const issued = (await table.players[0]('POST', '/v1/me/tokens', { scopes: ['read'] })).body
    const reader = caller(table.app.url, issued.token)
    const stream = follow(await ticketOf(reader, notices))
    await stream.next()
    const unused = await ticketOf(reader, notices)
    expect((await table.players[0]('DELETE', `/v1/me/tokens/${issued.id}`)).status).toBe(204)
    await stream.ended()
    expect((await table.anyone('GET', unused)).body.code).toBe('TOKEN_REVOKED')
  })

  test('an old ticket is refused, and goes when the next is made', async () => {
    const address = await ticketOf(table.players[0], '/v1/me/stream')
    await administer(table.app.databaseUrl, `update stream_ticket set expires_at = now() - interval '1 second'`)
    expect((await table.anyone('GET', address)).body.code).toBe('TICKET_INVALID')
    await ticketOf(table.players[0], '/v1/me/stream')
    const left = await administer(table.app.databaseUrl, 'select count(*)::int as left from stream_ticket')
    expect(left).toEqual([{ left: 1 }])
  })

  test('no ticket and no token is in any line that the server has logged', () => {
    expect(lines.some((line) => line.includes(`/v1/matches/${match}/notices`))).toBe(true)
    expect(lines.filter((line) => /cht_|chy_/.test(line))).toEqual([])
  })
})
