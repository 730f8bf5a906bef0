/** The Postgres of a test run: the one given, else a container, else the embedded one in a temporary folder. */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { PostgreSqlContainer } from '@testcontainers/postgresql'
import { getContainerRuntimeClient } from 'testcontainers'
import { startEmbedded } from '../../src/platform/embedded.js'
import { createLogger } from '../../src/platform/logger.js'

interface TestPostgres {
  readonly url: string
  stop(): Promise<void>
}

const RUNTIME_PATIENCE = 4_000

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
    const container = await new PostgreSqlContainer('postgres:18').start()
    return { url: container.getConnectionUri(), stop: async () => void (await container.stop()) }
  } catch (error) {
    console.warn('No container could be started; using the embedded Postgres.', error)
    return undefined
  }
}

/** A run that is cut short ends it with all else that works in the run's folder. */
async function startTemporary(): Promise<TestPostgres> {
  const folder = await temporaryFolder()
  const embedded = await startEmbedded({ dataDir: join(folder, 'data'), logger: createLogger('warn') })
  return {
    url: embedded.url,
    stop: async () => {
      await embedded.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Open to the account that Postgres runs as when the tests are run by root. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'chancery-test-'))
  await chmod(folder, 0o755)
  return folder
}

const yes = () => true
const no = () => false
