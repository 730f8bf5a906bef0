/**
 * Whether other servers are on the bus of a database. One that comes says so on the bus; that one has gone is seen by a look at the connections, which is enough,
 * because a call that nobody hears does no harm. As long as it is not known there may be others.
 */
import type pg from 'pg'

/** By which the connection of every server's bus goes. */
export const BUS_NAME = 'chancery bus'
const HERE = 'chancery_here'
const OTHERS = `SELECT EXISTS (
  SELECT FROM pg_stat_activity WHERE application_name = '${BUS_NAME}' AND datname = current_database() AND pid <> pg_backend_pid()) AS others`

export interface Company {
  /** False only where no other server is on the bus. */
  readonly mayBeThere: boolean
  /** On a new connection: hears of those who come from now on, tells them of this one, and looks for those who are there. */
  greet(connection: pg.Client, own: number | undefined): Promise<void>
  /** Looks whether all others have gone. */
  look(connection: Pick<pg.Client, 'query'>): Promise<void>
}

export function company(): Company {
  let mayBeThere = true
  let heard = 0
  const look: Company['look'] = async (connection) => {
    const before = heard
    const { rows } = await connection.query<{ others: boolean }>(OTHERS)
    // One that came while Postgres looked may not be among those it saw.
    mayBeThere = (rows[0]?.others ?? true) || heard !== before
  }
  return {
    get mayBeThere() {
      return mayBeThere
    },
    async greet(connection, own) {
      mayBeThere = true
      connection.on('notification', ({ channel, processId }) => {
        if (channel !== HERE || processId === own) return
        heard++
        mayBeThere = true
      })
      await connection.query(`LISTEN ${HERE}`)
      await connection.query(`NOTIFY ${HERE}`)
      await look(connection)
    },
    look,
  }
}
