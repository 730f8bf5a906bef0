import { once } from 'node:events'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Bus, createBus } from '../../src/platform/bus.js'
import { company } from '../../src/platform/bus-company.js'
import { createLogger } from '../../src/platform/logger.js'
import { administer } from '../support/administer.js'
import { type FreshDatabase, freshDatabase } from '../support/database.js'

const logger = createLogger('silent')
let database: FreshDatabase
let here: Bus
let there: Bus

beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

beforeEach(async () => {
  here = await createBus({ url: database.url, logger })
  there = await createBus({ url: database.url, logger })
})
afterEach(() => Promise.all([here.close(), there.close()]))

const cut = () =>
  administer(
    database.url,
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'chancery bus' AND datname = current_database()",
  )

/** Subscribing is a statement under way; a call that comes back proves that it has arrived. */
async function listen(bus: Bus, channel: string): Promise<(string | undefined)[]> {
  const heard: (string | undefined)[] = []
  bus.subscribe(channel, (payload) => heard.push(payload))
  bus.notify(channel, 'ready')
  await vi.waitFor(() => expect(heard).toContain('ready'))
  heard.length = 0
  return heard
}

test('a call on one server wakes the subscribers of another, on that channel only', async () => {
  const heard = await listen(there, 'Match "1"')
  const other = await listen(there, 'other')
  here.notify('Match "1"', 'seven')
  await vi.waitFor(() => expect(heard).toEqual(['seven']))
  expect(other).toEqual([])
})

test('equal calls of one moment are sent once, and a payload that is too long becomes a bare hint', async () => {
  const heard = await listen(there, 'match')
  for (let i = 0; i < 100; i++) here.notify('match', 'same')
  here.notify('match', 'x'.repeat(9_000))
  await vi.waitFor(() => expect(heard).toEqual(['same', '']))
})

test('whoever has unsubscribed hears nothing more, and others go on', async () => {
  const heard = await listen(there, 'match')
  const stop = there.subscribe('match', () => heard.push('unwanted'))
  stop()
  here.notify('match', 'wanted')
  await vi.waitFor(() => expect(heard).toEqual(['wanted']))
})

test('after a lost connection subscribers are told to re-read, and calls arrive again', async () => {
  const heard = await listen(there, 'match')
  await listen(here, 'mine')
  for (let round = 0; round < 3; round++) {
    heard.length = 0
    await cut()
    await vi.waitFor(() => expect(heard).toContain(undefined), 10_000)
    await vi.waitFor(() => {
      here.notify('match', 'again')
      expect(heard).toContain('again')
    }, 10_000)
  }
})

test('a server that is alone sends nothing that is for others, and the next one hears of everything from the moment at which it comes', async () => {
  const lookMs = 50
  const alone = await freshDatabase()
  try {
    const first = await createBus({ url: alone.url, logger, lookMs })
    // A listener of another kind: what Postgres is given, it hears.
    const listener = new pg.Client(alone.url)
    await listener.connect()
    const heard: (string | undefined)[] = []
    listener.on('notification', ({ payload }) => heard.push(payload))
    await listener.query('LISTEN match')
    first.notifyOthers('match', () => ['to nobody'])
    first.notify('match', 'to all')
    await vi.waitFor(() => expect(heard).toEqual(['to all']))

    const second = await createBus({ url: alone.url, logger })
    const there = await listen(second, 'match')
    await vi.waitFor(() => {
      first.notifyOthers('match', () => ['to the second'])
      expect(there).toContain('to the second')
    })
    await second.close()
    await vi.waitFor(
      async () => {
        heard.length = 0
        first.notifyOthers('match', () => ['to nobody'])
        first.notify('match', 'to all')
        await vi.waitFor(() => expect(heard).toContain('to all'))
        expect(heard).toEqual(['to all'])
      },
      { timeout: 10_000, interval: 50 },
    )
    await Promise.all([first.close(), listener.end()])
  } finally {
    await alone.drop()
  }
})

test('a server that comes while the connections are looked at is not overlooked', async () => {
  const alone = await freshDatabase()
  const [here, other] = [new pg.Client(alone.url), new pg.Client(alone.url)]
  try {
    await Promise.all([here.connect(), other.connect()])
    const { rows } = await here.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    const others = company()
    await others.greet(here, rows[0]?.pid)
    expect(others.mayBeThere).toBe(false)
    const comesMeanwhile = async (text: string): Promise<pg.QueryResult> => {
      const seen = await here.query(text)
      const heard = once(here, 'notification')
      await other.query('NOTIFY chancery_here')
      await heard
      return seen
    }
    // A cast: of the many ways to call it, one is used.
    await others.look({ query: comesMeanwhile as pg.Client['query'] })
    expect(others.mayBeThere).toBe(true)
    await others.look(here)
    expect(others.mayBeThere).toBe(false)
  } finally {
    await Promise.all([here.end(), other.end()])
    await alone.drop()
  }
})

test('a listener that fails does not silence the others', async () => {
  there.subscribe('match', () => {
    throw new Error('broken')
  })
  const heard = await listen(there, 'match')
  here.notify('match', 'still')
  await vi.waitFor(() => expect(heard).toEqual(['still']))
})
