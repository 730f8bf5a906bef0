/** What a server for language models refuses, and in which words: a result that a model can act upon, or an answer of HTTP before it. */
import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../support/app.js'
import { caller } from '../rest.js'
import { connected, firstIdIn, use } from './naive-model.js'

let app: TestApp
let [anne, ben, nobody]: Client[] = []
let annesToken = ''
beforeAll(async () => {
  app = await startApp({ env: { CORS_ORIGINS: 'https://play.example.org' } })
  annesToken = (await app.register('Anne')).token
  anne = await connected(app.url, annesToken)
  ben = await connected(app.url, (await app.register('Ben')).token)
  nobody = await connected(app.url)
})
afterAll(() => app.close())

const the = (client: Client | undefined): Client => {
  if (!client) throw new Error('not connected')
  return client
}

/** A match of Kingdoms that waits for Anne. */
async function begun(): Promise<string> {
  const { text } = await use(the(anne), 'create_match', { game: 'kingdoms', seats: 2, options: { starter: 'seat0' } })
  const match = firstIdIn(text)
  await use(the(ben), 'join_match', { match })
  return match
}

const refused = (code: string) => ({
  isError: true,
  text: expect.stringMatching(`^${code}: .`),
  structuredContent: expect.objectContaining({ code }),
})

const ACCEPT = { accept: 'application/json, text/event-stream' }
const message = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 1, method, params })
const post = (body: unknown, token?: string, headers: Record<string, string> = {}) =>
  caller(app.url, token)('POST', '/mcp', body, { ...ACCEPT, ...headers })

describe('tools', () => {
  test('one that is not there', async () => {
    await expect(use(the(anne), 'take_everything')).rejects.toThrow('There is no tool of this name')
  })

  test.each([
    ['arguments that are none', 'tools/call', { name: 'list_games', arguments: null }, /arguments: /],
    ['a name that is none', 'tools/call', { name: 7 }, /name: /],
    ['no address', 'resources/read', {}, /uri: /],
    ['a greeting without a version', 'initialize', {}, /protocolVersion: /],
  ])('%s: a fault of whoever asks, told in one line', async (_, method, params, complaint) => {
    const { status, body } = await post(message(method, params), annesToken)
    expect(status).toBe(200)
    expect(body).toMatchObject({ jsonrpc: '2.0', id: 1, error: { code: -32602, message: expect.stringMatching(complaint) } })
    expect(body.error.message).not.toContain('\n')
  })

  test.each([
    ['list_moves', {}, 'match'],
    ['list_moves', { match: 7 }, 'match'],
    ['list_moves', { match: 'x', first: 101 }, 'first'],
    ['my_turns', { wait: 31 }, 'wait'],
    ['get_rules', { game: 'kingdoms', part: 'cheats' }, 'part'],
    ['get_rules', { game: 'kingdoms', page: 99 }, 'page'],
    ['create_match', { game: 'kingdoms', seats: 'two' }, 'seats'],
    ['create_match', { game: 'kingdoms', seats: 2, cheat: true }, 'cheat'],
    ['play_move', { match: 'x' }, 'either number or move'],
    ['play_move', { match: 'x', number: 1 }, 'version'],
    ['play_move', { match: 'x', number: 1, version: 1, move: {} }, 'either number or move'],
  ])('%s with %j names what is wrong', async (name, args, named) => {
    const told = await use(the(anne), name, args)
    expect(told).toEqual(refused('INVALID_INPUT'))
    expect(told.text).toContain(named)
  })

  test('a game or a match that is not there', async () => {
    expect(await use(the(anne), 'get_rules', { game: 'chess' })).toEqual(refused('NOT_FOUND'))
    expect(await use(the(anne), 'look_at_match', { match: 'nonsense' })).toEqual(refused('NOT_FOUND'))
  })
})

describe('moves', () => {
  test('a number of an earlier turn is refused, and so is one beyond the list or of a version to come', async () => {
    const match = await begun()
    const [, version] = /^Version (\d+)/.exec((await use(the(anne), 'list_moves', { match })).text) ?? []
    const listed = { match, version: Number(version) }
    expect((await use(the(anne), 'play_move', { ...listed, number: 1 })).isError).toBe(false)
    const [, bens] = /^Version (\d+)/.exec((await use(the(ben), 'list_moves', { match })).text) ?? []
    await use(the(ben), 'play_move', { match, version: Number(bens), number: 1 })
    // It is Anne's turn again, and the number would mean another move now.
    expect(await use(the(anne), 'play_move', { ...listed, number: 2 })).toEqual(refused('STALE_VERSION'))
    expect(await use(the(anne), 'play_move', { match, version: Number(bens) + 1, number: 5000 })).toEqual(
      refused('INVALID_INPUT'),
    )
    expect(await use(the(anne), 'play_move', { match, version: 99, number: 1 })).toEqual(refused('VERSION_AHEAD'))
  })

  test('a move out of turn, a malformed one and one against the rules are refused with their codes, in sentences', async () => {
    const match = await begun()
    expect(await use(the(ben), 'play_move', { match, move: { type: 'drawTile' } })).toEqual(refused('NOT_YOUR_TURN'))
    expect(await use(the(anne), 'play_move', { match, move: { type: 'fly' } })).toEqual(refused('MALFORMED_MOVE'))
    const far = { type: 'placeCastle', rank: 9, row: 1, column: 1 }
    expect(await use(the(anne), 'play_move', { match, move: far })).toEqual(refused('MALFORMED_MOVE'))
    const castle = { type: 'placeCastle', rank: 1, row: 1, column: 1 }
    expect((await use(the(anne), 'play_move', { match, move: castle })).isError).toBe(false)
    const again = await use(the(ben), 'play_move', { match, move: castle })
    expect(again).toEqual(refused('FIELD_OCCUPIED'))
  })
})

