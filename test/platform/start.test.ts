/** What a person reads whose start fails: one line that names the setting. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { isPooled } from '../../src/platform/pooler.js'
import { layWire } from '../log/wire.js'
import { administer } from '../support/administer.js'
import { bundled } from '../support/bundle.js'
import { emptyDatabase, type FreshDatabase, freshDatabase } from '../support/database.js'
import { prepareData, temporaryFolder } from '../support/postgres.js'
import { usersOf } from '../support/run-folder.js'

const program = bundled('server')

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

test('a database that does not answer, or does not let us in, and never the password', { timeout: 60_000 }, async () => {
  const said = 'DATABASE_URL: no Postgres answers at 127.0.0.1:1.\n'
  const nowhere = { DATABASE_URL: 'postgres://anne:hunter2@127.0.0.1:1/x', DATABASE_WAIT_SECONDS: '0' }
  expect(await start(nowhere)).toEqual({ said, code: 2 })
  const absent = new URL(database.url)
  absent.pathname = '/not_there'
  const refused = `DATABASE_URL: the Postgres at ${absent.host} refuses: database "not_there" does not exist.\n`
  expect(await start({ DATABASE_URL: absent.href })).toEqual({ said: refused, code: 2 })
  const stranger = Object.assign(new URL(database.url), { password: 'hunter2' }).href
  const shut = await start({ DATABASE_URL: stranger })
  expect(shut).toEqual({
    said: expect.stringMatching(/^DATABASE_URL: .* refuses: password authentication failed for .*\n$/),
    code: 2,
  })
  const malformed = await start({ DATABASE_URL: 'postgres://anne:hunter2@host:port/x' })
  expect(malformed).toEqual({ said: expect.stringMatching(/^DATABASE_URL: expected an address such as .*\n$/), code: 2 })
  expect(malformed.said).not.toContain('hunter2')
})

test('a database that takes no writes is waited for, and named if it stays so', async () => {
  const { pathname, host } = new URL(database.url)
  const set = (value: string) => administer(inject('postgresUrl'), `alter database ${pathname.slice(1)} ${value}`)
  await set('set default_transaction_read_only = on')
  const said = `DATABASE_URL: the Postgres at ${host} takes no writes: it is a standby or set to read-only.\n`
  expect(await start({ DATABASE_WAIT_SECONDS: '1' })).toEqual({ said, code: 1 })
  await set('reset default_transaction_read_only')
})

test('another SECRETS_KEY than before, or none, where secrets are sealed', async () => {
  const own = await emptyDatabase()
  const given = { DATABASE_URL: own.url, PORT: taken }
  // This start fails at its port, when the key is known already.
  expect(await start({ ...given, SECRETS_KEY: 'ab'.repeat(32) })).toMatchObject({ said: expect.stringMatching(/^PORT: /) })
  const another = await start({ ...given, SECRETS_KEY: 'cd'.repeat(32) })
  expect(another).toEqual({ said: expect.stringMatching(/^SECRETS_KEY: another one\. .*\n$/), code: 2 })
  expect(await start(given)).toEqual({ said: expect.stringMatching(/^SECRETS_KEY: missing\. .*\n$/), code: 2 })
  await own.drop()
})

/** Holds the lock that the migrations need; resolves when a start waits for it. */
async function holdMigrations(): Promise<{ reached(): Promise<void>; letGo(): Promise<void> }> {
  const holder = new pg.Client({ connectionString: database.url })
  await holder.connect()
  await holder.query('select pg_advisory_lock(72707369)')
  const waiting = `select pid from pg_stat_activity
    where datname = current_database() and application_name = 'chancery migrations' and wait_event_type = 'Lock'`
  const reached = () => vi.waitFor(async () => expect((await holder.query(waiting)).rows).toHaveLength(1), 20_000)
  return { reached, letGo: () => holder.end() }
}

