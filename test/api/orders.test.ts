/** Standing orders by REST and GraphQL, the page about them, and that nobody but their holder can tell that there are any. */
import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { administer } from '../support/administer.js'
import { asker } from './graphql.js'
import { type Call, caller, openTable, startMatch, type Table } from './rest.js'

let table: Table
let admin: Call
beforeAll(async () => {
  table = await openTable()
  admin = caller(table.app.url, (await table.app.app.accounts.bootstrap()) ?? '')
})
afterAll(() => table.app.close())

const castle = (row: number, column: number, rank = 1) => ({ type: 'placeCastle', rank, row, column })
const settled = (player: Call, match: string, status: string) =>
  vi.waitFor(async () => expect((await player('GET', `/v1/matches/${match}/orders`)).body.status).toBe(status), 10_000)

describe('by REST', () => {
  test('set, read, retried, withdrawn', async () => {
    const { players } = table
    const match = await startMatch(table)
    const path = `/v1/matches/${match}/orders`
    expect(await players[1]('GET', path)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    expect(await players[1]('DELETE', path)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    const headers = { 'idempotency-key': 'k' }
    const set = await players[1]('PUT', path, { moves: [castle(2, 2)], decision: 'turn' }, headers)
    expect(set).toMatchObject({ status: 200, body: { status: 'waiting', decision: 'turn', moves: [castle(2, 2)] } })
    expect((await players[1]('PUT', path, { moves: [castle(2, 2)], decision: 'turn' }, headers)).body).toEqual(set.body)
    expect((await players[1]('GET', path)).body).toEqual(set.body)
    expect((await players[1]('DELETE', path)).body).toMatchObject({ id: set.body.id, status: 'withdrawn' })
    expect((await players[1]('DELETE', path)).body).toMatchObject({ status: 'withdrawn' })
  })

  test('bad input is refused with a code and a place', async () => {
    const { players } = table
    const match = await startMatch(table)
    const put = async (body: unknown, headers?: Record<string, string>) => {
      const { status, body: told } = await players[0]('PUT', `/v1/matches/${match}/orders`, body, headers)
      return [status, told.code, told.errors?.[0]?.path]
    }
    expect(await put({})).toEqual([400, 'INVALID_INPUT', 'moves'])
    expect(await put({ moves: [] })).toEqual([400, 'INVALID_INPUT', 'moves'])
    expect(await put({ moves: Array(21).fill(castle(1, 1)) })).toEqual([400, 'INVALID_INPUT', 'moves'])
    expect(await put({ moves: [castle(1, 1), 7] })).toEqual([422, 'MALFORMED_MOVE', 'moves.1'])
    expect(await put({ moves: [castle(1, 1)], decision: 'dance' })).toEqual([400, 'INVALID_INPUT', undefined])
    expect(await put({ moves: [castle(1, 1)] }, { 'if-match': '"0"' })).toEqual([412, 'STALE_VERSION', undefined])
    const { body } = await players[0]('GET', `/v1/matches/${match}`)
    expect(body.version).toBe(1)
  })
})

describe('by GraphQL', () => {
  test('typed by game, as JSON, and read with the match', async () => {
    const match = await startMatch(table)
    const [anne, ben] = [asker(table.app.url, table.tokens[0]), asker(table.app.url, table.tokens[1])]
    const typed = `mutation ($moves: [KingdomsOrderedMoveInput!]!) {
      it: kingdomsSetOrders(input: { matchId: "${match}", moves: $moves, decision: turn }) { id status decision moves played version why refusals { code } }
    }`
    const moves = [{ placeCastle: { rank: 1, row: 2, column: 2 } }, { drawTile: true }]
    const set = (await ben(typed, { moves })).data.it
    expect(set).toMatchObject({ status: 'waiting', decision: 'turn', moves: [castle(2, 2), { type: 'drawTile' }], why: null })
    // Often enough to be compiled: the list is read alike.
    for (let round = 0; round < 25; round++) expect((await ben(typed, { moves })).data.it.moves).toEqual(set.moves)
    const read = `{ match(id: "${match}") { orders { id status } } }`
    expect((await ben(read)).data.match.orders).toEqual({ id: expect.any(String), status: 'waiting' })
    expect((await anne(read)).data.match.orders).toBeNull()
    expect((await asker(table.app.url)(read)).data.match.orders).toBeNull()
    const json = `mutation { it: setOrders(input: { matchId: "${match}", moves: [{ type: "placeCastle", rank: 1, row: 5, column: 5 }] }) { status version } }`
    expect((await anne(json)).data.it).toEqual({ status: 'played', version: 2 })
    const [, own] = table.players
    await settled(own, match, 'played')
    const withdraw = `mutation { it: withdrawOrders(matchId: "${match}") { status played version } }`
    expect((await ben(withdraw)).data.it).toEqual({ status: 'played', played: 0, version: 3 })
  })

  test('a move is one field of its input', async () => {
    const match = await startMatch(table)
    const ask = asker(table.app.url, table.tokens[1])
    const typed = (moves: string) =>
      ask(`mutation { kingdomsSetOrders(input: { matchId: "${match}", moves: ${moves} }) { status } }`)
    for (const moves of [
      '[{}]',
      '[{ drawTile: true, placeTile: { row: 1, column: 1 } }]',
      '[{ drawTile: null }]',
      '[{ drawTile: false }]',
    ])
      expect((await typed(moves)).code, moves).toMatch(/^(GRAPHQL_VALIDATION_FAILED|INVALID_INPUT)$/)
    const sent =
      'mutation ($m: [KingdomsOrderedMoveInput!]!) { kingdomsSetOrders(input: { matchId: "ID", moves: $m }) { status } }'
    for (const m of [[{}], [{ drawTile: true, placeTile: { row: 1, column: 1 } }], [{ drawTile: false }]])
      expect((await ask(sent.replace('ID', match), { m })).code, JSON.stringify(m)).toMatch(/^(BAD_USER|INVALID)_INPUT$/)
    const other = `mutation { royalsSetOrders(input: { matchId: "${match}", moves: [{ endPlay: true }] }) { status } }`
    expect((await ask(other)).code).toBe('WRONG_GAME')
  })
})

const equipped = ['bash', 'curl', 'jq'].every((tool) => spawnSync(tool, ['--version']).status === 0)

test.skipIf(!equipped)('docs/standing-orders.md runs as printed', { timeout: 60_000 }, async () => {
  const page = readFileSync('docs/standing-orders.md', 'utf8')
  const script = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block).join('\n')
  const env = { ...process.env, CHANCERY_URL: table.app.url }
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], { env })
  expect(stdout.trim().split('\n')).toEqual([
    '{"status":"running"}',
    '{"status":"waiting","setVersion":1}',
    '{"version":2,"yourTurn":false}',
    '{"version":3,"yourTurn":true}',
    '{"status":"played","played":1,"version":3}',
    '{"status":"waiting"}',
    '{"version":4}',
    '{"kind":"orderDropped","version":4,"yourTurn":true}',
    '{"status":"dropped","why":"noLegalMove","version":4,"refusals":["FIELD_OCCUPIED"]}',
    '{"version":5}',
    '{"status":"waiting"}',
    '{"status":"withdrawn"}',
    '{"kingdomsSetOrders":{"status":"waiting","moves":[{"type":"placeCastle","rank":1,"row":2,"column":2},{"type":"drawTile"}]}}',
    '{"withdrawOrders":{"status":"withdrawn"}}',
    '{"match":{"version":5,"orders":{"status":"withdrawn","why":null,"version":null,"decision":null}}}',
  ])
})

