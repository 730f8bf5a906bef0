import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

export function databaseAt(url: string, database: string): string {
  const address = new URL(url)
  address.pathname = `/${database}`
  return address.href
}

/** Does something while a statement has been made that is committed only afterwards; both are done when it returns. */
export async function whileUncommitted<T>(url: string, sql: string, values: unknown[], work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'chancery tests' })
  await client.connect()
  try {
    await client.query('begin')
    await client.query(sql, values)
    const working = work()
    // Until somebody waits for what this one has locked.
    while (
      (await client.query('select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))'))
        .rowCount === 0
    )
      await sleep(10)
    await client.query('commit')
    return await working
  } finally {
    await client.end()
  }
}

/** One statement on a connection of its own. */
export async function administer(url: string, sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'chancery tests' })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql, values)).rows
  } finally {
    await client.end()
  }
}
