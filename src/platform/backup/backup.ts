/**
 * Writes a database to a file, by statements of our own: the embedded Postgres comes without pg_dump, and a client that is older than the server
 * refuses. One snapshot of one transaction, so servers go on playing meanwhile.
 */
import { createWriteStream, existsSync } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { failure } from '../failure.js'
import { appliedMigrations } from '../migrations.js'
import { codeOf, messageOf } from '../thrown.js'
import { columnsOf, hasMigrations, quoted, sequencesOf, tablesOf } from './catalogue.js'
import { headerOf, type Row, type Table, written } from './format.js'
import { inTransaction } from './session.js'

export interface Progress {
  /** Called before each table. */
  table(name: string, rows: number): void
  /** Called with the rows of the table that are done. */
  done(rows: number): void
}

interface Settings {
  /** Of Chancery. */
  readonly version: string
  /** Tables that can be made again from the others. */
  readonly caches: readonly string[]
  readonly progress: Progress
}

const SNAPSHOT = 'begin isolation level repeatable read read only'
const ROWS_AT_A_TIME = 500

/** Resolves to the size of the file, which appears under its name only when it is whole. */
export async function writeBackup(url: string, file: string, settings: Settings): Promise<number> {
  if (existsSync(file)) throw failure(`${file}: is there already; choose another name.`, 2)
  const unfinished = `${file}.part`
  await inTransaction(url, 'chancery backup', SNAPSHOT, async (client) => {
    if (!(await hasMigrations(client))) throw failure('The database has no tables yet: start a server on it first.')
    await save(written(await headerFor(client, settings), contents(client, settings)), unfinished)
  })
  await rename(unfinished, file)
  return (await stat(file)).size
}

const headerFor = async (client: pg.Client, { version }: Settings) =>
  headerOf({
    madeAt: new Date().toISOString(),
    madeBy: version,
    migrations: await appliedMigrations(client),
    sequences: await sequencesOf(client),
  })

/** Readable by its owner alone: it holds the secrets of matches, if the operator has no key, and the hashes of tokens. */
async function save(text: AsyncIterable<string>, file: string): Promise<void> {
  try {
    await rm(file, { force: true })
    await pipeline(text, createGzip(), createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }))
  } catch (error) {
    await rm(file, { force: true }).catch(() => {})
    throw isOfTheDisk(error) ? failure(`${file}: can't be written: ${messageOf(error)}.`) : error
  }
}

const isOfTheDisk = (error: unknown): boolean => /^E(ACCES|ROFS|NOENT|NOTDIR|ISDIR|NOSPC|DQUOT|PERM)$/.test(codeOf(error) ?? '')

async function* contents(client: pg.Client, { caches, progress }: Settings): AsyncGenerator<(Table | Row)[]> {
  for (const table of await tablesOf(client)) {
    if (caches.includes(table)) continue
    const columns = (await columnsOf(client, table)).map(({ name }) => name)
    const rows = await countOf(client, table)
    progress.table(table, rows)
    yield [{ table, columns, rows }]
    yield* rowsOf(client, table, columns, progress)
  }
}

async function countOf(client: pg.Client, table: string): Promise<number> {
  const { rows } = await client.query<{ count: string }>(`select count(*) from ${quoted(table)}`)
  return Number(rows[0]?.count)
}

async function* rowsOf(client: pg.Client, table: string, columns: readonly string[], progress: Progress): AsyncGenerator<Row[]> {
  const texts = columns.map((column) => `${quoted(column)}::text`).join(', ')
  await client.query(`declare rows no scroll cursor for select ${texts} from ${quoted(table)}`)
  for (let done = 0; ; ) {
    const { rows } = await client.query<(string | null)[]>({ text: `fetch ${ROWS_AT_A_TIME} from rows`, rowMode: 'array' })
    if (rows.length === 0) break
    yield rows
    done += rows.length
    progress.done(done)
  }
  await client.query('close rows')
}
