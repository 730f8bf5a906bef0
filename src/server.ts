/** The process: configuration, database, serving alone or with workers, and closing in order. */
import cluster from 'node:cluster'
import { setFlagsFromString } from 'node:v8'
import { prepareJobs } from './jobs/jobs.js'
import { workInPostgres } from './platform/addresses.js'
import { type Config, readConfig, VARIABLE_NAMES } from './platform/config.js'
import { type Embedded, startEmbedded } from './platform/embedded.js'
import { exitWith } from './platform/failure.js'
import { inTime } from './platform/in-time.js'
import { createLogger, type Logger } from './platform/logger.js'
import { migrate } from './platform/migrations.js'
import { strangeSettings } from './platform/strange-settings.js'
import { serve } from './serving.js'
import { work } from './worker.js'

type Database = Pick<Embedded, 'url' | 'stop'>

/** What serves: the application in this process, or workers. */
interface Servants {
  close(): Promise<void>
}

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const logger = createLogger(config.logLevel)
  const strange = strangeSettings(process.env, VARIABLE_NAMES)
  if (strange !== undefined) logger.warn(strange)
  if (process.env.TRUST_PROXY === 'yes') logger.info('TRUST_PROXY: yes is taken as 1, one proxy in front of this server.')
  const ending = new AbortController()
  let servants: Servants | undefined
  const close = async (why: object, code = 0): Promise<void> => {
    if (ending.signal.aborted) return
    ending.abort()
    logger.info(why, 'closing')
    process.exit((await endInOrder(servants, database, patienceOf(config))) ? code : 1)
  }
  // Before anything is started: a start that is called off must not leave a Postgres of ours behind.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void close({ signal }))
  const database = openDatabase(config, logger, ending.signal)
  const onMade = (made: Servants) => {
    servants = made
  }
  await database
    .then(({ url }) => begin(config, url, logger, { onMade, onLost: () => void close({ reason: 'no worker is left' }, 1) }))
    .catch(async (error) => {
      // What fails because it is being closed is no failure, and `close` ends the process.
      if (ending.signal.aborted) return
      await stop(database)
      throw error
    })
}

/** The Postgres that DATABASE_URL names, which is not ours to stop; else one of our own. */
const openDatabase = async (config: Config, logger: Logger, signal: AbortSignal): Promise<Database> =>
  config.databaseUrl
    ? { url: config.databaseUrl, stop: async () => {} }
    : startEmbedded({ ...config, servers: config.workers, logger, signal })

/** One that was never ready has been stopped already. */
const stop = (database: Promise<Database>): Promise<void> =>
  database.then(
    (ready) => ready.stop(),
    () => {},
  )

/** How long a Postgres of our own may take to stop; it bounds itself, and this bounds what cannot be foreseen. */
const STOPPED_WITHIN = 30_000
/** A worker bounds itself as well: one that does not is killed a moment later. */
const WORKERS_GRACE = 2000

const patienceOf = ({ closeSeconds, workers }: Config): number => closeSeconds * 1000 + (workers > 1 ? 2 * WORKERS_GRACE : 0)

/**
 * Whatever hangs must not keep the process alive, nor a Postgres of our own behind it: acknowledged moves are committed already. Tells whether all
 * went well.
 */
async function endInOrder(servants: Servants | undefined, database: Promise<Database>, patience: number): Promise<boolean> {
  const closed = !servants || (await inTime(patience, servants.close()))
  return (await inTime(STOPPED_WITHIN, stop(database))) && closed
}

/** A Postgres of the operator's may be away at first; our own is there. */
function prepareTables({ databaseUrl, databaseWaitSeconds: seconds }: Config, url: string, logger: Logger): Promise<unknown> {
  const prepare = () => migrate(url).then(() => prepareJobs(url, logger))
  if (!databaseUrl) return prepare()
  return workInPostgres(url, { seconds, onWait: (sentence) => logger.warn(sentence) }, prepare)
}

interface Watcher {
  readonly onMade: (servants: Servants) => void
  /** Nothing serves any more. */
  readonly onLost: () => void
}

async function begin(config: Config, url: string, logger: Logger, watcher: Watcher): Promise<void> {
  await prepareTables(config, url, logger)
  if (config.workers > 1) return beginWorkers(config, url, logger, watcher)
  const greet = await serve({ config, url, logger, onMade: watcher.onMade })
  await greet()
}

async function beginWorkers({ workers, closeSeconds }: Config, url: string, logger: Logger, watcher: Watcher): Promise<void> {
  const { crew } = await import('./platform/workers/crew.js')
  const patience = closeSeconds * 1000 + WORKERS_GRACE
  const all = crew({ workers, program: import.meta.filename, url, logger, patience })
  watcher.onMade(all)
  await all.start()
  void all.lost().then(watcher.onLost)
}

/**
 * Where most objects of a line of code have outlived two collections, V8 makes all later ones among the old. What is made with a request outlives them now and then, when requests
 * wait; from then on each is kept, with all that it refers to, until the old are looked through: up to a third of the server's time (docs/decisions/0044). Workers run this file too.
 */
setFlagsFromString('--no-allocation-site-pretenuring')

const run = async (): Promise<void> => (cluster.isPrimary ? main() : work(readConfig(process.env)))

run().catch(exitWith)
