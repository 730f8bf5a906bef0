/** `chancery verify --database`: every log that a server keeps, finished or not, and what its row says of it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { doAll } from '../../src/cli/all-cores.js'
import { logCrew } from '../../src/cli/threads.js'
import { checkLog } from '../../src/cli/verify/logs.js'
import { Clock } from '../../src/clocks/clock.js'
import { readSpans } from '../../src/clocks/timekeeper.js'
import { type StoredLog, storedLogs } from '../../src/match/stored-logs.js'
import { begin, create, openServer, type Player, play, type Server } from '../match/server.js'
import { administer } from '../support/administer.js'
import { type FreshDatabase, freshDatabase } from '../support/database.js'
import { chancery } from '../support/process.js'

const KEY = Buffer.alloc(32, 7)
let database: FreshDatabase
let server: Server
let players: readonly Player[]
const ids: Record<'over' | 'running' | 'aborted' | 'timed', string> = { over: '', running: '', aborted: '', timed: '' }

beforeAll(async () => {
  database = await freshDatabase()
  server = await openServer(database.url, { secretsKey: KEY })
  await server.time.beat()
  players = [await server.player(), await server.player()]
  const [host, other] = players as [Player, Player]
  ids.over = await begin(server, players)
  await play(server, players, ids.over, Number.POSITIVE_INFINITY)
  ids.running = await begin(server, players, { game: 'royals', options: {} })
  await play(server, players, ids.running, 5)
  ids.timed = await begin(server, players, { clock: Clock.parse({ kind: 'bank', seconds: 86_400, increment: 60 }) })
  await play(server, players, ids.timed, 5)
  ids.aborted = await begin(server, players)
  await server.matches.agreeToAbort(host, ids.aborted, { agree: true })
  await server.matches.agreeToAbort(other, ids.aborted, { agree: true })
  await create(server, host)
})
afterAll(async () => {
  await server.close()
  await database.drop()
})

const verify = (...argv: string[]) =>
  chancery(['verify', '--database', ...argv], { DATABASE_URL: database.url, SECRETS_KEY: KEY.toString('hex') })

const logs = async (): Promise<StoredLog[]> => {
  const { spans } = await readSpans(server.pool)
  const all: StoredLog[] = []
  for await (const log of storedLogs(server.pool, KEY, spans).all()) all.push(log)
  return all
}
const problemOf = async (match: string): Promise<string | undefined> => {
  const [log] = (await logs()).filter((one) => one.match === match)
  return log && checkLog(log).problem
}

/** As whoever has the database in their hands, whom no trigger stops. */
const force = (sql: string) => administer(database.url, `begin; set local session_replication_role = replica; ${sql}; commit`)

/** What becomes of the check while rows are other than they were written. */
async function whileForced<T>(table: string, where: string, change: string, look: () => Promise<T>): Promise<T> {
  const kept = `kept_${Math.random().toString(36).slice(2)}`
  const columns = await administer(
    database.url,
    `select string_agg(quote_ident(attname), ', ') as names from pg_attribute
     where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
  )
  const names = columns[0]?.names
  await force(`create table ${kept} as select ${names} from ${table} where ${where}; ${change} where ${where}`)
  try {
    return await look()
  } finally {
    await force(
      `delete from ${table} where ${where}; insert into ${table} (${names}) select ${names} from ${kept}; drop table ${kept}`,
    )
  }
}

describe('a database as the server wrote it', () => {
  test('is right, matches that still run included; an open one has no log', async () => {
    const entries = await administer(database.url, 'select count(*)::int as count from entry')
    const { code, stdout, stderr } = await verify()
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toBe(`4 of 4 matches are right, ${entries[0]?.count} entries, 2 matches still run\n`)
    expect((await verify('--strict', '--workers', '3')).stdout).toBe(stdout)
  })

  test('a thread tells the same of every log as whoever asks it', async () => {
    const all = await logs()
    const crew = logCrew(2)
    const there = await crew.work(all).finally(crew.close)
    expect(there.results).toHaveLength(4)
    expect(there).toEqual(await doAll(all, checkLog))
  })
})

describe('what was altered is named', () => {
  test.each<[string, () => string, string, RegExp]>([
    ['an event', () => `match_id = '${ids.over}' and version = 3`, `events = '[]'`, /entry 3: the hash does not fit/],
    ['the time of a move', () => `match_id = '${ids.timed}' and version = 2`, `at = at + interval '1 ms'`, /entry 2: the hash/],
    ['a roll', () => `match_id = '${ids.running}' and version = 1`, `rolls = '[]'`, /entry 1: the hash/],
  ])('%s', async (_, where, change, problem) => {
    const { code, stdout, stderr } = await whileForced('entry', where(), `update entry set ${change}`, verify)
    expect(code).toBe(1)
    expect(stderr).toMatch(problem)
    expect(stderr.trimEnd().split('\n')).toHaveLength(1)
    expect(stdout).toMatch(/^3 of 4 matches are right/)
  })

  test.each<[string, keyof typeof ids, string, RegExp]>([
    ['a result', 'over', `result = '[]'`, /its result is another than that of its log/],
    ['a status', 'running', `status = 'over', result = '[]'`, /it is said to be over, and is running by its log/],
    ['an end', 'aborted', `status = 'running'`, /it is said to be running, and is aborted by its log/],
    ['the commitment', 'over', `commitment = repeat('0', 64)`, /the commitment is not that of this secret and match/],
    ['options', 'over', `options = '{"starter":"random"}'`, /entry 1: the hash does not fit/],
  ])('%s', async (_, match, change, problem) => {
    const forced = whileForced('match', `id = '${ids[match]}'`, `update match set ${change}`, () => problemOf(ids[match]))
    expect(await forced).toMatch(problem)
    expect(await problemOf(ids[match])).toBeUndefined()
  })

  test('the end of a log that is missing', async () => {
    const last = `match_id = '${ids.over}' and version = (select max(version) from entry where match_id = '${ids.over}')`
    const [{ version }] = (await administer(database.url, `select version from entry where ${last}`)) as [{ version: number }]
    const where = `match_id = '${ids.over}' and version = ${version}`
    expect(await whileForced('entry', where, 'delete from entry', () => problemOf(ids.over))).toMatch(
      /it is said to be over, and is running by its log/,
    )
    expect(await problemOf(ids.over)).toBeUndefined()
  })
})

describe('what cannot be checked is told in one line', () => {
  test.each<[string, string[], Record<string, string>, number, RegExp]>([
    ['another key', [], { SECRETS_KEY: '00'.repeat(32) }, 2, /SECRETS_KEY: it does not open the secret of the match /],
    ['a file beside the database', ['x.json'], {}, 2, /--database: expected neither FILE nor --head with it, got "x.json"/],
    ['no database', [], { DATABASE_URL: 'postgres://127.0.0.1:1/none' }, 2, /127\.0\.0\.1:1/],
  ])('%s', async (_, argv, env, code, message) => {
    const said = await chancery(['verify', '--database', ...argv], { DATABASE_URL: database.url, ...env })
    expect(said).toMatchObject({ code, stdout: '' })
    expect(said.stderr.trimEnd().split('\n')).toHaveLength(1)
    expect(said.stderr).toMatch(message)
  })
})
