/** The Postgres of a test run: the one given, else a container, else the embedded one in a temporary folder. */
import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { PostgreSqlContainer } from '@testcontainers/postgresql'
import pg from 'pg'
import { getContainerRuntimeClient } from 'testcontainers'
import { startEmbedded } from '../../src/platform/embedded.js'
import { createLogger } from '../../src/platform/logger.js'
import { administer } from './administer.js'

interface TestPostgres {
  readonly url: string
  stop(): Promise<void>
}

const RUNTIME_PATIENCE = 4_000
/** Three workers at a time, some of them with two servers and pools of their own. */
const CONNECTIONS = 300

export async function startPostgres(): Promise<TestPostgres> {
  const given = process.env.DATABASE_URL
  if (given) return { url: given, stop: async () => {} }
  return (await startContainer()) ?? startTemporary()
}

/** The runtime client is asked, because a docker command may be there without anything to answer it. */
async function startContainer(): Promise<TestPostgres | undefined> {
  const answers = getContainerRuntimeClient().then(yes, no)
  if (!(await Promise.race([answers, sleep(RUNTIME_PATIENCE, false, { ref: false })]))) return undefined
  try {
    const container = await new PostgreSqlContainer('postgres:18')
      .withCommand(['postgres', '-c', `max_connections=${CONNECTIONS}`])
      .start()
    return { url: container.getConnectionUri(), stop: async () => void (await container.stop()) }
  } catch (error) {
    console.warn('No container could be started; using the embedded Postgres.', error)
    return undefined
  }
}

/** A run that is cut short ends it with all else that works in the run's folder. */
async function startTemporary(): Promise<TestPostgres> {
  const folder = await temporaryFolder()
  const setting = { dataDir: join(folder, 'data'), logger: createLogger('warn') }
  const first = await startEmbedded(setting)
  await hashPasswordOnce(first.url)
  await first.stop()
  const prepared = join(folder, 'prepared')
  await copy(setting.dataDir, prepared)
  await rm(join(prepared, 'port'), { force: true })
  process.env.PREPARED_DATA = prepared
  const second = await startEmbedded(setting)
  await forget(second.url)
  await second.stop()
  const embedded = await startEmbedded(setting)
  return {
    url: embedded.url,
    stop: async () => {
      await embedded.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A password of 32 random characters needs no slow hash, and a run makes some thousands of connections. */
async function hashPasswordOnce(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('SET scram_iterations = 1')
  await client.query(`ALTER ROLE CURRENT_USER PASSWORD ${pg.escapeLiteral(new URL(url).password)}`)
  await client.end()
}

/** From its next start on. Nothing here outlives the run or grows old, and tests of what outlives a crash have a Postgres of their own. */
async function forget(url: string): Promise<void> {
  for (const setting of ['fsync', 'full_page_writes', 'autovacuum']) await administer(url, `ALTER SYSTEM SET ${setting} = off`)
  await administer(url, `ALTER SYSTEM SET max_connections = ${CONNECTIONS}`)
}

/** With its owner, who may be another than the one who runs the tests. */
const copy = (from: string, to: string) => promisify(execFile)('cp', ['-a', from, to])

/**
 * For tests that are not about how data comes to be: a data folder as an embedded Postgres leaves it, at a tenth of the cost of initdb. Nothing is
 * copied where the run has no embedded Postgres; a start then makes its data itself.
 */
export async function prepareData(dataDir: string): Promise<void> {
  if (process.env.PREPARED_DATA) await copy(process.env.PREPARED_DATA, dataDir)
}

/** Open to the account that Postgres runs as when the tests are run by root. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'chancery-test-'))
  await chmod(folder, 0o755)
  return folder
}

const yes = () => true
const no = () => false
