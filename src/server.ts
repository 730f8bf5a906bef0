/** The process: configuration, database, listening, and closing without losing anything. */
import { type App, buildApp } from './app.js'
import { greet } from './greeting.js'
import { type Config, readConfig } from './platform/config.js'
import { type Embedded, startEmbedded } from './platform/embedded.js'
import { exitWith } from './platform/failure.js'
import { createLogger, type Logger } from './platform/logger.js'
import { migrate } from './platform/migrations.js'
import { listeningFailure, requirePostgres } from './platform/reach.js'

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const logger = createLogger(config.logLevel)
  if (config.databaseUrl) await requirePostgres(config.databaseUrl)
  const embedded = config.databaseUrl ? undefined : await startEmbedded({ dataDir: config.dataDir, logger })
  const url = config.databaseUrl ?? (embedded as Embedded).url
  const app = await serve(config, url, logger).catch(async (error) => {
    await embedded?.stop()
    throw error
  })

  let closing = false
  const close = async (signal: string): Promise<void> => {
    if (closing) return
    closing = true
    logger.info({ signal }, 'closing')
    // Whatever hangs must not keep the process: acknowledged moves are on disk already.
    setTimeout(() => process.exit(1), config.closeSeconds * 1000).unref()
    await app.close()
    await embedded?.stop()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void close(signal))
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
