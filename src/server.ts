/** The process: configuration, database, listening, and closing without losing anything. */
import { buildApp } from './app.js'
import { greet } from './greeting.js'
import { readConfig } from './platform/config.js'
import { startEmbedded } from './platform/embedded.js'
import { exitWith } from './platform/failure.js'
import { createLogger } from './platform/logger.js'
import { migrate } from './platform/migrations.js'

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const logger = createLogger(config.logLevel)
  const embedded = config.databaseUrl ? undefined : await startEmbedded({ dataDir: config.dataDir, logger })
  const url = config.databaseUrl ?? (embedded as { url: string }).url
  await migrate(url)
  const app = await buildApp(config, url, logger)
  const adminToken = await app.accounts.bootstrap()
  const address = await app.http.listen({ host: config.host, port: config.port })
  await greet(address, adminToken, config.dataDir)

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

main().catch(exitWith)
