/**
 * A Postgres that takes no writes any more: a primary that became a standby, or one set to read-only. Behind a proxy the next connection may lead to
 * the new primary, but one that is open stays where it is and would go on reading what is old. So the first refused write retires them all.
 */
import type { Pool, PoolClient } from 'pg'

/** SQLSTATE read_only_sql_transaction. */
const READ_ONLY = '25006'

/** `onRefused` hears the SQLSTATE of every statement that Postgres refuses on this pool. */
export function retireWhenReadOnly(pool: Pool, onRefused: (code: string) => void): void {
  const open = new Set<PoolClient>()
  const busy = new Set<PoolClient>()
  const retired = new WeakSet<PoolClient>()

  const retire = (): void => {
    for (const client of open) {
      retired.add(client)
      // An idle one that breaks is dropped by the pool; one in use is dropped when it comes back.
      if (!busy.has(client)) client.connection.stream.destroy()
    }
  }

  pool.on('connect', (client) => {
    open.add(client)
    client.connection.on('errorMessage', ({ code }: { code?: string }) => {
      if (code === READ_ONLY) retire()
      if (code !== undefined) onRefused(code)
    })
  })
  pool.on('acquire', (client) => busy.add(client))
  pool.on('release', (_, client) => {
    busy.delete(client)
    // Before the pool takes it back: it does not keep a connection that is ending.
    if (retired.has(client)) void client.end()
  })
  pool.on('remove', (client) => open.delete(client))
}
