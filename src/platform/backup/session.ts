/** One transaction on a connection of its own, in which every value has the same text on every server. */
import pg from 'pg'
import { failure } from '../failure.js'
import { isOutage } from '../outage.js'
import { messageOf } from '../thrown.js'

const SAME_EVERYWHERE = `set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres';
  set local bytea_output = 'hex'; set local extra_float_digits = 1; set local statement_timeout = 0; set local lock_timeout = 0;
  set local idle_in_transaction_session_timeout = 0`

export async function inTransaction<T>(
  url: string,
  name: string,
  begin: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: name, keepAlive: true })
  // An error between two queries is reported by the next one.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(`${begin}; ${SAME_EVERYWHERE}`)
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    throw error instanceof pg.DatabaseError || isOutage(error) ? failure(`The database refuses: ${messageOf(error)}.`) : error
  } finally {
    // Closing the session rolls back what was not committed.
    await client.end().catch(() => {})
  }
}
