/** The database goes and comes back: what clients are told meanwhile, and that nobody has to restart anything. */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPool } from '../../src/platform/database.js'
import { isOutage } from '../../src/platform/outage.js'
import { layWire, type Wire } from '../log/wire.js'
import { administer } from '../support/administer.js'
import { startApp } from '../support/app.js'
import { type FreshDatabase, freshDatabase } from '../support/database.js'
import { caller, openTable, playOn, startMatch, type Table } from './rest.js'

let database: FreshDatabase
let wire: Wire
let table: Table
beforeAll(async () => {
  database = await freshDatabase()
  wire = await layWire(database.url)
  table = await openTable(await startApp({ databaseUrl: wire.url }))
})
afterAll(async () => {
  await table.app.close()
  await wire.cut()
  await database.drop()
})

const UNKNOWN_TOKEN = `chy_${'a'.repeat(43)}`

test('a connection killed in the middle of joining is a 503, and the server lives on', async () => {
  const [anne, ben] = table.players
  const { body: match } = await anne('POST', '/v1/matches', { game: 'kingdoms', seats: 2 })
  const holder = new pg.Client({ connectionString: database.url })
  await holder.connect()
  await holder.query('begin')
  await holder.query('select from match where id = $1 for update', [match.id])
  const joining = ben('POST', `/v1/matches/${match.id}/join`, {})
  const kill = `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await administer(database.url, kill)).length, { timeout: 5000 }).toBe(1)
  const reply = await joining
  expect([reply.status, reply.body.code, reply.headers.get('retry-after')]).toEqual([503, 'DATABASE_UNAVAILABLE', '2'])
  await holder.end()
  expect((await ben('POST', `/v1/matches/${match.id}/join`, {})).body.status).toBe('running')
})

test('a connection that breaks while somebody has it in hand ends nothing', async () => {
  const pool = createPool({ url: database.url, name: 'in hand', max: 1, onError: () => {} })
  const client = await pool.connect()
  expect(() => client.emit('error', new Error('Connection terminated unexpectedly'))).not.toThrow()
  client.release(true)
  await pool.end()
})

describe('while the database is away', () => {
  let match: string
  beforeAll(async () => {
    match = await startMatch(table)
    await playOn(table, match, 1)
    await wire.cut()
  })

  const asked: [string, string, unknown?][] = [
    ['POST', '/v1/players', { name: 'Out of luck' }],
    ['GET', '/v1/matches'],
    ['GET', '/v1/matches/MATCH'],
    ['GET', '/v1/matches/MATCH/legal-moves'],
    ['GET', '/v1/matches/MATCH/notices'],
    ['GET', '/v1/me/tokens'],
    ['GET', '/v1/me/stream'],
    ['POST', '/v1/matches', { game: 'kingdoms', seats: 2 }],
    ['POST', '/v1/matches/MATCH/leave'],
    ['GET', '/health/ready'],
    ['POST', '/graphql', { query: '{ matches { nodes { id } } }' }],
    ['POST', '/graphql', { query: '{ me { tokens { id } } }' }],
  ]
  test.each(asked)('%s %s is 503 with Retry-After', async (method, path, body) => {
    const reply = await table.players[0](method, path.replace('MATCH', match), body)
    // An answer of GraphQL has the status of the error in it.
    expect([reply.body.errors?.[0].extensions.status ?? reply.status, reply.headers.get('retry-after')]).toEqual([503, '2'])
    expect(reply.body.code ?? reply.body.errors[0].extensions.code).toBe('DATABASE_UNAVAILABLE')
  })

  test.each(['/v1/me/stream', '/v1/matches/MATCH/notices'])('a stream of %s is 503 too, not 200 and a cut', async (path) => {
    for (const accept of ['text/event-stream', 'application/x-ndjson']) {
      const asked = path.replace('MATCH', match)
      const reply = await table.players[0]('GET', asked, undefined, { accept })
      expect([reply.status, reply.headers.get('retry-after'), reply.body.code]).toEqual([503, '2', 'DATABASE_UNAVAILABLE'])
    }
  })

  test('a token that is not remembered cannot be judged: 503, not 401', async () => {
    expect((await caller(table.app.url, UNKNOWN_TOKEN)('GET', '/v1/me')).status).toBe(503)
  })

  test('the process itself is alive', async () => {
    expect((await table.anyone('GET', '/health/live')).status).toBe(200)
  })

  test('when it is back, everything works again, streams between servers included', { timeout: 20_000 }, async () => {
    await wire.mend()
    await expect.poll(async () => (await table.anyone('GET', '/health/ready')).status, { timeout: 10_000 }).toBe(200)
    expect(await playOn(table, match, 2)).toBe(2)
    expect((await caller(table.app.url, UNKNOWN_TOKEN)('GET', '/v1/me')).status).toBe(401)
    const waiting = table.players[0]('GET', `/v1/matches/${match}/notices?after=4&wait=15`)
    await playOn(table, match, 1)
    expect((await waiting).body.items).toMatchObject([{ version: 5 }])
  })
})

test.each([
  [true, Object.assign(new Error('x'), { code: 'ECONNREFUSED' })],
  [true, Object.assign(new Error('x'), { code: '57P03' })],
  [true, Object.assign(new Error('x'), { code: '57014' })],
  [true, Object.assign(new Error('x'), { code: '40P01' })],
  [true, new Error('Connection terminated unexpectedly')],
  [true, new Error('timeout exceeded when trying to connect')],
  [true, new AggregateError([Object.assign(new Error('x'), { code: 'ECONNREFUSED' })])],
  [true, new Error('x', { cause: new Error('Query read timeout') })],
  [true, Object.assign(new Error('x'), { code: 'P2039', meta: { driverAdapterError: { cause: { code: '57P03' } } } })],
  [true, Object.assign(new Error('x'), { code: '25006' })],
  [true, Object.assign(new Error('x'), { code: '28P01' })],
  [true, Object.assign(new Error('x'), { code: '3D000' })],
  [true, Object.assign(new Error('x'), { code: 'P2010', meta: { driverAdapterError: { cause: { originalCode: '25006' } } } })],
  [false, Object.assign(new Error('x'), { code: '23505' })],
  [false, Object.assign(new Error('x'), { code: 'P2002' })],
  [false, new Error('bug')],
  [false, undefined],
])('an outage is told from a mistake: %s (%#)', (expected, error) => {
  expect(isOutage(error)).toBe(expected)
})
