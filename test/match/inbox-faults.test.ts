/** The inbox after a crash of Postgres, after a restore into another cluster, and beside transactions that are none of its business. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../../src/accounts/caller.js'
import type { InboxItem } from '../../src/match/inbox-shapes.js'
import { type Embedded, startEmbedded } from '../../src/platform/embedded.js'
import { createLogger } from '../../src/platform/logger.js'
import { migrate } from '../../src/platform/migrations.js'
import { administer } from '../support/administer.js'
import { temporaryFolder } from '../support/postgres.js'
import { begin, openServer, play, type Server } from './server.js'

interface Cluster {
  readonly postgres: Embedded
  readonly folder: string
  readonly server: Server
}

async function newCluster(): Promise<Cluster> {
  const folder = await temporaryFolder()
  const postgres = await startEmbedded({ dataDir: join(folder, 'data'), logger: createLogger('silent') })
  await migrate(postgres.url)
  return { postgres, folder, server: await openServer(postgres.url) }
}

async function remove({ postgres, folder, server }: Cluster): Promise<void> {
  await server.close()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}

/** Transaction ids that are used and never reach the disk: a crash gives them out again. */
async function burnIds(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (let i = 0; i < 300; i++) await client.query('begin; select pg_current_xact_id(); rollback')
  await client.end()
}

async function crash({ postgres }: Cluster): Promise<void> {
  const { pid } = postgres
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => postgres.pid !== pid, { timeout: 30_000 }).toBe(true)
  const asked = () => administer(postgres.url, 'select 1 as one').catch(() => [])
  await expect.poll(async () => (await asked()).length, { timeout: 30_000 }).toBe(1)
}

const named = ({ match, version }: InboxItem) => `${match} ${version}`

/** What a follower that begins at the cursor is told, until it has been told all that is wanted or has waited for long. */
async function hear({ matches }: Server, player: Caller, after: string | undefined, wanted: readonly string[]) {
  const heard: InboxItem[] = []
  const enough = new AbortController()
  const patience = setTimeout(() => enough.abort(), 6000)
  for await (const item of matches.followInbox(player, after, enough.signal)) {
    heard.push(item)
    if (wanted.every((one) => heard.some((item) => named(item) === one))) enough.abort()
  }
  clearTimeout(patience)
  return heard
}

/** Generated columns are worked out anew, as a restore does. */
async function storedColumns(url: string, table: string): Promise<string> {
  const sql = `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns where table_name = $1 and is_generated = 'NEVER'`
  return `${(await administer(url, sql, [table]))[0]?.names}`
}

/** All rows of one database into another, as a dump and its restore would bring them. */
async function copyRows(from: string, to: string): Promise<void> {
  for (const table of ['player', 'token', 'match', 'seat', 'entry', 'secret']) {
    const rows = await administer(from, `select coalesce(json_agg(t), '[]')::text as all from ${table} t`)
    const columns = await storedColumns(to, table)
    await administer(to, `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1)`, [
      rows[0]?.all,
    ])
  }
}

let cluster: Cluster
/** Into which a test restores what the first one holds. */
let other: Cluster
beforeAll(async () => {
  ;[cluster, other] = await Promise.all([newCluster(), newCluster()])
})
afterAll(() => Promise.all([remove(cluster), remove(other)]))

describe('a crash of Postgres', () => {
  test('does not make a resumed follower miss a move', { timeout: 90_000 }, async () => {
    const { server, postgres } = cluster
    const players = [await server.player(), await server.player()] as const
    const match = await begin(server, players)
    for (let round = 0; round < 3; round++) {
      await burnIds(postgres.url)
      const version = (await server.matches.card(players[0], match)).version
      const [opening] = await hear(server, players[0], undefined, [`${match} ${version}`])
      await crash(cluster)
      await play(server, players, match, 2)
      const wanted = [`${match} ${version + 1}`, `${match} ${version + 2}`]
      const heard = await hear(server, players[0], opening?.cursor, wanted)
      expect(heard.map(named).filter((one) => wanted.includes(one))).toEqual(wanted)
    }
  })
})

describe('a restore into another cluster', () => {
  test('tells a follower with or without a cursor what waits, and what happens from then on', { timeout: 60_000 }, async () => {
    const old = cluster
    await burnIds(old.postgres.url)
    const players = [await old.server.player(), await old.server.player()] as const
    const waits = await begin(old.server, players)
    const another = await begin(old.server, players)
    const before = await hear(old.server, players[0], undefined, [`${waits} 1`, `${another} 1`])
    const cursor = before.at(-1)?.cursor
    await play(old.server, players, another, 1)
    await copyRows(old.postgres.url, other.postgres.url)
    expect((await hear(other.server, players[0], undefined, [`${waits} 1`])).map(named)).toEqual([`${waits} 1`])
    await play(other.server, players, another, 1)
    const wanted = [`${waits} 1`, `${another} 2`, `${another} 3`]
    const heard = (await hear(other.server, players[0], cursor, wanted)).map(named)
    expect(heard).toEqual(expect.arrayContaining(wanted))
    expect(heard.filter((one) => one.startsWith(another)).sort()).toEqual(heard.filter((one) => one.startsWith(another)))
  })
})

describe('a transaction that writes something else', () => {
  test('holds nobody up, in this database or another', { timeout: 30_000 }, async () => {
    const { server, postgres } = cluster
    const players = [await server.player(), await server.player()] as const
    const elsewhere = new URL(postgres.url)
    elsewhere.pathname = '/postgres'
    const writers = await Promise.all(
      [postgres.url, elsewhere.href].map(async (url) => {
        await administer(url, 'create table of_somebody_else (id int)')
        const client = new pg.Client({ connectionString: url })
        client.on('error', () => {})
        await client.connect()
        await client.query('begin; insert into of_somebody_else values (1)')
        return client
      }),
    )
    const match = await begin(server, players)
    await play(server, players, match, 2)
    const [opening] = await hear(server, players[0], undefined, [`${match} 3`])
    expect(opening && named(opening)).toBe(`${match} 3`)
    await play(server, players, match, 2)
    const wanted = [`${match} 4`, `${match} 5`]
    expect((await hear(server, players[0], opening?.cursor, wanted)).map(named)).toEqual(wanted)
    for (const writer of writers) await writer.end()
  })
})
