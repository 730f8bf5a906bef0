/**
 * A pooler in transaction mode (pgbouncer, RDS Proxy and their like) hands a session on after every transaction. LISTEN, session locks and prepared statements
 * then belong to somebody else a moment later, and the server would say that it is ready and fail.
 */
import type { Client } from 'pg'

const ROUNDS = 4
const PROCESS = 'select pg_backend_pid() as pid'

/** Two connections to Postgres never share a process. Through a pooler the second is given the one that the first has just let go. */
export async function isPooled(first: Client, open: () => Client): Promise<boolean> {
  const second = open()
  second.on('error', () => {})
  try {
    await second.connect()
    const own = await processOf(first)
    for (let round = 0; round < ROUNDS; round++) {
      await second.query('begin')
      // While the second holds its process, the first is given another one, if they come from a pool.
      if ((await processOf(second)) === own || (await processOf(first)) !== own) return true
      await second.query('rollback')
    }
    return false
  } finally {
    second.end().catch(() => {})
  }
}

const processOf = async (client: Client): Promise<number | undefined> =>
  (await client.query<{ pid: number }>(PROCESS)).rows[0]?.pid
