import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Embedded, startEmbedded } from '../../src/platform/embedded.js'
import { createLogger } from '../../src/platform/logger.js'
import { administer } from '../support/administer.js'
import { prepareData, temporaryFolder } from '../support/postgres.js'

const logger = createLogger('silent')
const program = fileURLToPath(new URL('../support/embedded-user.mjs', import.meta.url))
const isRoot = process.getuid?.() === 0
const NOBODY = 65_534

let folder: string
let dataDir: string
let started: Embedded[]
let children: ChildProcess[]

beforeEach(async () => {
  folder = await temporaryFolder()
  dataDir = join(folder, 'data')
  started = []
  children = []
})

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  const pid = await postmaster()
  for (const embedded of started) await embedded.stop()
  if (pid && isAlive(pid)) process.kill(pid, 'SIGQUIT')
  await vi.waitFor(() => expect(pid && isAlive(pid)).toBeFalsy(), 10_000)
  await rm(folder, { recursive: true, force: true })
})

async function start(): Promise<Embedded> {
  const embedded = await startEmbedded({ dataDir, logger })
  started.push(embedded)
  return embedded
}

interface Said {
  readonly url: string
  readonly pid: number
  readonly error?: string
}

/** Another process on the same data, at the head of a process group as one started at a terminal is. */
async function startProcess(as: { uid?: number; gid?: number } = {}) {
  const child = spawn(process.execPath, [program, dataDir], { stdio: ['ignore', 'pipe', 'inherit'], detached: true, ...as })
  children.push(child)
  const lines = createInterface({ input: child.stdout })
  const [line] = await once(lines, 'line')
  return { child, lines, said: JSON.parse(line) as Said }
}

const postmaster = async () =>
  Number((await readFile(join(dataDir, 'cluster', 'postmaster.pid'), 'utf8').catch(() => '0')).split('\n')[0])

/** Its files go a moment before the process itself does. */
const gone = (pid: number): Promise<void> => vi.waitFor(() => expect(isAlive(pid)).toBe(false), 10_000)

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Returns when all its users have a new one. */
async function killPostgres(...users: Embedded[]): Promise<void> {
  const killed = users.map(({ pid }) => pid)
  process.kill(killed[0] as number, 'SIGKILL')
  const areRevived = () => users.every(({ pid }) => !killed.includes(pid))
  await vi.waitFor(() => expect(areRevived()).toBe(true), { timeout: 20_000, interval: 50 })
}

const ask = async (url: string, sql: string) => (await administer(url, sql))[0]

