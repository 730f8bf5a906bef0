/** A process that serves: the application, where it listens, and what is said when it does. */
import { introduceAdministrator } from './administrator.js'
import type { App } from './app.js'
import { greet } from './greeting.js'
import { listeningFailure } from './platform/addresses.js'
import type { Config } from './platform/config.js'
import type { Logger } from './platform/logger.js'
import type { Colleagues } from './platform/workers/colleagues.js'

interface Serving {
  readonly config: Config
  /** Of a database that is ready. */
  readonly url: string
  readonly logger: Logger
  /** Those that serve with it, if it is not alone. */
  readonly colleagues?: Colleagues
  /** Called as soon as there is something to close. */
  readonly onMade: (app: App) => void
}

/** Says to whoever started the server that it listens. */
export type Greet = () => Promise<void>

/** Listens; whoever calls it says so, once. */
export async function serve({ config, url, logger, colleagues, onMade }: Serving): Promise<Greet> {
  // Loaded as late as this: most of the code of a server is behind it, and a start that fails before has no use for it.
  const { buildApp } = await import('./app.js')
  const app = await buildApp(config, url, logger, colleagues && { colleagues })
  onMade(app)
  const orClose = <T>(work: Promise<T>): Promise<T> =>
    work.catch(async (error) => {
      await app.close()
      throw error
    })
  const at = await orClose(listenAt(app, config))
  return () => orClose(introduce(app, config, at))
}

async function listenAt(app: App, { host, port, metricsPort }: Config): Promise<{ address: string; figures: string }> {
  const address = await listen(app.http, { host, port }, 'PORT')
  const figures =
    app.figures && metricsPort !== undefined ? await listen(app.figures, { host, port: metricsPort }, 'METRICS_PORT') : address
  return { address, figures }
}

/** Not before it listens: the token is shown once, and a start that failed would show it to nobody. It serves already, so a database that goes away is waited for. */
async function introduce({ accounts }: App, config: Config, at: { address: string; figures: string }): Promise<void> {
  greet(at, await introduceAdministrator(accounts, config, Boolean(process.stdout.isTTY)))
}

function listen(http: App['http'], at: { host: string; port: number }, setting: string): Promise<string> {
  return http.listen(at).catch((error) => {
    throw listeningFailure(error, at, setting)
  })
}
