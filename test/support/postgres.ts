/** The Postgres of a test run: the one given, else a container, else the embedded one in a temporary folder. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
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

const PREFIX = 'chancery-test-pg-'
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
    console.warn(`No container could be started (${(error as Error).message}); using the embedded Postgres.`)
    return undefined
  }
}

async function startTemporary(): Promise<TestPostgres> {
  await sweep()
  const folder = await temporaryFolder()
  const embedded = await startEmbedded({ dataDir: join(folder, 'data'), logger: createLogger('warn') })
  // A run that is cut short must not leave a Postgres behind; its data is not needed any more.
  const abandon = () => kill(embedded.pid)
  process.once('exit', abandon)
  return {
    url: embedded.url,
    stop: async () => {
      await embedded.stop()
      process.off('exit', abandon)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Open to the account that Postgres runs as when the tests are run by root. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`))
  await chmod(folder, 0o755)
  return folder
}

/** Ends what a killed run left behind. */
async function sweep(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(PREFIX))) {
    if (isRunning(Number(name.slice(PREFIX.length).split('-')[0]))) continue
    const folder = join(tmpdir(), name)
    const file = join(folder, 'data', 'cluster', 'postmaster.pid')
    if (existsSync(file)) kill(Number(readFileSync(file, 'utf8').split('\n')[0]))
    await rm(folder, { recursive: true, force: true }).catch(() => {})
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

function kill(pid: number): void {
  if (isRunning(pid)) process.kill(pid, 'SIGQUIT')
}

const yes = () => true
const no = () => false