test('an outage during the migrations is waited for and told like one before them', { timeout: 60_000 }, async () => {
  const folder = await temporaryFolder()
  const wire = await layWire(database.url)
  const place = new URL(wire.url).host
  const env = { LOG_LEVEL: 'warn', DATABASE_URL: wire.url, PORT: '0', DATA_DIR: join(folder, 'data') }
  const held = await holdMigrations()
  const child = spawn(process.execPath, [program], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await held.reached()
  await wire.cut()
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const first = JSON.parse((await lines.next()).value)
  expect(first.msg).toMatch(`DATABASE_URL: no Postgres answers at ${place}. Waiting for it, up to `)
  await held.letGo()
  await wire.mend()
  for (let line = ''; !line.includes('Chancery is listening'); ) line = (await lines.next()).value
  child.kill('SIGTERM')
  await once(child, 'exit')
  expect(child.exitCode).toBe(0)

  const again = await holdMigrations()
  const started = start({ DATABASE_URL: wire.url, DATABASE_WAIT_SECONDS: '1' })
  await again.reached()
  await wire.cut()
  expect(await started).toEqual({ said: `DATABASE_URL: no Postgres answers at ${place}.\n`, code: 2 })
  await again.letGo()
  await rm(folder, { recursive: true, force: true })
})

describe.runIf(process.platform === 'linux')(
  'told to end while its own Postgres starts, the server leaves none behind',
  { concurrent: true },
  () => {
    /** Stopped in its tracks, so that it cannot be ready before the signal comes. */
    const halted = (pidFile: string): boolean => {
      if (!existsSync(pidFile)) return false
      const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0])
      return pid > 0 && process.kill(pid, 'SIGSTOP')
    }

    test.each([
      ['while the data is set up', 'SIGTERM', (dataDir: string) => existsSync(join(dataDir, 'cluster.new'))],
      ['before Postgres answers', 'SIGINT', (dataDir: string) => halted(join(dataDir, 'cluster', 'postmaster.pid'))],
    ] as const)('%s (%s)', { timeout: 90_000 }, async (_, signal, reached) => {
      const folder = await temporaryFolder()
      const DATA_DIR = join(folder, 'data')
      const env = { PATH: process.env.PATH, LOG_LEVEL: 'silent', DATA_DIR, PORT: '0' }
      const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'ignore', 'pipe'] })
      const said = text(child.stderr)
      await vi.waitFor(() => expect(reached(DATA_DIR)).toBe(true), { timeout: 30_000, interval: 1 })
      child.kill(signal)
      await once(child, 'exit')
      expect([child.exitCode, await said, usersOf(folder)]).toEqual([0, '', []])
      await rm(folder, { recursive: true, force: true })
    })
  },
)

