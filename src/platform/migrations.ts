/**
 * Applies `prisma/migrations` at start, without Prisma's engine. Keeps Prisma's own table and takes Prisma's own lock, so
 * that `prisma migrate deploy` and this agree on what has been done.
 */
import { createHash, randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { failure } from './failure.js'
import { isOutage } from './outage.js'

/** `src/platform` and `dist/platform` lie equally deep. */
const FOLDER = fileURLToPath(new URL('../../prisma/migrations', import.meta.url))
export const PRISMA_LOCK = 72_707_369
export const MIGRATIONS_TABLE = '_prisma_migrations'
const CONNECTING_MS = 10_000

const TABLE = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
  "id" VARCHAR(36) PRIMARY KEY NOT NULL,
  "checksum" VARCHAR(64) NOT NULL,
  "finished_at" TIMESTAMPTZ,
  "migration_name" VARCHAR(255) NOT NULL,
  "logs" TEXT,
  "rolled_back_at" TIMESTAMPTZ,
  "started_at" TIMESTAMPTZ NOT NULL DEFAULT now(),
  "applied_steps_count" INTEGER NOT NULL DEFAULT 0
)`

interface Migration {
  readonly name: string
  readonly sql: string
  readonly checksum: string
}

interface Applied {
  readonly migration_name: string
  readonly checksum: string
  readonly finished_at: Date | null
}

/** Returns the names of the migrations it applied. */
export async function migrate(url: string, folder = FOLDER): Promise<string[]> {
  const migrations = await readMigrations(folder)
  const client = new pg.Client({
    connectionString: url,
    application_name: 'chancery migrations',
    connectionTimeoutMillis: CONNECTING_MS,
  })
  // An error between two queries is reported by the next one.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [PRISMA_LOCK])
    return await applyMissing(client, migrations)
  } finally {
    // Closing the session releases the lock.
    await client.end()
  }
}

/** A migration by name, and by what it holds. */
export type Named = Pick<Migration, 'name' | 'checksum'>

/** What has been applied to the database, oldest first; the table must be there. */
export async function appliedMigrations(client: pg.Client): Promise<Named[]> {
  const applied = [...(await readApplied(client)).values()].filter(({ finished_at }) => finished_at !== null)
  return applied.map(({ migration_name, checksum }) => ({ name: migration_name, checksum }))
}

/** Applies these and no others to a database without tables, within the transaction of the caller. */
export async function applyOnly(client: pg.Client, wanted: readonly Named[], folder = FOLDER): Promise<void> {
  const known = await readMigrations(folder)
  await client.query(TABLE)
  for (const { name, checksum } of wanted) {
    const found = known.find((migration) => migration.name === name && migration.checksum === checksum)
    if (!found)
      throw failure(
        `This version of Chancery does not have the migration ${name}: use the version that applied it, or a later one.`,
      )
    await run(client, found)
  }
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  return Promise.all(names.sort().map((name) => readMigration(folder, name)))
}

async function readMigration(folder: string, name: string): Promise<Migration> {
  const bytes = await readFile(join(folder, name, 'migration.sql'))
  return { name, sql: bytes.toString('utf8'), checksum: createHash('sha256').update(bytes).digest('hex') }
}

async function applyMissing(client: pg.Client, migrations: readonly Migration[]): Promise<string[]> {
  await client.query(TABLE)
  const applied = await readApplied(client)
  const missing = migrations.filter((migration) => !isApplied(migration, applied))
  for (const migration of missing) await apply(client, migration)
  return missing.map(({ name }) => name)
}

async function readApplied(client: pg.Client): Promise<Map<string, Applied>> {
  const { rows } = await client.query<Applied>(
    'SELECT migration_name, checksum, finished_at FROM "_prisma_migrations" WHERE rolled_back_at IS NULL ORDER BY started_at',
  )
  return new Map(rows.map((row) => [row.migration_name, row]))
}

function isApplied({ name, checksum }: Migration, applied: ReadonlyMap<string, Applied>): boolean {
  const row = applied.get(name)
  if (row === undefined) return false
  if (row.finished_at === null) {
    throw failure(`Migration ${name} was begun but not finished. Mend the database, then run "prisma migrate resolve".`)
  }
  if (row.checksum !== checksum) {
    throw failure(`Migration ${name} was changed after it had been applied. Restore the file and add a new migration instead.`)
  }
  return true
}

async function run(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  await client.query(sql)
  // By the clock, so that those of one transaction are in order too.
  await client.query(
    `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
     VALUES ($1, $2, $3, clock_timestamp(), clock_timestamp(), 1)`,
    [randomUUID(), checksum, name],
  )
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('BEGIN')
  try {
    await run(client, migration)
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    // Says nothing about the migration, which is done as a whole or not at all and may be begun again.
    if (isOutage(error)) throw error
    throw failure(`Migration ${migration.name} failed: ${error instanceof Error ? error.message : error}`)
  }
}
