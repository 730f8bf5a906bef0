/** The process: configuration, database, listening, and closing in order. */
import { type App, buildApp } from './app.js'
import { greet } from './greeting.js'
import { listeningFailure, requirePostgres } from './platform/addresses.js'
import { type Config, readConfig } from './platform/config.js'
import { type Embedded, startEmbedded } from './platform/embedded.js'
import { exitWith } from './platform/failure.js'
import { createLogger, type Logger } from './platform/logger.js'
import { migrate } from './platform/migrations.js'

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const logger = createLogger(config.logLevel)
  const database = config.databaseUrl ? await ofTheOperator(config.databaseUrl) : await startEmbedded({ ...config, logger })
  const app = await serve(config, database.url, logger).catch(async (error) => {
    await database.stop()
    throw error
  })

  let closing = false
  const close = async (signal: string): Promise<void> => {
    if (closing) return
    closing = true
    logger.info({ signal }, 'closing')
    // Whatever hangs must not keep the process alive: acknowledged moves are committed already.
    setTimeout(() => process.exit(1), config.closeSeconds * 1000).unref()
    await app.close()
    await database.stop()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void close(signal))
}

/** The Postgres that DATABASE_URL names: not ours to stop. */
async function ofTheOperator(url: string): Promise<Pick<Embedded, 'url' | 'stop'>> {
  await requirePostgres(url)
  return { url, stop: async () => {} }
}

async function serve(config: Config, url: string, logger: Logger): Promise<App> {
  await migrate(url)
  const app = await buildApp(config, url, logger)
  try {
    const address = await app.http.listen({ host: config.host, port: config.port }).catch((error) => {
      throw listeningFailure(error, config)
    })
    // Not before it listens: the token is shown once, and a start that failed would show it to nobody.
    await greet(address, await app.accounts.bootstrap(), config.dataDir)
    return app
  } catch (error) {
    await app.close()
    throw error
  }
}

main().catch(exitWith)
