/** The connections of a server: a pool for each purpose, so that none waits for another's queries. */
import type { Pool } from 'pg'
import { APPENDING, APPENDING_CONNECTIONS } from './log/group-commit.js'
import type { Config } from './platform/config.js'
import { createPool } from './platform/database.js'
import type { Logger } from './platform/logger.js'
import type { Metrics } from './platform/metrics.js'
import { traceStatements } from './platform/tracing/statements.js'
import type { Tracing } from './platform/tracing.js'
import { JOB_CONNECTIONS } from './webhooks/wiring.js'

export interface Pools {
  readonly pool: Pool
  /** Kept for appends, which wait for nobody else's queries. */
  readonly appending: Pool
  /** Kept for deadlines, which wait for nobody either. */
  readonly ofClocks: Pool
}

export function openPools(
  { databasePool }: Config,
  url: string,
  logger: Logger,
  metrics: Metrics,
  {
    onRefused = () => {},
    tracing,
  }: { readonly onRefused?: ((code: string) => void) | undefined; readonly tracing?: Tracing | undefined },
): Pools & { readonly ofAccounts: Pool; readonly ofJobs: Pool } {
  const onError = (error: Error) => logger.warn({ err: error }, 'an idle database connection was lost')
  const open = (
    name: string,
    settings: Pick<Parameters<typeof createPool>[0], 'name' | 'max' | 'patience' | 'isPlannedOnce'>,
  ): Pool => {
    const pool = createPool({ url, onError, onRefused, ...settings })
    metrics.watchPool(name, pool)
    if (tracing) traceStatements(pool, tracing, name)
    return pool
  }
  return {
    pool: open('matches', { name: 'chancery', max: databasePool }),
    ofClocks: open('clocks', { name: 'chancery clocks', max: 2, patience: APPENDING }),
    appending: open('log', { name: 'chancery log', max: APPENDING_CONNECTIONS, patience: APPENDING, isPlannedOnce: true }),
    ofAccounts: open('accounts', { name: 'chancery accounts', max: 4 }),
    ofJobs: open('jobs', { name: 'chancery jobs', max: JOB_CONNECTIONS }),
  }
}
