/** Whatever a table may hold comes back as it was: values of many types, references in any order, numbers that are given next. */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { writeBackup } from '../../src/platform/backup/backup.js'
import { readIntoDatabase } from '../../src/platform/backup/restore.js'
import { migrate } from '../../src/platform/migrations.js'
import { administer } from '../support/administer.js'
import { emptyDatabase, type FreshDatabase } from '../support/database.js'
import { temporaryFolder } from '../support/postgres.js'

const TABLES = `create table "Odd ""name""" (
    id bigint generated always as identity primary key,
    parent bigint references "Odd ""name"""(id),
    texts text[], bytes bytea, moment timestamptz, number double precision, document json, sorted jsonb, span interval,
    twice bigint generated always as (id * 2) stored);
  create table cache (id int);
  create function never() returns trigger language plpgsql as $$ begin raise exception 'never'; end $$;
  create trigger never before update or delete or truncate on "Odd ""name""" for each statement execute function never()`

const ROWS = `insert into "Odd ""name""" (parent, texts, bytes, moment, number, document, sorted, span) values
  (2, array['a', null, 'with "quotes", {braces} and \\\\'], '\\x00ff0a', '2026-11-16 18:00:00.123456+02', 0.1, '{"b": 1,   "a":"\u2028 line\\nend"}', '{"b":[]}', '1 month -3 days'),
  (3, '{}', '', '-infinity', 'NaN', 'null', 'null', null), (null, null, null, null, 1e-300, null, null, null)`

const progress = { table: () => {}, done: () => {} }

interface Ground {
  readonly folder: string
  readonly from: FreshDatabase
  readonly to: FreshDatabase
  readonly file: string
}

async function withTables(sql: string, work: (ground: Ground) => Promise<void>): Promise<void> {
  const folder = await temporaryFolder()
  const [from, to] = [await emptyDatabase(), await emptyDatabase()]
  await mkdir(join(folder, '1_tables'))
  await writeFile(join(folder, '1_tables', 'migration.sql'), sql)
  await migrate(from.url, folder)
  await work({ folder, from, to, file: join(folder, 'a.backup') })
  for (const database of [from, to]) await database.drop()
  await rm(folder, { recursive: true, force: true })
}

const SETTINGS = { version: '0', caches: ['cache'], progress }

test('values, references and sequences', () =>
  withTables(TABLES, async ({ folder, from, to, file }) => {
    await administer(from.url, `${ROWS}; insert into cache values (1)`)
    await administer(from.url, 'create table strange (id serial); insert into strange values (default)')
    await writeBackup(from.url, file, SETTINGS)
    const strange: string[] = []
    const settings = {
      force: false,
      caches: SETTINGS.caches,
      progress,
      migrations: folder,
      onStrange: (table: string) => void strange.push(table),
    }
    expect((await readIntoDatabase(to.url, file, settings)).rows).toBe(3)
    expect(strange).toEqual(['strange'])

    const all = 'select odd::text from "Odd ""name""" odd order by id'
    expect(await administer(to.url, all)).toEqual(await administer(from.url, all))
    expect(await administer(to.url, 'select from cache')).toEqual([])
    const next = 'insert into "Odd ""name""" (parent) values (1) returning id, twice'
    expect(await administer(to.url, next)).toEqual([{ id: '4', twice: '8' }])
    await expect(administer(to.url, 'insert into "Odd ""name""" (parent) values (99)')).rejects.toThrow(/foreign key/)
    await expect(administer(to.url, 'delete from "Odd ""name"""')).rejects.toThrow('never')
    expect(await migrate(to.url, folder)).toEqual([])

    await expect(readIntoDatabase(to.url, file, settings)).rejects.toThrow(
      /^The database is not empty: it has rows in Odd "name"\./,
    )
    await administer(to.url, 'drop table _prisma_migrations')
    await expect(readIntoDatabase(to.url, file, settings)).rejects.toThrow(/it has tables that are none of Chancery's/)
  }))

const FAMILY = 'create table a_parent (id int primary key); create table b_child (id int references a_parent)'

test('all tables are of one moment, whatever is written while they are read', () =>
  withTables(FAMILY, async ({ folder, from, to, file }) => {
    const writer = new pg.Client({ connectionString: from.url })
    await writer.connect()
    await writer.query('begin; lock table b_child in access exclusive mode')
    const backup = writeBackup(from.url, file, SETTINGS)
    const isHeldUp = "select from pg_locks where not granted and relation = 'b_child'::regclass"
    while ((await administer(from.url, isHeldUp)).length === 0) await sleep(10)
    await writer.query('insert into a_parent values (1); insert into b_child values (1); commit')
    await writer.end()
    await backup
    const settings = { force: false, caches: SETTINGS.caches, progress, migrations: folder, onStrange: () => {} }
    expect((await readIntoDatabase(to.url, file, settings)).rows).toBe(0)
  }))