describe('nobody but the holder can tell', () => {
  /** Ids, names, times, hashes and cursors differ between any two matches. */
  const alike = (text: string): string =>
    text
      .replaceAll(/(Anne|Ben|Cleo) \d+ \d+/g, '$1')
      .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'ID')
      .replaceAll(/\b[0-9a-f]{12,64}\b/g, 'HASH')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
      .replaceAll(/"i\.[\w.-]+"/g, 'CURSOR')
  const HEADERS = ['etag', 'cache-control', 'vary', 'content-type']
  const told = async (call: ReturnType<Call>): Promise<string> => {
    const { status, headers, body } = await call
    const sent = HEADERS.map((name) => `${name}: ${headers.get(name)}`).join('\n')
    return alike(`${status}\n${sent}\n${JSON.stringify(body)}`)
  }

  /** All that others may ask about a match. */
  async function lookedAt({ players, stranger, anyone }: Table, match: string): Promise<string[]> {
    const at = `/v1/matches/${match}`
    const reads = ['', '/view', '/notices', '/log', '/legal-moves', '/orders', '?include=view,legalMoves']
    const others = [players[0], stranger, anyone, admin]
    const asked = others.flatMap((who) => [
      ...reads.map((path) => who('GET', at + path)),
      who('PUT', `${at}/orders`, { moves: [{ type: 'fly' }] }),
      who('DELETE', `${at}/orders`),
      who('POST', `${at}/moves/check`, castle(1, 1)),
    ])
    const own = [players[0]('GET', '/v1/me/turns'), admin('GET', `${at}/view?referee=true`)]
    return Promise.all([...asked, ...own].map(told))
  }

  /** The same match with a list of Ben's and without one; what Anne and others were told on the way. */
  async function world(hasOrders: boolean, row: number): Promise<string[]> {
    const own = await openTable(table.app)
    const [anne, ben] = own.players
    const { body } = await anne('POST', '/v1/matches', { game: 'kingdoms', seats: 2, options: { starter: 'seat0' } })
    const match: string = body.id
    const sealed = Buffer.concat([Buffer.of(0), Buffer.alloc(32, 7)])
    await administer(table.app.databaseUrl, 'update secret set sealed = $2 where match_id = $1', [match, sealed])
    await ben('POST', `/v1/matches/${match}/join`, {})
    const inbox = (await anne('GET', '/v1/me/stream')).body.next
    if (hasOrders) await ben('PUT', `/v1/matches/${match}/orders`, { moves: [castle(row, 2)] })
    const seen = await lookedAt(own, match)
    seen.push(await told(anne('POST', `/v1/matches/${match}/moves`, castle(2, 2))))
    // Where the list was dropped, Ben moves by himself; where it was played, that was his move.
    if (hasOrders) await settled(ben, match, row === 2 ? 'dropped' : 'played')
    if (!hasOrders || row === 2) await ben('POST', `/v1/matches/${match}/moves`, castle(3, 2))
    seen.push(...(await lookedAt(own, match)))
    const news = await vi.waitFor(async () => {
      const page = await anne('GET', `/v1/me/stream?after=${inbox}`)
      expect(page.body.items).toHaveLength(2)
      return told(Promise.resolve(page))
    })
    return [...seen, news]
  }

  test('not by an answer, an error, a stream or an inbox, whether the list is played or dropped', async () => {
    const without = await world(false, 0)
    expect(without.length).toBeGreaterThan(80)
    expect(await world(true, 3)).toEqual(without)
    expect(await world(true, 2)).toEqual(without)
  })

  test('not by the public page of figures', async () => {
    const page: string = (await table.anyone('GET', '/metrics')).body
    expect(page).toContain('route="/v1/matches/:id/moves"')
    expect(page).not.toContain('order')
  })
})