describe('a start', () => {
  test('gives a durable Postgres on loopback with a password that only the owner can read', async () => {
    const { url } = await start()
    expect(await ask(url, 'SHOW fsync')).toEqual({ fsync: 'on' })
    expect(await ask(url, 'SHOW listen_addresses')).toEqual({ listen_addresses: '127.0.0.1' })
    expect(await ask(url, 'SHOW server_encoding')).toEqual({ server_encoding: 'UTF8' })
    expect(await ask(url, 'SELECT datcollate FROM pg_database WHERE datname = current_database()')).toEqual({ datcollate: 'C' })
    expect((await stat(join(dataDir, 'password'))).mode & 0o777).toBe(0o600)
    const wrong = url.replace(/:[^:@/]+@/, ':wrong@')
    await expect(ask(wrong, 'SELECT 1')).rejects.toThrow(/password authentication failed/)
  })

  test('finds data and port as the last one left them, and its end leaves no process', async () => {
    await prepareData(dataDir)
    const first = await start()
    await ask(first.url, 'CREATE TABLE crown AS SELECT 7 AS points')
    await first.stop()
    await gone(first.pid)
    const second = await start()
    expect(second.url).toBe(first.url)
    expect(await ask(second.url, 'SELECT points FROM crown')).toEqual({ points: 7 })
  })

  test('that was cut short while making its data is begun again', async () => {
    await mkdir(join(dataDir, 'cluster.new'), { recursive: true })
    await writeFile(join(dataDir, 'cluster.new', 'PG_VERSION'), 'half')
    await writeFile(join(dataDir, 'lock'), '4194000')
    expect(await ask((await start()).url, 'SELECT 1 AS one')).toEqual({ one: 1 })
  })

  test('is not stopped by a process number that now belongs to another program', async () => {
    await prepareData(dataDir)
    const first = await start()
    await first.stop()
    await writeFile(join(dataDir, 'cluster', 'postmaster.pid'), `${process.pid}\n${dataDir}\n0\n5432\n`)
    expect(await ask((await start()).url, 'SELECT 1 AS one')).toEqual({ one: 1 })
  })

  test('whose Postgres is killed before it answers is begun again', async () => {
    await prepareData(dataDir)
    const starting = start()
    await vi.waitFor(async () => expect(await postmaster()).toBeGreaterThan(0), { timeout: 10_000, interval: 1 })
    const killed = await postmaster()
    process.kill(killed, 'SIGKILL')
    const { url, pid } = await starting
    expect(pid).not.toBe(killed)
    expect(await ask(url, 'SELECT 1 AS one')).toEqual({ one: 1 })
  })

  test('on data of another Postgres version says so', async () => {
    await mkdir(join(dataDir, 'cluster'), { recursive: true })
    await writeFile(join(dataDir, 'cluster', 'PG_VERSION'), '15\n')
    await expect(start()).rejects.toThrow(
      /is of Postgres 15, but this is Postgres 18\. Back it up with the version of Chancery that made it/,
    )
  })

  test('without its password says so', async () => {
    await prepareData(dataDir)
    await (await start()).stop()
    await rm(join(dataDir, 'password'))
    await expect(start()).rejects.toThrow(/password is missing/)
  })

  test.runIf(isRoot)('by root in a folder closed to others says which, and what to do', async () => {
    await chmod(folder, 0o700)
    await expect(start()).rejects.toThrow(new RegExp(`may not enter ${folder}\\. Set DATA_DIR`))
  })

  test.runIf(isRoot)('works for a plain user, and one in a folder of another says so', async () => {
    await expect(startProcess({ uid: NOBODY, gid: NOBODY })).resolves.toMatchObject({
      said: { error: expect.stringMatching(/can't be used: EACCES.*Set DATA_DIR to a folder you own/) },
    })
    await mkdir(dataDir)
    await chown(dataDir, NOBODY, NOBODY)
    const { said } = await startProcess({ uid: NOBODY, gid: NOBODY })
    expect(await ask(said.url, 'SELECT 1 AS one')).toEqual({ one: 1 })
  })
})

describe('sharing', () => {
  test('a second start uses the running Postgres, and the last to leave stops it', async () => {
    await prepareData(dataDir)
    const [first, second] = [await start(), await start()]
    expect(second.pid).toBe(first.pid)
    await first.stop()
    expect(await ask(second.url, 'SELECT 1 AS one')).toEqual({ one: 1 })
    await second.stop()
    await gone(first.pid)
    expect(existsSync(join(dataDir, 'cluster', 'postmaster.pid'))).toBe(false)
  })

  test('processes that start together on an empty folder agree on one', async () => {
    const processes = await Promise.all([startProcess(), startProcess(), startProcess()])
    expect(new Set(processes.map(({ said }) => said.pid)).size).toBe(1)
  })

  test('a Postgres that outlived its server is used again', async () => {
    await prepareData(dataDir)
    const { child, said } = await startProcess()
    await ask(said.url, 'CREATE TABLE crown AS SELECT 7 AS points')
    child.kill('SIGKILL')
    await once(child, 'exit')
    const embedded = await start()
    expect(embedded.pid).toBe(said.pid)
    expect(await ask(embedded.url, 'SELECT points FROM crown')).toEqual({ points: 7 })
    // The killed process does not count as a user: this is the last one.
    await embedded.stop()
    // Not by its process id: the orphan's new parent may take its time to bury it.
    expect(await postmaster()).toBe(0)
    await expect(ask(said.url, 'SELECT 1')).rejects.toThrow(/ECONNREFUSED/)
  })
})

describe('signals', () => {
  test('one that takes too few connections for the workers is started again if nobody uses it; else that is said', async () => {
    const connections = async ({ url }: Embedded) => (await administer(url, 'SHOW max_connections'))[0]
    const warnings: string[] = []
    const listening = createLogger('warn', { write: (line: string) => warnings.push(JSON.parse(line).msg) })
    const other = await startProcess()
    const shared = await startEmbedded({ dataDir, logger: listening, servers: 4 })
    expect([await connections(shared), shared.pid]).toEqual([{ max_connections: '100' }, other.said.pid])
    expect(warnings).toEqual([expect.stringMatching(/takes 100 connections, and 4 workers need 180/)])
    await shared.stop()
    other.child.kill('SIGKILL')
    await once(other.child, 'exit')
    const alone = await startEmbedded({ dataDir, logger: listening, servers: 4 })
    started.push(alone)
    expect([await connections(alone), warnings.length]).toEqual([{ max_connections: '180' }, 1])
  })

  test('Ctrl-C reaches the server only: it drains first, then stops Postgres', async () => {
    await prepareData(dataDir)
    const { child, lines, said } = await startProcess()
    process.kill(-(child.pid as number), 'SIGINT')
    expect(await once(lines, 'line')).toEqual(['drained'])
    if (child.exitCode === null) await once(child, 'exit')
    expect(child.exitCode).toBe(0)
    await gone(said.pid)
  })

  test('a Postgres that is killed is started again at the same address, nothing committed is lost', async () => {
    await prepareData(dataDir)
    const embedded = await start()
    await ask(embedded.url, 'CREATE TABLE crown (points int)')
    for (let round = 0; round < 3; round++) {
      await ask(embedded.url, `INSERT INTO crown VALUES (${round})`)
      await killPostgres(embedded)
    }
    expect(await ask(embedded.url, 'SELECT count(*)::int AS kept FROM crown')).toEqual({ kept: 3 })
  })

  test('of two users of a killed Postgres both go on', async () => {
    await prepareData(dataDir)
    const [first, second] = [await start(), await start()]
    await killPostgres(first, second)
    expect(first.pid).toBe(second.pid)
    await first.stop()
    expect(await ask(second.url, 'SELECT 1 AS one')).toEqual({ one: 1 })
  })
})
