/** The whole application on a database of its own, listening on loopback. */
import type { z } from 'zod'
import { Registered } from '../../src/api/rest/shapes.js'
import { type App, buildApp } from '../../src/app.js'
import { readConfig } from '../../src/platform/config.js'
import { createLogger, type Logger } from '../../src/platform/logger.js'
import { freshDatabase } from './database.js'

export interface TestApp {
  readonly app: App
  readonly url: string
  readonly databaseUrl: string
  register(name: string, kind?: 'person' | 'bot'): Promise<z.infer<typeof Registered>>
  close(): Promise<void>
}

export interface TestAppSettings {
  /** Environment variables as an operator would set them. */
  readonly env?: Record<string, string>
  readonly logger?: Logger
  /** A second server on the database of the first; its owner drops it. */
  readonly databaseUrl?: string
  readonly wiring?: Parameters<typeof buildApp>[3]
}

const UNLIMITED = { RATE_LIMIT: '0' }

export async function startApp({
  env = {},
  logger = createLogger('silent'),
  databaseUrl,
  wiring,
}: TestAppSettings = {}): Promise<TestApp> {
  const database = databaseUrl === undefined ? await freshDatabase() : { url: databaseUrl, drop: async () => {} }
  const app = await buildApp(readConfig({ ...UNLIMITED, ...env }), database.url, logger, wiring)
  const url = await app.http.listen({ host: '127.0.0.1', port: 0 })
  return {
    app,
    url,
    databaseUrl: database.url,
    async register(name, kind = 'bot') {
      const response = await fetch(`${url}/v1/players`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name, kind }),
      })
      if (!response.ok) throw new Error(await response.text())
      return Registered.parse(await response.json())
    },
    async close() {
      await app.close()
      await database.drop()
    },
  }
}
