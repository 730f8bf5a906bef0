/** Whatever is sent, the answer is a documented 4xx with a stable code: never a 5xx, never a hang. */
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unstorable } from '../../src/api/http/body.js'
import { type Call, openTable, startMatch, type Table } from './rest.js'

let table: Table
let anne: Call
let match: string

beforeAll(async () => {
  table = await openTable()
  anne = table.players[0]
  match = await startMatch(table)
})
afterAll(() => table.app.close())

/** Sends bytes as they are, for what `fetch` would not send. */
const raw = (bytes: string | Buffer): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(table.app.url)
    let answer = ''
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    socket.setTimeout(5000, () => socket.destroy(new Error('no answer')))
    socket.on('data', (data) => {
      answer += data
      if (answer.includes('\r\n\r\n{') && answer.trimEnd().endsWith('}')) socket.end()
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', (error) => (answer ? resolve(answer) : reject(error)))
  })

const BAD_DECK = { content: { deck: Array.from({ length: 200 }, () => ({ effects: Array.from({ length: 12 }, () => ({})) })) } }

test('a short body with thousands of faults gets a short answer', async () => {
  const { status, body } = await anne('POST', '/v1/matches', { game: 'medieval-realms', seats: 2, options: BAD_DECK })
  expect([status, body.code]).toEqual([400, 'INVALID_OPTIONS'])
  expect(JSON.stringify(body).length).toBeLessThan(2000)
})

test.each([
  ['UNKNOWN_GAME', { game: 'g'.repeat(60_000), seats: 2 }],
  ['INVALID_INPUT', { ['k'.repeat(60_000)]: 1 }],
  ['INVALID_INPUT', Object.fromEntries(Array.from({ length: 6000 }, (_, key) => [`k${key}`, 1]))],
])('what was sent is not sent back at length: %s (%#)', async (code, sent) => {
  const { body } = await anne('POST', '/v1/matches', sent)
  expect(body.code).toBe(code)
  expect(JSON.stringify(body).length).toBeLessThan(2000)
})

const post = (body: string | Buffer, path = '/v1/players'): Promise<string> =>
  raw(
    Buffer.concat([
      Buffer.from(
        `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`,
      ),
      Buffer.from(body),
    ]),
  )

const NAME = (json: string) => `{"name":"${json}","kind":"bot"}`

