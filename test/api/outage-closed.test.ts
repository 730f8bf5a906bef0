/** A database that answers but does not serve us: read-only, with another password, or gone. An outage like any other, and it passes like one. */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { createPool } from '../../src/platform/database.js'
import { readiness } from '../../src/platform/readiness.js'
import { administer } from '../support/administer.js'
import { startApp } from '../support/app.js'
import { type FreshDatabase, freshDatabase } from '../support/database.js'
import { type Call, openTable, playOn, startMatch, type Table } from './rest.js'

const role = `chancery_test_${randomBytes(4).toString('hex')}`
let database: FreshDatabase
let url: string
let name: string
let table: Table
let match: string

beforeAll(async () => {
  database = await freshDatabase()
  name = new URL(database.url).pathname.slice(1)
  await administer(inject('postgresUrl'), `create role ${role} superuser login password 'first'`)
  url = Object.assign(new URL(database.url), { username: role, password: 'first' }).href
  table = await openTable(await startApp({ databaseUrl: url }))
  match = await startMatch(table)
})
afterAll(async () => {
  await table.app.close()
  await database.drop()
  await administer(inject('postgresUrl'), `drop role ${role}`)
})

const asOperator = (sql: string) => administer(inject('postgresUrl'), sql)
const cutSessions = () => asOperator(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
const turns = (status: number) =>
  vi.waitFor(async () => expect((await table.anyone('GET', '/health/ready')).status).toBe(status), 10_000)

type Asked = [method: string, path: string, body?: unknown]
const WRITES: Asked[] = [
  ['POST', '/v1/players', { name: 'Out of luck' }],
  ['POST', '/v1/me/tokens', { label: 'x', scopes: ['read'] }],
  ['POST', '/v1/matches', { game: 'kingdoms', seats: 2 }],
  ['POST', '/v1/matches/MATCH/moves', { type: 'placeCastle', rank: 1, row: 1, column: 1 }],
  ['POST', '/graphql', { query: 'mutation { registerPlayer(input: { name: "Out of luck" }) { token } }' }],
]
const READS: Asked[] = [
  ['GET', '/v1/matches'],
  ['GET', '/v1/me/tokens'],
  ['GET', '/v1/matches/MATCH'],
]

async function expect503(method: string, path: string, body: unknown): Promise<void> {
  const reply = await (table.players[0] as Call)(method, path.replace('MATCH', match), body)
  // An answer of GraphQL has the status of the error in it.
  expect([reply.body.errors?.[0].extensions.status ?? reply.status, reply.headers.get('retry-after')]).toEqual([503, '2'])
  expect(reply.body.code ?? reply.body.errors[0].extensions.code).toBe('DATABASE_UNAVAILABLE')
}

describe('read-only, as a demoted primary is', () => {
  beforeAll(async () => {
    await asOperator(`alter database ${name} set default_transaction_read_only = on`)
    await cutSessions()
    await turns(503)
  })

  test.each(WRITES)('%s %s is 503 with Retry-After', expect503)

  test('reading goes on', async () => {
    expect((await table.anyone('GET', `/v1/matches/${match}`)).status).toBe(200)
  })

  test('writes work as soon as a new connection leads to a primary: those to the old one are dropped', async () => {
    await table.anyone('GET', `/v1/matches/${match}`)
    await asOperator(`alter database ${name} reset default_transaction_read_only`)
    // The sessions that are open stay read-only for ever; nobody cuts them.
    await turns(200)
    expect(await playOn(table, match, 2)).toBe(2)
    const made = await (table.players[0] as Call)('POST', '/v1/me/tokens', { label: 'x', scopes: ['read'] })
    expect(made.status).toBe(201)
  })
})

describe('with another password', () => {
  beforeAll(async () => {
    await asOperator(`alter role ${role} password 'second'`)
    await cutSessions()
    await turns(503)
  })

  test.each([...WRITES, ...READS])('%s %s is 503 with Retry-After', (method, path, body?: unknown) =>
    expect503(method, path, body),
  )

  test('all is well when the old one is back', async () => {
    await asOperator(`alter role ${role} password 'first'`)
    await turns(200)
    expect(await playOn(table, match, 1)).toBe(1)
  })
})

describe('dropped', () => {
  beforeAll(async () => {
    await asOperator(`drop database ${name} with (force)`)
    await turns(503)
  })

  test.each([...WRITES, ...READS])('%s %s is 503 with Retry-After', (method, path, body?: unknown) =>
    expect503(method, path, body),
  )

  test('all is well when it is made again', async () => {
    await asOperator(`create database ${name} template ${inject('template')}`)
    await turns(200)
    expect((await table.anyone('GET', '/v1/matches')).body.items).toEqual([])
  })
})

describe('readiness', () => {
  const open = () => createPool({ url, name: 'probe', max: 1, onError: () => {} })

  test('costs no write: its question takes not even a transaction id', async () => {
    const pool = open()
    const client = await pool.connect()
    await client.query('begin')
    expect(await readiness().isReady({ query: client.query.bind(client), connect: pool.connect.bind(pool) })).toBe(true)
    const { rows } = await client.query('select pg_current_xact_id_if_assigned() as id')
    expect(rows).toEqual([{ id: null }])
    client.release(true)
    await pool.end()
  })

  test('after a full disk it writes before it says yes again', async () => {
    const pool = open()
    const query = pool.query.bind(pool)
    const full = () => Promise.reject(Object.assign(new Error('could not extend file'), { code: '53100' }))
    const { isReady, onRefused } = readiness()
    expect(await isReady({ query, connect: full })).toBe(true)
    onRefused('53100')
    expect(await isReady({ query, connect: full })).toBe(false)
    expect(await isReady(pool)).toBe(true)
    expect(await isReady({ query, connect: full })).toBe(true)
    await pool.end()
  })
})