describe('who asks', () => {
  test('nobody known reads games and rules, and is told what is missing for the rest', async () => {
    expect((await use(the(nobody), 'list_games')).isError).toBe(false)
    expect((await use(the(nobody), 'get_rules', { game: 'royals' })).text).toContain('# Royals')
    for (const [name, args] of [
      ['my_turns', {}],
      ['create_match', { game: 'kingdoms', seats: 2 }],
      ['join_match', { match: await begun() }],
    ] as const)
      expect(await use(the(nobody), name, args)).toEqual(refused('TOKEN_REQUIRED'))
  })

  test('a token without the scope is told which one it lacks', async () => {
    const { body } = await caller(app.url, annesToken)('POST', '/v1/me/tokens', { scopes: ['read'] })
    const reader = await connected(app.url, body.token)
    const told = await use(reader, 'create_match', { game: 'kingdoms', seats: 2 })
    expect(told).toEqual(refused('SCOPE_MISSING'))
    expect(told.text).toContain('host')
  })

  test('a revoked token is an answer of HTTP, also while a tool waits', async () => {
    const { body } = await caller(app.url, annesToken)('POST', '/v1/me/tokens', { scopes: ['read'] })
    const { token } = await app.register('Waiting')
    const issued = await caller(app.url, token)('POST', '/v1/me/tokens', { scopes: ['read'] })
    const waiting = post(message('tools/call', { name: 'my_turns', arguments: { wait: 30 } }), issued.body.token)
    await caller(app.url, annesToken)('DELETE', `/v1/me/tokens/${body.id}`)
    await caller(app.url, token)('DELETE', `/v1/me/tokens/${issued.body.id}`)
    const after = await post(message('tools/list'), body.token)
    expect([after.status, after.body.code]).toEqual([401, 'TOKEN_REVOKED'])
    await expect(connected(app.url, body.token)).rejects.toThrow('TOKEN_REVOKED')
    const woken = await waiting
    expect(woken.body.result?.structuredContent?.code ?? woken.body.code).toBe('TOKEN_REVOKED')
  })
})

describe('messages', () => {
  test.each([
    ['several at once', [message('ping'), message('ping')], {}, 400],
    ['no JSON', '{"jsonrpc":', {}, 400],
    ['nothing of the protocol', { hello: 'world' }, {}, 400],
    ['too large', message('tools/call', { name: 'list_games', arguments: { more: 'x'.repeat(65 * 1024) } }), {}, 413],
    ['of another media type', 'a=b', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['for a client that reads no JSON', message('ping'), { accept: 'text/html' }, 406],
    ['of a protocol to come', message('ping'), { 'mcp-protocol-version': '2999-01-01' }, 400],
    ['from a page of another origin', message('ping'), { origin: 'https://elsewhere.example.org' }, 403],
    ['from a page of an allowed origin', message('ping'), { origin: 'https://play.example.org' }, 200],
  ])('%s', async (_, body, headers, status) => {
    expect((await post(body, annesToken, headers)).status).toBe(status)
  })

  test('an unknown method and an unknown resource are errors of the protocol', async () => {
    expect((await post(message('matches/cheat'))).body.error.code).toBe(-32601)
    expect((await post(message('resources/read', { uri: 'rules://chess' }))).body.error.code).toBe(-32002)
    expect((await post(message('resources/read', { uri: 'file:///etc/passwd' }))).body.error.code).toBe(-32002)
  })

  test.each([
    [{ jsonrpc: '2.0', method: 'tools/list' }],
    [{ jsonrpc: '2.0', id: null, method: 'tools/list' }],
    [{ jsonrpc: '1.0', id: 1, method: 'tools/list' }],
    [{ jsonrpc: '2.0', id: 1, result: {} }],
    [{ jsonrpc: '2.0', id: 1, error: { code: 1, message: 'x' } }],
    [{ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }],
    [message('tools/call')],
    [message('tools/call', { name: 'constructor', arguments: {} })],
    [message('tools/call', { name: '__proto__' })],
    [message('tools/call', { name: 'list_games', arguments: [] })],
    [message('tools/call', { name: 'list_games', arguments: null })],
    [message('tools/call', { name: 'list_games', task: { ttl: 1 } })],
    [message('tools/call', { name: 'find_matches', arguments: { after: 'nonsense' } })],
    [message('tools/call', { name: 'look_at_match', arguments: { match: '\u0000' } })],
    [message('resources/read', { uri: 7 })],
    [message('resources/subscribe', { uri: 'rules://kingdoms' })],
    [message('completion/complete', {})],
    [message('initialize', {})],
    [message('initialize', { protocolVersion: 'x', capabilities: {}, clientInfo: { name: 'x', version: 'x' } })],
    [null],
    [7],
    ['"text"'],
  ])('%j is answered, and not by a fault of ours', async (body) => {
    const answer = await post(body, annesToken)
    expect(answer.status).toBeLessThan(500)
    expect(JSON.stringify(answer.body)).not.toContain('INTERNAL')
  })

  test('there is nothing to stream and no connection to end', async () => {
    for (const method of ['GET', 'DELETE']) {
      const { status, headers } = await caller(app.url)(method, '/mcp')
      expect([status, headers.get('allow')]).toEqual([405, 'POST'])
    }
  })
})
