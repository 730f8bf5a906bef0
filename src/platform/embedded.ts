/**
 * A real Postgres of our own, for those who bring none. Any number of server processes on one data folder share it; the last
 * to leave stops it. One that outlived its server is found and used again, and one that dies is started again.
 *
 * Each user keeps one connection open for as long as it uses the database. That connection is the register of users (it
 * vanishes with a killed process, as a file would not) and the sign that Postgres is alive.
 */
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { failure } from './failure.js'
import type { Logger } from './logger.js'
import { type Account, chooseAccount } from './postgres/account.js'
import { type Binaries, findBinaries } from './postgres/binaries.js'
import { type Layout, layout, prepareCluster } from './postgres/cluster.js'
import { prepareFolder, requireOurs } from './postgres/folder.js'
import { withLock } from './postgres/lock.js'
import {
  choosePort,
  findPostmaster,
  isPostgres,
  type Launched,
  lastComplaint,
  launch,
  type Postmaster,
  stopPostmaster,
} from './postgres/postmaster.js'
import { codeOf, messageOf } from './thrown.js'

const KEEPER = 'chancery keeper'
const START_PATIENCE = 60_000
const FAREWELL = 1_000
const ANSWER = 5_000
const DATABASE = 'chancery'
const NEVER = new AbortController().signal
/** SQLSTATEs. */
const WRONG_PASSWORD = '28P01'
const ALREADY_THERE = '42P04'

export interface Embedded {
  readonly url: string
  /** Of the Postgres that runs now; another one after a crash. */
  readonly pid: number
  /** Close every other connection first. Postgres goes on if another process still uses it. */
  stop(): Promise<void>
}

interface Prepared {
  readonly at: Layout
  readonly account: Account
  readonly binaries: Binaries
}

interface Setting extends Prepared {
  readonly servers: number
  readonly logger: Logger
}

interface Kept extends Postmaster {
  readonly keeper: pg.Client
  /** Resolves when the keeper's connection has ended, also if that was before anybody asked. */
  readonly gone: Promise<void>
  readonly url: string
}

interface EmbeddedSettings {
  readonly dataDir: string
  readonly logger: Logger
  /** Processes of this one's that will use it. */
  readonly servers?: number
  /** Calls the start off: a Postgres that was begun for it is stopped, and what is returned rejects. Once it is ready, `stop` is the way. */
  readonly signal?: AbortSignal
}

export async function startEmbedded({ dataDir, logger, servers = 1, signal = NEVER }: EmbeddedSettings): Promise<Embedded> {
  const setting = { ...(await prepare(resolve(dataDir))), servers, logger }
  let kept = await withLock(setting.at.lock, () => beginPatiently(setting, signal))
  let stopped: Promise<void> | undefined
  logger.info({ pid: kept.pid, port: kept.port, dataDir: setting.at.dataDir }, 'Embedded Postgres is ready')

  const reviveWhenGone = () => void kept.gone.then(revive)
  const revive = async () => {
    for (let wait = 50; stopped === undefined; wait = Math.min(wait * 2, 2_000)) {
      logger.warn('Embedded Postgres went away; starting it again')
      const next = await withLock(setting.at.lock, async () => (stopped ? undefined : begin(setting, NEVER, kept.port))).catch(
        (error) => {
          logger.error({ err: error }, 'Embedded Postgres could not be started again')
          return undefined
        },
      )
      if (next !== undefined) {
        kept = next
        reviveWhenGone()
        return
      }
      await sleep(wait, undefined, { ref: false })
    }
  }
  reviveWhenGone()

  return {
    url: kept.url,
    get pid() {
      return kept.pid
    },
    stop() {
      stopped ??= withLock(setting.at.lock, async () => void (await leave(kept, setting.at)))
      return stopped
    },
  }
}

async function prepare(dataDir: string): Promise<Prepared> {
  const at = layout(dataDir)
  await requireOurs(at)
  const account = chooseAccount(at.cluster)
  await prepareFolder(at, account)
  return withLock(at.lock, async () => {
    const binaries = await findBinaries(dataDir, account)
    await prepareCluster(at, account, binaries)
    return { at, account, binaries }
  })
}

/** More than the pools of so many servers open, and some for commands. What Postgres has by default is enough for two. */
const connectionsFor = (servers: number): number | undefined => (servers > 2 ? 20 + 40 * servers : undefined)

/** Uses the Postgres that runs on the folder, or starts one; on the given port if addresses are in use already. */
async function begin(setting: Setting, signal: AbortSignal, fixedPort?: number): Promise<Kept> {
  const { at, account, binaries, servers } = setting
  const running = await findPostmaster(at.cluster)
  signal.throwIfAborted()
  const used = running && (await use(running, setting, signal))
  if (used !== undefined) return used
  const port = fixedPort ?? (await choosePort(at.port))
  const launched = await launch(binaries.postgres, at, port, account, connectionsFor(servers))
  return keep(launched, at, signal).catch(async (error: unknown) => {
    if (signal.aborted) await stopPostmaster(launched.pid)
    throw error
  })
}

