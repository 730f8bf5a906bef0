/** What a person reads whose start fails: one line that names the setting. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { administer } from '../support/administer.js'
import { emptyDatabase, type FreshDatabase } from '../support/database.js'
import { temporaryFolder } from '../support/postgres.js'

const program = fileURLToPath(new URL('../../dist/server.js', import.meta.url))

let database: FreshDatabase
let other: Server
let taken: string

beforeAll(async () => {
  database = await emptyDatabase()
  other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  taken = String((other.address() as AddressInfo).port)
})
afterAll(async () => {
  other.close()
  await database.drop()
})

async function start(env: Record<string, string>): Promise<{ said: string; code: number | null }> {
  const plain = { PATH: process.env.PATH, LOG_LEVEL: 'silent', DATABASE_URL: database.url }
  const child = spawn(process.execPath, [program], { env: { ...plain, ...env }, stdio: ['ignore', 'ignore', 'pipe'] })
  const [said] = await Promise.all([text(child.stderr), once(child, 'exit')])
  return { said, code: child.exitCode }
}

test('a port in use, and no administrator is made whose token nobody would see', async () => {
  const said = `PORT: 127.0.0.1:${taken} is already in use; stop the other server or set PORT.\n`
  expect(await start({ PORT: taken })).toEqual({ said, code: 2 })
  expect(await administer(database.url, 'SELECT * FROM player')).toEqual([])
})

test.each(['192.0.2.1', 'nowhere.invalid'])('%s is not ours to listen on', async (HOST) => {
  expect(await start({ HOST, PORT: '0' })).toEqual({ said: `HOST: ${HOST} is not an address of this machine.\n`, code: 2 })
})

test('a database that does not answer, or does not let us in, and never the password', async () => {
  const said = 'DATABASE_URL: no Postgres answers at 127.0.0.1:1.\n'
  expect(await start({ DATABASE_URL: 'postgres://anne:hunter2@127.0.0.1:1/x' })).toEqual({ said, code: 2 })
  const absent = new URL(database.url)
  absent.pathname = '/not_there'
  const refused = `DATABASE_URL: the Postgres at ${absent.host} refuses: database "not_there" does not exist.\n`
  expect(await start({ DATABASE_URL: absent.href })).toEqual({ said: refused, code: 2 })
  const malformed = await start({ DATABASE_URL: 'postgres://anne:hunter2@host:port/x' })
  expect(malformed).toEqual({ said: expect.stringMatching(/^DATABASE_URL: expected an address such as .*\n$/), code: 2 })
  expect(malformed.said).not.toContain('hunter2')
})

test('the embedded Postgres is stopped again if the server cannot listen', async () => {
  const folder = await temporaryFolder()
  const DATA_DIR = join(folder, 'data')
  expect(await start({ DATABASE_URL: '', DATA_DIR, PORT: taken })).toMatchObject({ code: 2 })
  expect(existsSync(join(DATA_DIR, 'cluster', 'PG_VERSION'))).toBe(true)
  expect(existsSync(join(DATA_DIR, 'cluster', 'postmaster.pid'))).toBe(false)
  await rm(folder, { recursive: true, force: true })
})
