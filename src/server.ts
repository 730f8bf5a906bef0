/** The process: configuration, database, listening, and closing in order. */
import { setTimeout as sleep } from 'node:timers/promises'
import { introduceAdministrator } from './administrator.js'
import type { App } from './app.js'
import { greet } from './greeting.js'
import { prepareJobs } from './jobs/jobs.js'
import { listeningFailure, workInPostgres } from './platform/addresses.js'
import { type Config, readConfig, VARIABLE_NAMES } from './platform/config.js'
import { type Embedded, startEmbedded } from './platform/embedded.js'
import { exitWith } from './platform/failure.js'
import { createLogger, type Logger } from './platform/logger.js'
import { migrate } from './platform/migrations.js'
import { strangeSettings } from './platform/strange-settings.js'

type Database = Pick<Embedded, 'url' | 'stop'>

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const logger = createLogger(config.logLevel)
  const strange = strangeSettings(process.env, VARIABLE_NAMES)
  if (strange !== undefined) logger.warn(strange)
  if (process.env.TRUST_PROXY === 'yes') logger.info('TRUST_PROXY: yes is taken as 1, one proxy in front of this server.')
  const ending = new AbortController()
  let app: App | undefined
  const close = async (signal: string): Promise<void> => {
    if (ending.signal.aborted) return
    ending.abort()
    logger.info({ signal }, 'closing')
    process.exit((await endInOrder(app, database, config.closeSeconds * 1000)) ? 0 : 1)
  }
  // Before anything is started: a start that is called off must not leave a Postgres of ours behind.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void close(signal))
  const database = openDatabase(config, logger, ending.signal)
  const onMade = (made: App) => {
    app = made
  }
  await database
    .then(({ url }) => serve(config, url, logger, onMade))
    .catch(async (error) => {
      // What fails because it is being closed is no failure, and `close` ends the process.
      if (ending.signal.aborted) return
      await stop(database)
      throw error
    })
}

/** The Postgres that DATABASE_URL names, which is not ours to stop; else one of our own. */
const openDatabase = async (config: Config, logger: Logger, signal: AbortSignal): Promise<Database> =>
  config.databaseUrl ? { url: config.databaseUrl, stop: async () => {} } : startEmbedded({ ...config, logger, signal })

/** One that was never ready has been stopped already. */
const stop = (database: Promise<Database>): Promise<void> =>
  database.then(
    (ready) => ready.stop(),
    () => {},
  )

/** How long a Postgres of our own may take to stop; it bounds itself, and this bounds what cannot be foreseen. */
const STOPPED_WITHIN = 30_000

/**
 * Whatever hangs must not keep the process alive, nor a Postgres of our own behind it: acknowledged moves are committed already. Tells whether all
 * went well.
 */
async function endInOrder(app: App | undefined, database: Promise<Database>, patience: number): Promise<boolean> {
  const closed = !app || (await within(patience, app.close()))
  return (await within(STOPPED_WITHIN, stop(database))) && closed
}

const within = (ms: number, work: Promise<void>): Promise<boolean> =>
  Promise.race([
    work.then(
      () => true,
      () => false,
    ),
    sleep(ms, false),
  ])

/** A Postgres of the operator's may be away at first; our own is there. */
function prepareTables({ databaseUrl, databaseWaitSeconds: seconds }: Config, url: string, logger: Logger): Promise<unknown> {
  const prepare = () => migrate(url).then(() => prepareJobs(url, logger))
  if (!databaseUrl) return prepare()
  return workInPostgres(url, { seconds, onWait: (sentence) => logger.warn(sentence) }, prepare)
}

async function serve(config: Config, url: string, logger: Logger, onMade: (app: App) => void): Promise<void> {
  await prepareTables(config, url, logger)
  // Loaded as late as this: most of the code of a server is behind it, and a start that fails before has no use for it.
  const { buildApp } = await import('./app.js')
  const app = await buildApp(config, url, logger)
  onMade(app)
  try {
    const { host, port, metricsPort } = config
    const address = await listen(app.http, { host, port }, 'PORT')
    const figures =
      app.figures && metricsPort !== undefined ? await listen(app.figures, { host, port: metricsPort }, 'METRICS_PORT') : address
    // Not before it listens: the token is shown once, and a start that failed would show it to nobody.
    greet({ address, figures }, await introduceAdministrator(app.accounts, config, Boolean(process.stdout.isTTY)))
  } catch (error) {
    await app.close()
    throw error
  }
}

function listen(http: App['http'], at: { host: string; port: number }, setting: string): Promise<string> {
  return http.listen(at).catch((error) => {
    throw listeningFailure(error, at, setting)
  })
}

main().catch(exitWith)
