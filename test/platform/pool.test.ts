/** What is told of connections that Postgres ends while nobody uses them. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPool } from '../../src/platform/database.js'
import { administer } from '../support/administer.js'
import { type FreshDatabase, freshDatabase } from '../support/database.js'

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

const endConnectionsOf = (name: string) =>
  administer(database.url, `select pg_terminate_backend(pid) as done from pg_stat_activity where application_name = '${name}'`)

test('the error says what happened, and carries no state of the connection into the log', async () => {
  const errors: Error[] = []
  const pool = createPool({ url: database.url, name: 'idle', max: 1, onError: (error) => errors.push(error) })
  await pool.query('select 1')
  await endConnectionsOf('idle')
  await expect.poll(() => errors.length).toBe(1)
  expect(errors[0]?.message).toMatch(/terminating connection/)
  expect(errors[0]).not.toHaveProperty('client')
  await pool.end()
})

test('nothing is told of connections that are being closed', async () => {
  const errors: Error[] = []
  const pool = createPool({ url: database.url, name: 'closing', max: 1, onError: (error) => errors.push(error) })
  const client = await pool.connect()
  client.release()
  const ended = pool.end()
  // What pg reports if Postgres ends the connection in this very moment, which no test can time.
  pool.emit('error', new Error('terminating connection due to administrator command'), client)
  await ended
  expect(errors).toEqual([])
})
