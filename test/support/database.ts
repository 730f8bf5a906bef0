import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { databaseAt } from './administer.js'

export interface FreshDatabase {
  readonly url: string
  drop(): Promise<void>
}

/** A migrated, empty database for one test file. Files are copied as they are: half of what it costs to write them through the log of Postgres. */
export const freshDatabase = (): Promise<FreshDatabase> => createDatabase(`TEMPLATE ${inject('template')} STRATEGY file_copy`)

/** A database without any table, for tests of the migrations themselves. */
export const emptyDatabase = (): Promise<FreshDatabase> => createDatabase('')

/** One connection for all databases that a worker makes and drops. */
let administrator: pg.Pool | undefined

function administratorOf(connectionString: string): pg.Pool {
  administrator ??= new pg.Pool({ connectionString, max: 1, application_name: 'chancery tests', allowExitOnIdle: true }).on(
    'error',
    () => {},
  )
  return administrator
}

async function createDatabase(how: string): Promise<FreshDatabase> {
  const postgres = inject('postgresUrl')
  const pool = administratorOf(postgres)
  const name = `${inject('template')}_${randomBytes(6).toString('hex')}`
  await pool.query(`CREATE DATABASE ${name} ${how}`)
  return {
    url: databaseAt(postgres, name),
    drop: async () => {
      await pool.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    },
  }
}