describe('bodies', () => {
  const bad: readonly [string, string | Buffer][] = [
    ['no JSON', '{"name":'],
    ['a number', '12'],
    ['a list', '[]'],
    ['null', 'null'],
    ['text', '"x"'],
    ['nothing', ''],
    ['__proto__', '{"__proto__":{"x":1},"name":"Proto"}'],
    ['an unknown field', '{"name":"Extra","kind":"bot","admin":true}'],
    ['NUL', NAME('a\\u0000b')],
    ['half a pair', NAME('a\\ud800b')],
    ['the other half', NAME('a\\udc00b')],
    ['a pair the wrong way round', NAME('\\udc00\\ud800')],
    ['invalid UTF-8', Buffer.from([...Buffer.from('{"name":"'), 0xc3, 0x28, ...Buffer.from('"}')])],
    ['deep nesting', `${'['.repeat(30_000)}${']'.repeat(30_000)}`],
    ['deep nesting with brackets in text', `${'["]",'.repeat(5000)}1${']'.repeat(5000)}`],
  ]
  test.each(bad)('%s', async (_, body) => {
    expect(await post(body)).toMatch(/^HTTP\/1.1 400 [\s\S]*"code":"INVALID_INPUT"/)
  })

  test('a proper pair, and a backslash before a u, are fine', () => {
    expect(unstorable('{"a":"\\ud83d\\ude00"}')).toBeUndefined()
    expect(unstorable('{"a":"\\\\ud800"}')).toBeUndefined()
    expect(unstorable(`{"a":"${'[{'.repeat(100)}\\""}`)).toBeUndefined()
  })

  test('too large is 413, another content type 415', async () => {
    const large = await anne('POST', '/v1/players', `{"name":"${'x'.repeat(66_000)}"}`)
    expect([large.status, large.body.code]).toEqual([413, 'BODY_TOO_LARGE'])
    for (const type of ['text/plain', 'application/xml', 'multipart/form-data; boundary=x']) {
      const other = await anne('POST', `/v1/matches/${match}/moves`, 'x', { 'content-type': type })
      expect([other.status, other.body.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
    }
  })
})

describe('addresses', () => {
  const missing = [
    '/v2',
    '/v1/',
    '/v1/matches/x',
    '/v1/matches/00000000-0000-4000-8000-000000000000',
    `/v1/matches/${'x'.repeat(300)}`,
    '/v1/players/%00',
    '/v1/matches/..%2f..%2fetc',
  ]
  test.each(missing)('404: %s', async (path) => {
    const { status, body } = await anne('GET', path)
    expect([status, body.code]).toEqual([404, 'NOT_FOUND'])
  })

  test.each(['/v1/matches/%zz', '/%', '/v1/players/%e0%a4%a'])('400: %s', async (path) => {
    expect(await raw(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)).toMatch(/^HTTP\/1.1 400 [\s\S]*"code":"INVALID_INPUT"/)
  })

  test('another method is 405 and Allow names those that are', async () => {
    const { status, body, headers } = await anne('DELETE', `/v1/matches/${match}`)
    expect([status, body.code, headers.get('allow')]).toEqual([405, 'METHOD_NOT_ALLOWED', 'GET, HEAD'])
    expect((await anne('PUT', `/v1/matches/${match}/moves`, {})).status).toBe(405)
  })

  const queries = [
    '/v1/matches?first=0',
    '/v1/matches?first=101',
    '/v1/matches?first=ten',
    '/v1/matches?first=1&first=2',
    '/v1/matches?status=lost',
    '/v1/matches?game=%00',
    '/v1/matches?mine=perhaps',
    '/v1/matches?after=%00',
    '/v1/matches?after=bm9uc2Vuc2U',
    `/v1/matches?after=${Buffer.from('9999-99-99T99:99:99.999Z ------------------------------------').toString('base64url')}`,
    '/v1/matches?unknown=1',
    '/v1/me/stream?after=1',
    '/v1/me/stream?after=9999999999999999999_00000000-0000-0000-0000-000000000000_1',
    '/v1/me/stream?after=1_------------------------------------_1',
    '/v1/me/stream?wait=31',
  ]
  test.each(queries)('400: %s', async (path) => {
    const { status, body } = await anne('GET', path)
    expect([status, body.code]).toEqual([400, 'INVALID_INPUT'])
  })

  test.each([
    'view?at=-1',
    'view?at=1.5',
    'view?at=1e99',
    'legal-moves?after=-1',
    'legal-moves?first=100000',
    'notices?after=-1',
    'notices?after=x',
    ...['0x1', '1e0', '%2B1', '01', '1.0', '%201', ''].map((after) => `notices?after=${after}`),
    'legal-moves?first=0x1',
  ])('400: match/%s', async (query) => {
    const { status, body } = await anne('GET', `/v1/matches/${match}/${query}`)
    expect([status, body.code]).toEqual([400, 'INVALID_INPUT'])
  })

  test.each(['x', '0x1', '1e0', '+1', '01', '1.0'])('a resume point that is none is 400: %s', async (id) => {
    const { status, body } = await anne('GET', `/v1/matches/${match}/notices`, undefined, {
      'last-event-id': id,
      accept: 'text/event-stream',
    })
    expect([status, body.code]).toEqual([400, 'INVALID_INPUT'])
  })
})

describe('bytes that are hardly HTTP', () => {
  test('huge headers are 431', async () => {
    expect(await raw(`GET /v1/games HTTP/1.1\r\nHost: x\r\nX-Big: ${'x'.repeat(20_000)}\r\n\r\n`)).toMatch(
      /^HTTP\/1.1 431 [\s\S]*"code":"HEADERS_TOO_LARGE"/,
    )
  })

  test('nonsense sent right behind a request is answered after it', async () => {
    const socket = connect(Number(new URL(table.app.url).port), '127.0.0.1')
    socket.write('GET /v1/matches HTTP/1.1\r\nHost: x\r\n\r\nMAKE ME A MATCH\r\n\r\n')
    expect((await text(socket)).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400'])
  })

  test('nonsense is 400', async () => {
    expect(await raw('MAKE ME A MATCH\r\n\r\n')).toMatch(/^HTTP\/1.1 400 [\s\S]*"code":"INVALID_INPUT"/)
  })

  test('a request id is echoed if it is harmless, else replaced', async () => {
    expect((await anne('GET', '/v1/me', undefined, { 'x-request-id': 'abc-1' })).headers.get('x-request-id')).toBe('abc-1')
    expect((await anne('GET', '/v1/me', undefined, { 'x-request-id': 'a b"c' })).headers.get('x-request-id')).toMatch(
      /^[0-9a-f-]{36}$/,
    )
  })
})
