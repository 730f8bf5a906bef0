/**
 * Reads a backup into a database, all of it or nothing. The tables are made by the migrations that had been applied when the backup was made, so
 * what a later version changes is changed at its first start, in the rows as well.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { failure } from '../failure.js'
import { applyOnly, MIGRATIONS_TABLE, PRISMA_LOCK } from '../migrations.js'
import type { Progress } from './backup.js'
import { type Column, columnsOf, foreignKeys, functionsOf, hasMigrations, quoted, tablesOf } from './catalogue.js'
import { type Header, type Row, readBackup, type Table } from './format.js'
import { inTransaction } from './session.js'

interface Settings {
  /** Whether what is in the database may be deleted. */
  readonly force: boolean
  readonly progress: Progress
  /** Tables that a backup leaves out, because they can be made again from the others. */
  readonly caches: readonly string[]
  /** Tables of the backup that are none of Chancery's. */
  readonly onStrange: (table: string) => void
  /** The folder of the migrations, unless it is our own. */
  readonly migrations?: string
}

export interface Restored {
  readonly header: Header
  readonly rows: number
}

const ROWS_AT_A_TIME = 500
const CLOSING_MS = 1_000
const CHARACTERS_AT_A_TIME = 4_000_000

export async function readIntoDatabase(url: string, file: string, settings: Settings): Promise<Restored> {
  const { header, lines } = await readBackup(file)
  return inTransaction(url, 'chancery restore', 'begin', async (client) => {
    // A server that starts meanwhile waits here with its migrations.
    await client.query('select pg_advisory_xact_lock($1)', [PRISMA_LOCK])
    await requireUnused(client)
    if (!settings.force) await requireEmpty(client)
    await wipe(client)
    await applyOnly(client, header.migrations, settings.migrations)
    const rows = await load(client, lines, settings)
    for (const sequence of header.sequences) await goOn(client, sequence)
    return { header, rows }
  })
}

/** Asked twice: the session of a process that ended just now may still be closing. */
async function requireUnused(client: pg.Client): Promise<void> {
  if (!(await isUsed(client))) return
  await sleep(CLOSING_MS)
  if (await isUsed(client)) throw failure('A server uses this database: stop it first.')
}

async function isUsed(client: pg.Client): Promise<boolean> {
  // Within a transaction Postgres would otherwise show what it showed the first time.
  await client.query('select pg_stat_clear_snapshot()')
  const { rows } = await client.query(
    "select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and application_name like 'chancery%'",
  )
  return rows.length > 0
}

async function requireEmpty(client: pg.Client): Promise<void> {
  const tables = await tablesOf(client)
  if (tables.length > 0 && !(await hasMigrations(client))) throw occupied("tables that are none of Chancery's")
  for (const table of tables) {
    const { rowCount } = await client.query(`select from ${quoted(table)} limit 1`)
    if (rowCount) throw occupied(`rows in ${table}`)
  }
}

const occupied = (what: string) =>
  failure(`The database is not empty: it has ${what}. Restore into an empty one, or add --force to delete all that is there.`)

async function wipe(client: pg.Client): Promise<void> {
  for (const table of [...(await tablesOf(client)), MIGRATIONS_TABLE])
    await client.query(`drop table if exists ${quoted(table)} cascade`)
  for (const signature of await functionsOf(client)) await client.query(`drop routine if exists ${signature} cascade`)
}

/** Without foreign keys, because the rows come in no order in which they would hold; they are checked when all are there. */
async function load(client: pg.Client, lines: AsyncIterable<Table | Row>, settings: Settings): Promise<number> {
  const keys = await foreignKeys(client)
  for (const statement of keys.drop) await client.query(statement)
  const rows = await loadRows(client, lines, settings)
  for (const statement of keys.add) await client.query(statement)
  return rows
}

async function loadRows(client: pg.Client, lines: AsyncIterable<Table | Row>, settings: Settings): Promise<number> {
  const known = new Set(await tablesOf(client))
  const missing = new Set(known)
  let total = 0
  let into: Inserter | undefined
  for await (const line of lines) {
    if (Array.isArray(line)) {
      await into?.add(line)
      continue
    }
    total += (await into?.end()) ?? 0
    into = known.has(line.table) ? await inserter(client, line, settings.progress) : undefined
    if (!into) settings.onStrange(line.table)
    missing.delete(line.table)
  }
  total += (await into?.end()) ?? 0
  for (const cache of settings.caches) missing.delete(cache)
  if (missing.size > 0)
    throw failure(`The backup has no ${[...missing].join(', ')}: a table that its migrations make is missing.`)
  return total
}

/** A sequence of a table that was left out is not there. */
async function goOn(client: pg.Client, { name, next }: Header['sequences'][number]): Promise<void> {
  const at = 'to_regclass($1)'
  await client.query(`select setval(${at}, $2::bigint, false) where ${at} is not null`, [quoted(name), next])
}

interface Inserter {
  add(row: Row): Promise<void>
  /** Resolves to the number of rows. */
  end(): Promise<number>
}

async function inserter(client: pg.Client, { table, columns, rows }: Table, progress: Progress): Promise<Inserter> {
  const statement = insertInto(table, await typed(client, table, columns))
  let waiting: Row[] = []
  let size = 0
  let done = 0
  progress.table(table, rows)
  const flush = async (): Promise<void> => {
    await client.query(statement, [JSON.stringify(waiting)])
    done += waiting.length
    waiting = []
    size = 0
    progress.done(done)
  }
  return {
    async add(row) {
      waiting.push(row)
      for (const value of row) size += value?.length ?? 0
      if (waiting.length >= ROWS_AT_A_TIME || size >= CHARACTERS_AT_A_TIME) await flush()
    },
    async end() {
      if (waiting.length > 0) await flush()
      if (done !== rows) throw failure(`The backup has ${done} rows of ${table}, and says that there are ${rows}.`)
      return done
    },
  }
}

async function typed(client: pg.Client, table: string, names: readonly string[]): Promise<Column[]> {
  const known = await columnsOf(client, table)
  return names.map((name) => {
    const column = known.find((one) => one.name === name)
    if (!column) throw failure(`The backup has a column ${table}.${name} that its migrations do not make.`)
    return column
  })
}

function insertInto(table: string, columns: readonly Column[]): string {
  const names = columns.map(({ name }) => quoted(name)).join(', ')
  const values = columns.map(({ type }, index) => `(line->>${index})::${type}`).join(', ')
  return `insert into ${quoted(table)} (${names}) overriding system value select ${values} from json_array_elements($1::json) as lines(line)`
}
