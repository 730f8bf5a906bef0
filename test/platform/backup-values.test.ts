/** Whatever a table may hold comes back as it was: values of many types, references in any order, numbers that are given next. */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeBackup } from '../../src/platform/backup/backup.js'
import { readIntoDatabase } from '../../src/platform/backup/restore.js'
import { migrate } from '../../src/platform/migrations.js'
import { administer } from '../support/administer.js'
import { emptyDatabase } from '../support/database.js'
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

test('values, references and sequences', async () => {
  const folder = await temporaryFolder()
  const [from, to] = [await emptyDatabase(), await emptyDatabase()]
  await mkdir(join(folder, '1_odd'))
  await writeFile(join(folder, '1_odd', 'migration.sql'), TABLES)
  await migrate(from.url, folder)
  await administer(
    from.url,
    `${ROWS}; insert into cache values (1); create table strange (id serial); insert into strange values (default)`,
  )
  const file = join(folder, 'odd.backup')
  await writeBackup(from.url, file, { version: '0', caches: ['cache'], progress })
  const strange: string[] = []
  const settings = { force: false, progress, migrations: folder, onStrange: (table: string) => void strange.push(table) }
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
  for (const database of [from, to]) await database.drop()
  await rm(folder, { recursive: true, force: true })
})
