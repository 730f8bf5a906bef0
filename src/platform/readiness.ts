/** Can this server do its work, which is to write? Asked by probes, often and by anybody, so all who ask within a second share an answer. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'

type Asked = Pick<Pool, 'query' | 'connect'>

export interface Readiness {
  isReady(pool: Asked): Promise<boolean>
  /** Hears the SQLSTATE of every refused statement. */
  onRefused(code: string): void
}

/** A database that hangs counts as one that is away. */
const WITHIN_MS = 2000

/** How long it counts that the database is there. */
const HOLDS_MS = 1000

/** Disk full, and errors of the disk: reading goes on, so only a write can tell whether they have passed. */
const UNWRITABLE = ['53100', '58030']

/** Changes no row, so nothing is written to disk; but a standby, a read-only database and a missing right refuse it. */
const ASK = `
with nothing as (update "_prisma_migrations" set logs = logs where false)
select pg_is_in_recovery() as standby, current_setting('transaction_read_only') = 'on' as readonly`

/** Really takes room on the disk, and gives it back. Only while there is reason to doubt. */
const TRY = [
  'begin',
  `create temp table room on commit drop as select repeat(md5(random()::text), 1000) from generate_series(1, 20)`,
  'rollback',
]

export function readiness(): Readiness {
  let doubted = false
  let asked: Promise<boolean> | undefined

  const ask = async (pool: Asked): Promise<boolean> => {
    const { rows } = await pool.query<{ standby: boolean; readonly: boolean }>(ASK)
    if (rows.some(({ standby, readonly }) => standby || readonly)) return false
    if (doubted) await tryWriting(pool)
    doubted = false
    return true
  }

  /** That the database is away is not held on to. */
  const held = (fresh: Promise<boolean>): Promise<boolean> => {
    const forget = (): void => {
      if (asked === fresh) asked = undefined
    }
    fresh.then((isReady) => {
      if (isReady) setTimeout(forget, HOLDS_MS).unref()
      else forget()
    })
    return fresh
  }

  return {
    isReady(pool) {
      asked ??= held(within(ask(pool)))
      return asked
    },
    onRefused(code) {
      asked = undefined
      doubted ||= UNWRITABLE.includes(code)
    },
  }
}

const within = (answer: Promise<boolean>): Promise<boolean> =>
  Promise.race([answer.catch(() => false), sleep(WITHIN_MS, false, { ref: false })])

async function tryWriting(pool: Asked): Promise<void> {
  const client = await pool.connect()
  let failed: Error | undefined
  try {
    for (const statement of TRY) await client.query(statement)
  } catch (error) {
    failed = error instanceof Error ? error : new Error(String(error))
    throw error
  } finally {
    client.release(failed)
  }
}
