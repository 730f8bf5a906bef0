/**
 * Work that is done later, by whichever server is free: the only file that knows graphile-worker. Its tables are in a schema of its own. A job is a call to look, not
 * the truth: a server that dies keeps its jobs locked for hours, so whoever adds jobs has tables of their own to tell what is left to do, and looks there once in a while.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger as WorkerLogger, WorkerPool } from 'graphile-worker'
import pg, { type ClientBase, type Pool } from 'pg'
import type { Logger } from '../platform/logger.js'

/** Adding a job that waits already makes no second one. */
export interface NewJob {
  readonly task: string
  /** On what the task is to be done. */
  readonly key: string
  /** Milliseconds from now, by the database's clock. */
  readonly inMs: number
}

/** What is done on a key, by the name of the task. */
export type Tasks = Readonly<Record<string, (key: string) => Promise<void>>>

export interface Jobs {
  /** In the transaction of the client. With `keep`, one that waits already keeps its time. */
  add(client: Pick<ClientBase, 'query'>, jobs: readonly NewJob[], when?: 'keep'): Promise<void>
  /** Begins to work, if it has not begun. */
  start(tasks: Tasks): void
  /** Takes no new jobs, and resolves when those under way are done. */
  stop(): Promise<void>
}

export interface JobSettings {
  /** Of its own: one connection listens, and others take jobs. */
  readonly pool: Pool
  readonly logger: Logger
  readonly atOnce: number
  /** Jobs whose time has come are looked for this often; those for now are heard of at once. */
  readonly lookEveryMs: number
}

const SCHEMA = 'graphile_worker'
/** The newest migration of the version that we use; a test compares. */
export const REVISION = 19
/** Two servers that start at once make the tables one after the other. */
const LOCK = 72_707_370
const CONNECTING_MS = 10_000
/** A worker that broke, as it does if the database goes away while it is at work, is begun anew. */
const AGAIN_MS = 1000

const ADD = `select added.key from ${SCHEMA}.add_jobs((select array_agg(row(asked.task, json_build_object('key', asked.key), null, now() + asked.in_ms * interval '1 millisecond', null,
  asked.task || ' ' || asked.key, null, null)::${SCHEMA}.job_spec) from json_to_recordset($1::json) as asked(task text, key text, in_ms float8)), $2) as added`
/** A job that is taken up at the very moment when it is added is not replaced, and the second try adds another. */
const TRIES = 3

/**
 * A job that is done is told to the database in a batch, if only of one: without a batch, nobody waits for the answer, and where it is an error the process would end. With
 * one, the worker stops, and is begun anew.
 */
const ENDING = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } }
/** A database that is away must not keep the process alive. */
const STOPPED_WITHIN_MS = 5000

const nameOf = ({ task, key }: NewJob): string => `${task} ${key}`

export function jobQueue(settings: JobSettings): Jobs {
  const ending = new AbortController()
  let working: Promise<void> | undefined
  return {
    async add(client, jobs, when) {
      // In one order for everybody, so that no two wait for each other.
      let left = jobs.toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1))
      for (let tries = 0; left.length > 0 && tries < TRIES; tries++) {
        const asked = left.map(({ task, key, inMs }) => ({ task, key, in_ms: inMs }))
        const values = [JSON.stringify(asked), when === 'keep']
        const { rows } = await client.query<{ key: string }>({ name: 'add-jobs', text: ADD, values })
        const added = new Set(rows.map(({ key }) => key))
        left = left.filter((job) => !added.has(nameOf(job)))
      }
    },
    start(tasks) {
      if (!ending.signal.aborted) working ??= keepWorking(settings, tasks, ending.signal)
    },
    async stop() {
      ending.abort()
      await Promise.race([working, sleep(STOPPED_WITHIN_MS, undefined, { ref: false })])
    },
  }
}

async function keepWorking(settings: JobSettings, tasks: Tasks, ending: AbortSignal): Promise<void> {
  while (!ending.aborted) {
    try {
      await workUntil(settings, tasks, ending)
    } catch (error) {
      settings.logger.warn({ err: error }, 'jobs were interrupted; they go on in a moment')
    }
    if (!ending.aborted) await sleep(AGAIN_MS, undefined, { signal: ending }).catch(() => {})
  }
}

/** Loaded as late as this: a server that has no jobs has no use for it. */
async function workUntil({ pool, logger, atOnce, lookEveryMs }: JobSettings, tasks: Tasks, ending: AbortSignal): Promise<void> {
  const { runTaskList, Logger } = await import('graphile-worker')
  if (ending.aborted) return
  const workers: WorkerPool = runTaskList(
    {
      concurrency: atOnce,
      pollInterval: lookEveryMs,
      noHandleSignals: true,
      schema: SCHEMA,
      logger: told(Logger, logger),
      preset: ENDING,
    },
    Object.fromEntries(Object.entries(tasks).map(([task, work]) => [task, (payload: unknown) => work(keyOf(payload))])),
    pool,
  )
  const stop = (): void => {
    // Rejects if it has stopped by itself, of which `promise` tells.
    Promise.resolve(workers.gracefulShutdown('closing')).catch(() => {})
  }
  ending.addEventListener('abort', stop)
  await workers.promise.finally(() => ending.removeEventListener('abort', stop))
}

function keyOf(payload: unknown): string {
  if (typeof payload === 'object' && payload !== null && 'key' in payload && typeof payload.key === 'string') return payload.key
  throw new TypeError('A job has no key.')
}

/** Its lines go where ours go. What it calls an error is one of the network or of a job, and is tried again: a warning. */
const told = (Logger: typeof WorkerLogger, logger: Logger): WorkerLogger =>
  new Logger(() => (level, message) => {
    if (level === 'error' || level === 'warning') logger.warn({ of: 'jobs' }, message)
    else logger.debug({ of: 'jobs' }, message)
  })

/** Makes its tables or brings them up to date; to be called after our own migrations. */
export async function prepareJobs(url: string, logger: Logger): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'chancery migrations',
    connectionTimeoutMillis: CONNECTING_MS,
  })
  // An error between two queries is reported by the next one.
  client.on('error', () => {})
  await client.connect()
  try {
    if ((await revisionOf(client)) >= REVISION) return
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await migrateJobs(url, logger)
  } finally {
    // Closing the session releases the lock.
    await client.end()
  }
}

/** 0 if there are no tables. Asked before its library is loaded, which takes a while. */
async function revisionOf(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ there: boolean }>(`select to_regclass('${SCHEMA}.migrations') is not null as there`)
  if (!rows[0]?.there) return 0
  const found = await client.query<{ id: number | null }>(`select max(id) as id from ${SCHEMA}.migrations`)
  return found.rows[0]?.id ?? 0
}

async function migrateJobs(url: string, logger: Logger): Promise<void> {
  const { runMigrations, Logger } = await import('graphile-worker')
  const pool = new pg.Pool({ connectionString: url, application_name: 'chancery migrations', max: 1 })
  // It asks for both; what breaks is reported by its query.
  pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}))
  await runMigrations({ pgPool: pool, schema: SCHEMA, logger: told(Logger, logger) }).finally(() => pool.end())
}

/** Jobs that were replaced while a server that has died was at them are never done, and nobody else deletes them. */
export async function deleteDeadJobs(pool: Pool): Promise<void> {
  await pool.query(
    `delete from ${SCHEMA}._private_jobs where attempts >= max_attempts and (locked_at is null or locked_at < now() - interval '4 hours')`,
  )
}
