/** Two Postgres of the bundled programs: a primary, and a standby that follows it by streaming. */
import { execFile } from 'node:child_process'
import { appendFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, vi } from 'vitest'
import { startEmbedded } from '../../src/platform/embedded.js'
import { createLogger } from '../../src/platform/logger.js'
import { migrate } from '../../src/platform/migrations.js'
import { chooseAccount } from '../../src/platform/postgres/account.js'
import { findBinaries } from '../../src/platform/postgres/binaries.js'
import { type Layout, layout, own } from '../../src/platform/postgres/cluster.js'
import { choosePort, launch, type Postmaster, stopPostmaster } from '../../src/platform/postgres/postmaster.js'
import { administer } from '../support/administer.js'
import { prepareData, temporaryFolder } from '../support/postgres.js'

const execute = promisify(execFile)

export interface Pair {
  readonly primary: string
  readonly standby: string
  /** Resolves when the standby has replayed all that the primary has committed. */
  caughtUp(): Promise<void>
  /** The standby hears nothing any more: what is committed from now on is on the primary alone. */
  cutOff(): Promise<void>
  killPrimary(): void
  promote(): Promise<void>
  close(): Promise<void>
}

export async function startPair(): Promise<Pair> {
  const folder = await temporaryFolder()
  const [first, second] = [layout(join(folder, 'primary')), layout(join(folder, 'standby'))]
  const url = await makeDatabase(first)
  // The programs have no pg_basebackup; a copy of a stopped cluster is as good a beginning.
  await execute('cp', ['-a', first.dataDir, second.dataDir])
  const one = await start(first)
  const primary = at(url, one.port)
  // Before another one chooses a port.
  await answers(primary)
  await followFrom(second, primary)
  const other = await start(second)
  const standby = at(url, other.port)
  await answers(standby)
  const ask = async (where: string, sql: string) => (await administer(where, `select ${sql} as it`))[0]?.it
  return {
    primary,
    standby,
    async caughtUp() {
      const written = await ask(primary, 'pg_current_wal_flush_lsn()')
      await become(() => ask(standby, `pg_last_wal_replay_lsn() >= '${written}'`), true)
    },
    async cutOff() {
      await administer(standby, `alter system set primary_conninfo = ''`)
      await administer(standby, 'select pg_reload_conf()')
      await become(() => ask(standby, '(select count(*)::int from pg_stat_wal_receiver)'), 0)
    },
    killPrimary: () => void process.kill(one.pid, 'SIGKILL'),
    promote: async () => void (await administer(standby, 'select pg_promote()')),
    async close() {
      await Promise.all([one.pid, other.pid].map(stopPostmaster))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function makeDatabase({ dataDir }: Layout): Promise<string> {
  await prepareData(dataDir)
  const made = await startEmbedded({ dataDir, logger: createLogger('warn') })
  await migrate(made.url)
  await made.stop()
  return made.url
}

const at = (url: string, port: number): string => Object.assign(new URL(url), { port: String(port) }).href

async function start(where: Layout): Promise<Postmaster> {
  const account = chooseAccount(where.cluster)
  const { postgres } = await findBinaries(where.dataDir, account)
  const port = await choosePort(where.port)
  return launch(postgres, where, port, account)
}

async function followFrom({ cluster }: Layout, primary: string): Promise<void> {
  const { hostname, port, username, password } = new URL(primary)
  const conninfo = `host=${hostname} port=${port} user=${username} password=${password}`
  await appendFile(join(cluster, 'postgresql.auto.conf'), `primary_conninfo = '${conninfo}'\n`)
  await writeFile(join(cluster, 'standby.signal'), '')
  await own(join(cluster, 'standby.signal'), chooseAccount(cluster))
}

const become = (what: () => Promise<unknown>, expected: unknown) =>
  vi.waitFor(async () => expect(await what()).toBe(expected), { timeout: 30_000, interval: 50 })

const answers = (url: string) => vi.waitFor(() => administer(url, 'select 1'), { timeout: 30_000, interval: 50 })
