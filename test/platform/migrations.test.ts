import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrate } from '../../src/platform/migrations.js'
import { administer } from '../support/administer.js'
import { emptyDatabase, type FreshDatabase, freshDatabase } from '../support/database.js'

const FIRST = 'CREATE TABLE shield (id int PRIMARY KEY);'

let database: FreshDatabase
let folder: string

beforeEach(async () => {
  database = await emptyDatabase()
  folder = await mkdtemp(join(tmpdir(), 'chancery-migrations-'))
  await write('1_first', FIRST)
})

afterEach(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

async function write(name: string, sql: string): Promise<void> {
  await mkdir(join(folder, name), { recursive: true })
  await writeFile(join(folder, name, 'migration.sql'), sql)
}

const rows = (sql: string) => administer(database.url, sql)

test('each migration is applied once, in order, and recorded as Prisma would', async () => {
  await write('2_second', 'ALTER TABLE shield ADD colour text; INSERT INTO shield VALUES (1);')
  expect(await migrate(database.url, folder)).toEqual(['1_first', '2_second'])
  expect(await migrate(database.url, folder)).toEqual([])
  expect(await rows('SELECT * FROM shield')).toEqual([{ id: 1, colour: null }])
  const [first] = await rows('SELECT * FROM _prisma_migrations ORDER BY migration_name')
  expect(first).toMatchObject({ migration_name: '1_first', applied_steps_count: 1, rolled_back_at: null, logs: null })
  expect(first?.checksum).toBe(createHash('sha256').update(FIRST).digest('hex'))
  expect(first?.finished_at).toBeInstanceOf(Date)
})

test('servers that start at the same time apply it once between them', async () => {
  const applied = await Promise.all([1, 2, 3, 4].map(() => migrate(database.url, folder)))
  expect(applied.flat()).toEqual(['1_first'])
})

test('a migration that was changed afterwards is refused by name', async () => {
  await migrate(database.url, folder)
  await write('1_first', `${FIRST} -- changed`)
  await expect(migrate(database.url, folder)).rejects.toThrow(/^Migration 1_first was changed after it had been applied/)
})

test('a migration that fails leaves nothing behind and can be mended', async () => {
  await write('2_second', 'CREATE TABLE sword (id int); SELECT nonsense;')
  await expect(migrate(database.url, folder)).rejects.toThrow(/^Migration 2_second failed: .*nonsense/)
  expect(await rows("SELECT to_regclass('sword') AS sword")).toEqual([{ sword: null }])
  await write('2_second', 'CREATE TABLE sword (id int);')
  expect(await migrate(database.url, folder)).toEqual(['2_second'])
})

test('a migration that Prisma began and did not finish is refused', async () => {
  await migrate(database.url, folder)
  await rows('UPDATE _prisma_migrations SET finished_at = NULL')
  await expect(migrate(database.url, folder)).rejects.toThrow(/^Migration 1_first was begun but not finished/)
})

test("the project's own migrations are found, and the template has them all", async () => {
  const migrated = await freshDatabase()
  expect(await migrate(migrated.url)).toEqual([])
  const entries = await readdir(new URL('../../prisma/migrations', import.meta.url), { withFileTypes: true })
  const applied = await administer(migrated.url, 'SELECT migration_name FROM _prisma_migrations')
  expect(applied).toHaveLength(entries.filter((entry) => entry.isDirectory()).length)
  await migrated.drop()
})