/** Undefined if it took too few connections, as one does that outlived a server of fewer processes: nobody else used it, and it was stopped. */
async function use(running: Postmaster, { at, servers, logger }: Setting, signal: AbortSignal): Promise<Kept | undefined> {
  const kept = await keep(running, at, signal)
  const needed = connectionsFor(servers) ?? 0
  const most = needed === 0 ? Number.POSITIVE_INFINITY : await connectionsOf(kept.keeper)
  if (most >= needed) return kept
  if (await leave(kept, at)) return undefined
  logger.warn(
    `The embedded Postgres takes ${most} connections, and ${servers} workers need ${needed}. Others use it, so it stays as it is: end them and start again, or have fewer WORKERS.`,
  )
  return keep(running, at, signal)
}

const connectionsOf = async (keeper: pg.Client): Promise<number> =>
  Number((await keeper.query<{ max_connections: string }>('SHOW max_connections')).rows[0]?.max_connections)

/**
 * What another moment may mend. Sessions of a Postgres that was killed take a while to notice, and until then no other may open their data; a
 * port that was free may be taken by the time Postgres asks for it; and one that somebody ends while it starts is begun again.
 */
const PASSING = /shared memory|could not create any TCP|ended by SIG/

async function beginPatiently(setting: Setting, signal: AbortSignal): Promise<Kept> {
  const deadline = Date.now() + 15_000
  for (;;) {
    const outcome = await begin(setting, signal).then(
      (kept) => ({ kept }),
      (reason: unknown) => ({ reason }),
    )
    if ('kept' in outcome) return outcome.kept
    if (!PASSING.test(messageOf(outcome.reason)) || Date.now() > deadline) throw outcome.reason
    await sleep(100)
  }
}

async function keep(postmaster: Postmaster | Launched, at: Layout, signal: AbortSignal): Promise<Kept> {
  const password = await readFile(at.password, 'utf8')
  const address = (database: string) => `postgres://chancery:${password}@127.0.0.1:${postmaster.port}/${database}`
  const keeper = await connectPatiently(address('postgres'), postmaster, at, signal)
  const gone = new Promise<void>((resolve) => keeper.once('end', () => resolve()))
  await keeper.query(`CREATE DATABASE ${DATABASE}`).catch((error) => {
    if (codeOf(error) !== ALREADY_THERE) throw error
  })
  return { pid: postmaster.pid, port: postmaster.port, keeper, gone, url: address(DATABASE) }
}

/** By what its parent heard, where that is this process: the list of processes may lag behind, and says nothing of the cause. */
const endingOf = (postmaster: Postmaster | Launched): string | undefined =>
  'ending' in postmaster ? postmaster.ending() : isPostgres(postmaster.pid) ? undefined : 'its process is gone'

async function connectPatiently(
  url: string,
  postmaster: Postmaster | Launched,
  at: Layout,
  signal: AbortSignal,
): Promise<pg.Client> {
  const { pid, port } = postmaster
  const deadline = Date.now() + START_PATIENCE
  for (;;) {
    signal.throwIfAborted()
    const client = new pg.Client({
      connectionString: url,
      application_name: KEEPER,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    })
    client.on('error', () => {})
    const failed = await client.connect().then(
      () => undefined,
      (reason: unknown) => ({ reason }),
    )
    if (failed === undefined) return client
    if (codeOf(failed.reason) === WRONG_PASSWORD)
      throw failure(`The Postgres on port ${port} does not accept the password in ${at.password}.`)
    const ending = endingOf(postmaster)
    if (ending !== undefined) throw failure(`Postgres did not start on ${at.dataDir} (${ending}): ${await lastComplaint(at.log)}`)
    if (Date.now() > deadline)
      throw failure(`The Postgres of ${at.dataDir} (process ${pid}) does not answer: ${messageOf(failed.reason)}`)
    await sleep(25)
  }
}

/** Whether it was stopped, because nobody else uses it. */
async function leave({ keeper, pid }: Kept, { cluster }: Layout): Promise<boolean> {
  const shared = await hasOtherUsers(keeper)
  await Promise.race([keeper.end().catch(() => {}), sleep(FAREWELL, undefined, { ref: false })])
  if (shared) return false
  const running = await findPostmaster(cluster)
  await stopPostmaster(running?.pid ?? pid)
  return true
}

/** A Postgres that hangs does not tell, and nobody else gets anything from it either. */
const hasOtherUsers = (keeper: pg.Client): Promise<boolean> =>
  Promise.race([askForOthers(keeper), sleep(ANSWER, false, { ref: false })])

/** Asked twice: the session of a process killed just now may still be closing. */
async function askForOthers(keeper: pg.Client): Promise<boolean> {
  const others = () =>
    keeper.query('SELECT FROM pg_stat_activity WHERE application_name = $1 AND pid <> pg_backend_pid()', [KEEPER]).then(
      ({ rowCount }) => rowCount !== 0,
      () => false,
    )
  if (!(await others())) return false
  await sleep(250)
  return others()
}
