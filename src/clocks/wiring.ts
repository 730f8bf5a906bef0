/** The sweep of a server: counted and complained about. */
import type { Pool } from 'pg'
import type { Logger } from '../platform/logger.js'
import type { Metrics } from '../platform/metrics.js'
import { deadlines } from './due.js'
import { type ClockSweep, type ClockSweepDeps, clockSweep } from './sweep.js'
import type { Time } from './times.js'

interface SweepWiring extends Pick<ClockSweepDeps, 'expire' | 'decide' | 'thoughtsAtOnce'> {
  readonly pool: Pool
  readonly time: Time
  readonly metrics: Metrics
  readonly logger: Logger
}

/** Begins with a sign of life. */
export async function startSweep({ pool, time, metrics, logger, ...acts }: SweepWiring): Promise<ClockSweep> {
  await time.beat()
  return clockSweep({
    ...acts,
    time,
    deadlines: deadlines(pool, time),
    onExpired: metrics.expired,
    onStuck: (due, error) => logger.error({ ...due, err: error }, 'a deadline cannot be acted on'),
    onError: (error) => logger.warn({ err: error }, 'a sweep for deadlines failed'),
  })
}
