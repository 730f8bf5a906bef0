/** What workers share by way of the primary, without any process: counts of limits, and figures. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { describe, expect, test, vi } from 'vitest'
import { quota } from '../../src/api/http/quota.js'
import { entryPace } from '../../src/match/play/pace.js'
import { type Colleagues, colleagues } from '../../src/platform/workers/colleagues.js'
import { type Exchange, exchange } from '../../src/platform/workers/exchange.js'
import type { FromPrimary, FromWorker } from '../../src/platform/workers/messages.js'

/** By JSON, as between processes. */
const copied = <T>(message: T): T => JSON.parse(JSON.stringify(message))

/** A worker that says what it says at once. */
function join(among: Exchange, worker: number, { isMute = false } = {}): Colleagues {
  const listeners: ((message: FromPrimary) => void)[] = []
  const told = colleagues(
    {
      tell: (message: FromWorker) => (isMute ? undefined : among.hear(worker, copied(message))),
      hear: (listener) => void listeners.push(listener),
    },
    0,
  )
  among.join(worker, (message) => {
    for (const listener of listeners) listener(copied(message))
  })
  return told
}

const three = () => {
  const among = exchange()
  return { among, workers: [1, 2, 3].map((worker) => join(among, worker)) as [Colleagues, Colleagues, Colleagues] }
}

describe('what is spent', () => {
  test('is told to all others once, and not back', async () => {
    const { workers } = three()
    const heard = workers.map((): [string, number][] => [])
    const tells = workers.map((one, index) => one.spending('points', (...spent) => heard[index]?.push(spent)))
    const others = workers.map((one) => one.spending('registrations', () => expect.unreachable()))
    expect(others).toHaveLength(3)
    tells[0]?.('anne', 3)
    tells[0]?.('anne', 4)
    tells[0]?.('__proto__', 1)
    await vi.waitFor(() => expect(heard[1]).toHaveLength(2))
    const spent = [
      ['anne', 7],
      ['__proto__', 1],
    ]
    expect(heard).toEqual([[], spent, spent])
  })

  test('entries of the house: what one has written keeps the others waiting', async () => {
    const { workers } = three()
    let now = 0
    // A minute has one entry.
    const [here, there] = workers.map((one) => entryPace(6, () => now, one))
    expect(here?.count('anne', 2)).toBe(0)
    await vi.waitFor(() => expect(there?.count('anne', 1)).toBeGreaterThan(0))
    now = 120_001
    expect(there?.count('anne', 1)).toBe(0)
  })
})

describe('what is held', () => {
  test('counts for all, until it is given back or its worker is gone', async () => {
    const { among, workers } = three()
    const [one, two, last] = workers.map((each) => quota('places', 2, each))
    const leave = one?.take('anne')
    await vi.waitFor(() => expect(workers[1].holding('places').elsewhere('anne')).toBe(1))
    expect(two?.take('anne')).toBeDefined()
    await vi.waitFor(() => expect(workers[2].holding('places').elsewhere('anne')).toBe(2))
    expect(last?.take('anne')).toBeUndefined()
    expect(last?.take('ben')).toBeDefined()
    leave?.()
    await vi.waitFor(() => expect(workers[2].holding('places').elsewhere('anne')).toBe(1))
    among.leave(2)
    expect(workers[2].holding('places').elsewhere('anne')).toBe(0)
  })

  test('whoever joins later is told what there is', async () => {
    const { among, workers } = three()
    quota('places', 9, workers[0]).take('anne')
    await vi.waitFor(() => expect(workers[1].holding('places').elsewhere('anne')).toBe(1))
    expect(join(among, 4).holding('places').elsewhere('anne')).toBe(1)
    expect(join(among, 1).holding('places').elsewhere('anne')).toBe(1)
  })
})

describe('figures', () => {
  const registryOf = (amount: number): Registry => {
    const registers = [new Registry()]
    new Counter({ name: 'moves', help: 'moves', labelNames: ['game'], registers }).inc({ game: 'kingdoms' }, amount)
    new Gauge({ name: 'open', help: 'open', registers }).set(amount)
    new Gauge({ name: 'same', help: 'the same everywhere', aggregator: 'max', registers }).set(7)
    new Histogram({ name: 'seconds', help: 'seconds', buckets: [5], registers }).observe(amount)
    return registers[0] as Registry
  }
  const linesOf = (page: string): string[] => page.split('\n').filter((line) => line !== '' && !line.startsWith('#'))

  test('are sums, whoever is asked; and totals do not go down when a worker dies', async () => {
    const { among, workers } = three()
    const pages = workers.map((one, index) => one.page(registryOf(10 ** index)))
    const sum = ['moves{game="kingdoms"} 111', 'open 111', 'same 7']
    const seconds = ['seconds_bucket{le="5"} 1', 'seconds_bucket{le="+Inf"} 3', 'seconds_sum 111', 'seconds_count 3']
    for (const page of pages) expect(linesOf(await page())).toEqual([...sum, ...seconds])
    among.leave(3)
    for (let time = 0; time < 3; time++)
      expect(linesOf((await pages[0]?.()) ?? '')).toEqual([sum[0], 'open 11', 'same 7', ...seconds])
    const again = join(among, 3)
    expect(linesOf(await again.page(registryOf(1000))())).toContain('moves{game="kingdoms"} 1111')
  })

  test('of a worker that does not answer they are as it told them last', async () => {
    const among = exchange()
    const [here, mute] = [join(among, 1), join(among, 2, { isMute: true })]
    mute.page(registryOf(5))
    const page = here.page(registryOf(1))
    among.hear(2, { type: 'figures', question: 0, figures: copied(await registryOf(5).getMetricsAsJSON()) })
    const [one, other] = await Promise.all([page(), page()])
    expect(linesOf(one)).toContain('moves{game="kingdoms"} 6')
    expect(other).toBe(one)
    await sleep(0)
  })
})
