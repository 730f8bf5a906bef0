/** One of several processes that serve together: it is told by the primary which database there is, listens, and closes when it is told to end. */
import { workInPostgres } from './platform/addresses.js'
import { type Config, shareOf } from './platform/config.js'
import { inTime } from './platform/in-time.js'
import { createLogger } from './platform/logger.js'
import { colleagues } from './platform/workers/colleagues.js'
import { told, toPrimary } from './platform/workers/primary.js'
import { serve } from './serving.js'

export async function work(config: Config): Promise<void> {
  const ending = new AbortController()
  let close = async (): Promise<void> => {}
  const end = async (): Promise<void> => {
    if (ending.signal.aborted) return
    ending.abort()
    process.exit((await inTime(config.closeSeconds * 1000, close())) ? 0 : 1)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end())
  await join(config, (app) => {
    close = app.close
  }).catch((error) => {
    // What fails because it is being closed is no failure, and `end` ends the process.
    if (!ending.signal.aborted) throw error
  })
}

async function join(config: Config, onMade: Parameters<typeof serve>[0]['onMade']): Promise<void> {
  const greeting = told('greet')
  const serving = told('serve')
  toPrimary.tell({ type: 'ready' })
  const { url, worker } = await serving
  const logger = createLogger(config.logLevel).child({ worker })
  // One that is started again may find the database away.
  const onWait = (sentence: string): void => logger.warn(sentence)
  await workInPostgres(url, { seconds: config.databaseWaitSeconds, onWait }, async () => {})
  const greet = await serve({ config: shareOf(config), url, logger, colleagues: colleagues(toPrimary), onMade })
  toPrimary.tell({ type: 'listening' })
  await greeting
  await greet()
  toPrimary.tell({ type: 'greeted' })
}
