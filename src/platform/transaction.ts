import type pg from 'pg'

/** All or nothing. A connection that cannot even roll back is thrown away. */
export async function transaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  // A connection that breaks is reported by its query and, besides, by an event that ends the process if nobody listens.
  const onBroken = (error: Error): void => {
    broken = error
  }
  client.on('error', onBroken)
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(onBroken)
    throw error
  } finally {
    client.off('error', onBroken)
    client.release(broken)
  }
}