/** Most of their time is waiting, and none of them changes what another looks at. */
describe.concurrent('side by side', { timeout: 60_000 }, () => {
  test.each(['192.0.2.1', 'nowhere.invalid'])('%s is not ours to listen on', async (HOST) => {
    expect(await start({ HOST, PORT: '0' })).toEqual({ said: `HOST: ${HOST} is not an address of this machine.\n`, code: 2 })
  })

  test('a start during an outage waits, says so, and goes on when the database is there', async () => {
    const folder = await temporaryFolder()
    const wire = await layWire(database.url)
    await wire.cut()
    const env = {
      PATH: process.env.PATH,
      LOG_LEVEL: 'warn',
      DATABASE_URL: wire.url,
      PORT: '0',
      DATA_DIR: join(folder, 'data'),
    }
    const child = spawn(process.execPath, [program], { env: { ...env }, stdio: ['ignore', 'pipe', 'inherit'] })
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    const first = JSON.parse((await lines.next()).value)
    expect(first.msg).toBe(`DATABASE_URL: no Postgres answers at ${new URL(wire.url).host}. Waiting for it, up to 60 s more.`)
    await wire.mend()
    for (let line = ''; !line.includes('Chancery is listening'); ) line = (await lines.next()).value
    child.kill('SIGTERM')
    await once(child, 'exit')
    expect(child.exitCode).toBe(0)
    await wire.cut()
    await rm(folder, { recursive: true, force: true })
  })

  test('a database that goes away while the administrator is made is waited for, and the token that was kept is the one that counts', async () => {
    const [own, folder] = [await freshDatabase(), await temporaryFolder()]
    // Sequences know of no rollback: the first transaction with a token loses its connection with its commit, and no other does.
    await administer(own.url, 'create sequence lost')
    await administer(
      own.url,
      `create function lose() returns trigger language plpgsql as
        $$ begin if nextval('lost') = 1 then perform pg_terminate_backend(pg_backend_pid()); end if; return null; end $$`,
    )
    await administer(
      own.url,
      'create constraint trigger loses after insert on token deferrable initially deferred for each row execute function lose()',
    )
    const env = {
      PATH: process.env.PATH,
      LOG_LEVEL: 'silent',
      DATABASE_URL: own.url,
      PORT: '0',
      DATA_DIR: join(folder, 'postgres'),
    }
    const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    const file = join(folder, 'admin-token')
    let address = ''
    for (let line = ''; !line.startsWith("Administrator's token"); line = (await lines.next()).value)
      address ||= /http:\/\/[^/]+/.exec(line)?.[0] ?? ''
    const headers = { authorization: `Bearer ${(await readFile(file, 'utf8')).trim()}` }
    expect(await fetch(`${address}/v1/me`, { headers }).then((answer) => answer.status)).toBe(200)
    expect(await administer(own.url, "select nextval('lost')")).toEqual([{ nextval: '3' }])
    child.kill('SIGTERM')
    await once(child, 'exit')
    expect(child.exitCode).toBe(0)
    await own.drop()
    await rm(folder, { recursive: true, force: true })
  })

  test('two connections that share a process come through a pooler in transaction mode', async () => {
    const client = () => new pg.Client({ connectionString: database.url })
    const [first, shared] = [client(), client()]
    await first.connect()
    await shared.connect()
    expect(await isPooled(first, client)).toBe(false)
    // What a pooler does: the statements of two clients, one after the other, on one session.
    const handedOn = Object.assign(client(), { connect: async () => {}, query: first.query.bind(first), end: async () => {} })
    expect(await isPooled(first, () => handedOn)).toBe(true)
    await Promise.all([first.end(), shared.end()])
  })

  test.runIf(process.platform === 'linux')(
    'told to end while its Postgres hangs, the server ends it and itself',
    { timeout: 120_000 },
    async () => {
      const folder = await temporaryFolder()
      const DATA_DIR = join(folder, 'data')
      await prepareData(DATA_DIR)
      const env = { PATH: process.env.PATH, LOG_LEVEL: 'silent', DATA_DIR, PORT: '0', CLOSE_SECONDS: '1' }
      const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] })
      const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
      for (let line = ''; !line.includes('Chancery is listening'); ) line = (await lines.next()).value
      const postmaster = Number((await readFile(join(DATA_DIR, 'cluster', 'postmaster.pid'), 'utf8')).split('\n')[0])
      const children = (await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')).trim().split(' ').map(Number)
      for (const pid of [postmaster, ...children]) process.kill(pid, 'SIGSTOP')
      child.kill('SIGTERM')
      await once(child, 'exit')
      expect(existsSync(`/proc/${postmaster}/cwd`)).toBe(false)
      await rm(folder, { recursive: true, force: true })
    },
  )

  test('the embedded Postgres is stopped again if the server cannot listen', async () => {
    const folder = await temporaryFolder()
    const DATA_DIR = join(folder, 'data')
    expect(await start({ DATABASE_URL: '', DATA_DIR, PORT: taken })).toMatchObject({ code: 2 })
    expect(existsSync(join(DATA_DIR, 'cluster', 'PG_VERSION'))).toBe(true)
    expect(existsSync(join(DATA_DIR, 'cluster', 'postmaster.pid'))).toBe(false)
    await rm(folder, { recursive: true, force: true })
  })
})
