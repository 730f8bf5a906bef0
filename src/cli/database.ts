/** The database of a server, for commands that work on it directly: the one that DATABASE_URL names, or the embedded one. */
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { workInPostgres } from '../platform/addresses.js'
import { type Config, readConfig } from '../platform/config.js'
import { type Embedded, startEmbedded } from '../platform/embedded.js'
import { failure } from '../platform/failure.js'
import { createLogger } from '../platform/logger.js'
import { codeOf } from '../platform/thrown.js'

/** Which database a command works on, for its help. */
export const WHICH = `The database is the one that DATABASE_URL names, or the embedded one in DATA_DIR, whether a server uses it or not.`

interface Needs {
  /** Whether an embedded database is made if there is none. */
  readonly mayBeNew: boolean
}

/** SQLSTATE. */
const TOO_MANY_CONNECTIONS = '53300'

/** An embedded Postgres that nobody uses is started for the command and stopped after it, also if the command is interrupted. */
export async function withDatabase<T>({ mayBeNew }: Needs, work: (url: string) => Promise<T>): Promise<T> {
  const interrupted = new AbortController()
  const database = open(readConfig(process.env), mayBeNew, interrupted.signal)
  const interrupt = (signal: 'SIGINT' | 'SIGTERM'): void => {
    interrupted.abort()
    void stop(database).finally(() => process.exit(128 + constants.signals[signal]))
  }
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt)
  try {
    return await work((await database).url)
  } catch (error) {
    // What fails because its database is taken away from it is no failure, and `interrupt` ends the process.
    if (interrupted.signal.aborted) await new Promise(() => {})
    if (codeOf(error) === TOO_MANY_CONNECTIONS) throw failure('The database takes no more connections: servers have them all.')
    throw error
  } finally {
    await stop(database)
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
  }
}

type Database = Pick<Embedded, 'url' | 'stop'>

/** One that was never ready has been stopped already. */
const stop = (database: Promise<Database>): Promise<void> =>
  database.then(
    (ready) => ready.stop(),
    () => {},
  )

async function open({ databaseUrl, dataDir }: Config, mayBeNew: boolean, signal: AbortSignal): Promise<Database> {
  if (databaseUrl === undefined) {
    if (!mayBeNew && !existsSync(dataDir)) throw failure(`There is no database in ${dataDir}. Set DATA_DIR or DATABASE_URL.`, 2)
    return startEmbedded({ dataDir, logger: createLogger('silent'), signal })
  }
  await workInPostgres(databaseUrl, { seconds: 0, onWait: () => {} }, async () => {})
  return { url: databaseUrl, stop: async () => {} }
}
