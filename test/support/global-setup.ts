import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { prepareJobs } from '../../src/jobs/jobs.js'
import { createLogger } from '../../src/platform/logger.js'
import { migrate } from '../../src/platform/migrations.js'
import { administer, databaseAt } from './administer.js'
import { bundlePrograms } from './bundle.js'
import { startPostgres } from './postgres.js'
import { openRunFolder } from './run-folder.js'

declare module 'vitest' {
  interface ProvidedContext {
    /** An address with the right to create databases. */
    readonly postgresUrl: string
    readonly template: string
  }
}

/** One migrated database that every test file clones: migrations run once, and no test sees another's rows. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  openRunFolder([project.tmpDir])
  const [{ url, stop }] = await Promise.all([startPostgres(), bundlePrograms(join(tmpdir(), 'bundle'))])
  const template = `chancery_test_${randomBytes(4).toString('hex')}`
  await administer(url, `CREATE DATABASE ${template}`)
  await migrate(databaseAt(url, template))
  await prepareJobs(databaseAt(url, template), createLogger('silent'))
  project.provide('postgresUrl', url)
  project.provide('template', template)
  return async () => {
    await dropAll(url, template)
    await stop()
  }
}

/** Also those that a test forgot. */
async function dropAll(url: string, template: string): Promise<void> {
  const rows = await administer(url, 'SELECT datname FROM pg_database WHERE starts_with(datname, $1)', [template])
  for (const { datname } of rows) await administer(url, `DROP DATABASE IF EXISTS "${datname}" WITH (FORCE)`)
}
