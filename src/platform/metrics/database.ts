/** Figures that are read when somebody asks for the page: the pools, and how many matches there are. */
import { Gauge, type Registry } from 'prom-client'

/** What is looked at of a pool of connections. */
export interface WatchedPool {
  readonly totalCount: number
  readonly idleCount: number
  readonly waitingCount: number
  readonly options: { readonly max: number }
}

/** The number of matches by their status. */
export type CountMatches = () => Promise<Readonly<Record<string, number>>>

export interface DatabaseMetrics {
  watchPool(name: string, pool: WatchedPool): void
  watchMatches(count: CountMatches): void
}

export const databaseMetrics = (registry: Registry, isPrivate: boolean): DatabaseMetrics => ({
  watchPool: poolMetrics(registry),
  // Strangers are not told how many private matches there are, and cause no query.
  watchMatches: isPrivate ? (count) => matchMetrics(registry, count) : () => {},
})

function poolMetrics(registry: Registry): DatabaseMetrics['watchPool'] {
  const registers = [registry]
  const pools = new Map<string, WatchedPool>()
  const gauge = (
    name: string,
    help: string,
    state: readonly 'state'[],
    collect: (this: Gauge, pool: string, of: WatchedPool) => void,
  ) =>
    new Gauge({
      name,
      help,
      labelNames: ['pool', ...state],
      registers,
      collect() {
        for (const [pool, of] of pools) collect.call(this, pool, of)
      },
    })
  gauge('chancery_pool_connections', 'Connections to Postgres that are open.', ['state'], function (pool, of) {
    this.set({ pool, state: 'in_use' }, of.totalCount - of.idleCount)
    this.set({ pool, state: 'idle' }, of.idleCount)
  })
  gauge('chancery_pool_waiting', 'Statements that wait for a connection.', [], function (pool, of) {
    this.set({ pool }, of.waitingCount)
  })
  gauge('chancery_pool_size', 'Connections that a pool may open.', [], function (pool, of) {
    this.set({ pool }, of.options.max)
  })
  return (name, pool) => void pools.set(name, pool)
}

function matchMetrics(registry: Registry, count: CountMatches): void {
  new Gauge({
    name: 'chancery_matches',
    help: 'Matches in the database by status; all servers on it tell the same. Beyond 10,000 of a status it is an estimate.',
    labelNames: ['status'],
    aggregator: 'max',
    registers: [registry],
    async collect() {
      const counted = await count().catch(() => undefined)
      // No figure rather than an old one while the database is away; the rest of the page is needed most just then.
      if (!counted) return this.reset()
      for (const [status, matches] of Object.entries(counted)) this.set({ status }, matches)
    },
  })
}
