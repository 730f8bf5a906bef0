/** Work that is spread over threads: in order, from the first piece on, and no sooner than it pays. */
import { describe, expect, test } from 'vitest'
import { type Crew, type Done, doAll, onAllCores } from '../../src/cli/all-cores.js'

const AT_ONCE = { aloneMs: 0, worthMs: 0 }
const NEVER = { aloneMs: Number.POSITIVE_INFINITY }

interface Told {
  readonly results: number[]
  readonly problem: string | undefined
}

/** Doubles numbers; `there` does it out of order, and notes how. */
function spread(total: number, { workers = 2, isHeavy = false, work = (one: number): number => 2 * one } = {}) {
  const noted = { here: 0, chunks: [] as number[][], opened: 0, closed: 0, counts: [] as number[] }
  const crew: Crew<number, number> = {
    async work(pieces) {
      noted.chunks.push([...pieces])
      // The later it was handed out, the sooner it is done.
      for (let turn = noted.chunks.length; turn < 20; turn++) await new Promise(setImmediate)
      return doAll(pieces, work)
    },
    async close() {
      noted.closed++
    },
  }
  const asked = {
    pieces: Array.from({ length: total }, (_, index) => index),
    total,
    workers,
    isHeavy,
    here: (pieces: readonly number[]): Promise<Done<number>> => {
      noted.here += pieces.length
      return doAll(pieces, work)
    },
    there: async () => {
      noted.opened++
      return crew
    },
    onDone: (count: number) => void noted.counts.push(count),
  }
  return { noted, asked }
}

async function told(all: AsyncIterable<number>): Promise<Told> {
  const results: number[] = []
  try {
    for await (const one of all) results.push(one)
    return { results, problem: undefined }
  } catch (error) {
    return { results, problem: error instanceof Error ? error.message : String(error) }
  }
}

const doubled = (total: number): number[] => Array.from({ length: total }, (_, index) => 2 * index)

describe('where the work is done', () => {
  test('in threads, whose results come in the order of the pieces', async () => {
    const { asked, noted } = spread(500)
    expect(await told(onAllCores(asked, AT_ONCE))).toEqual({ results: doubled(500), problem: undefined })
    expect(noted).toMatchObject({ here: 0, opened: 1, closed: 1 })
    expect(noted.chunks.flat()).toEqual(asked.pieces)
    expect(noted.counts.at(-1)).toBe(500)
    expect(noted.counts).toEqual(noted.counts.toSorted((one, other) => one - other))
  })

  test('here, as long as threads do not pay', async () => {
    const { asked, noted } = spread(500)
    expect(await told(onAllCores(asked, NEVER))).toEqual({ results: doubled(500), problem: undefined })
    expect(noted).toMatchObject({ here: 500, opened: 0 })
    expect(noted.counts).toEqual(asked.pieces.map((one) => one + 1))
  })

  test('here, if there is one worker, whatever there is to do', async () => {
    const { asked, noted } = spread(50, { workers: 1, isHeavy: true })
    expect(await told(onAllCores(asked, AT_ONCE))).toEqual({ results: doubled(50), problem: undefined })
    expect(noted).toMatchObject({ here: 50, opened: 0 })
  })

  test('first here and then in threads: nothing twice, nothing left out', async () => {
    const { asked, noted } = spread(100_000, { workers: 3 })
    expect((await told(onAllCores(asked, { aloneMs: 5, worthMs: 1 }))).results).toEqual(doubled(100_000))
    expect(noted.here).toBeGreaterThan(0)
    expect(noted.opened).toBe(1)
    expect(noted.counts.at(-1)).toBe(100_000)
  })

  test('a heavy piece alone is done here; several are handed out one by one, from the first', async () => {
    const alone = spread(1, { isHeavy: true })
    await told(onAllCores(alone.asked))
    expect(alone.noted).toMatchObject({ here: 1, opened: 0 })
    const several = spread(3, { isHeavy: true })
    await told(onAllCores(several.asked))
    expect(several.noted).toMatchObject({ here: 0, chunks: [[0], [1], [2]] })
  })

  test('no more is handed out than is worth having in hand', async () => {
    const { asked, noted } = spread(10_000)
    const all = onAllCores(asked, AT_ONCE)
    await all.next()
    const atOnce = noted.chunks.length
    expect(atOnce).toBeLessThan(10)
    await all.return(undefined)
    expect(noted).toMatchObject({ closed: 1 })
    expect(noted.chunks).toHaveLength(atOnce)
  })
})

describe('a piece that fails', () => {
  const faulty = (one: number): number => {
    if (one >= 333) throw new Error(`piece ${one} is broken\n    and this is why`)
    return 2 * one
  }
  test.each([
    ['here', NEVER],
    ['in a thread', AT_ONCE],
  ])('%s: all results before it, and one line', async (_, tuning) => {
    const { asked, noted } = spread(1000, { work: faulty })
    expect(await told(onAllCores(asked, tuning))).toEqual({ results: doubled(333), problem: 'piece 333 is broken' })
    expect(noted.closed).toBe(noted.opened)
  })

  test('a thread that dies is told of in its turn', async () => {
    const { asked, noted } = spread(3, { isHeavy: true })
    const there = async (): Promise<Crew<number, number>> => ({
      work: ([piece = 0]) =>
        piece === 1
          ? Promise.reject(new Error('out of memory'))
          : new Promise((resolve) => setTimeout(() => resolve({ results: [piece] }), 20)),
      close: async () => void noted.closed++,
    })
    expect(await told(onAllCores({ ...asked, there }))).toEqual({ results: [0], problem: 'out of memory' })
    expect(noted.closed).toBe(1)
  })
})
