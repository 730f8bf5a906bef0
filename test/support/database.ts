import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { administer, databaseAt } from './administer.js'

export interface FreshDatabase {
  readonly url: string
  drop(): Promise<void>
}

/** A migrated, empty database for one test file. Files are copied as they are: half of what it costs to write them through the log of Postgres. */
export const freshDatabase = (): Promise<FreshDatabase> => createDatabase(`TEMPLATE ${inject('template')} STRATEGY file_copy`)

/** A database without any table, for tests of the migrations themselves. */
export const emptyDatabase = (): Promise<FreshDatabase> => createDatabase('')

async function createDatabase(how: string): Promise<FreshDatabase> {
  const postgres = inject('postgresUrl')
  const name = `${inject('template')}_${randomBytes(6).toString('hex')}`
  await administer(postgres, `CREATE DATABASE ${name} ${how}`)
  return {
    url: databaseAt(postgres, name),
    drop: async () => {
      await administer(postgres, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    },
  }
}
