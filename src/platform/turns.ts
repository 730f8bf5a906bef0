/** Work that has to wait for its turn. */

/** Of which only so much is done at a time; the rest waits in the order in which it came. */
export type Turns = <T>(work: () => Promise<T>) => Promise<T>

export function turns(most: number): Turns {
  const waiting: (() => void)[] = []
  let free = most
  return async (work) => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      // A place that is given up goes straight to whoever waits for it.
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}

/** The same for items of which there may be very many: the next is asked for when there is a place for it. In their order, what came of each. */
export async function inTurns<T, R>(
  items: AsyncIterable<T> | Iterable<T>,
  most: number,
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  const running = new Set<Promise<void>>()
  let index = 0
  for await (const item of items) {
    const at = index++
    const one: Promise<void> = work(item, at)
      .then((result) => {
        results[at] = result
      })
      .finally(() => running.delete(one))
    running.add(one)
    if (running.size >= most) await Promise.race(running)
  }
  await Promise.all(running)
  return results
}

/** One after the other for each key; different keys do not wait for each other. */
export function turnsByKey(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  /** Keys that somebody is at, with those who wait for their turn. */
  const busy = new Map<string, (() => void)[]>()
  return async (key, work) => {
    const others = busy.get(key)
    const waiting = others ?? []
    if (others) await new Promise<void>((resolve) => others.push(resolve))
    else busy.set(key, waiting)
    try {
      return await work()
    } finally {
      const next = waiting.length > 0 ? waiting.shift() : undefined
      if (next) next()
      else busy.delete(key)
    }
  }
}

/** Some ten times what a batch takes on a busy machine: whatever is slower than this is taken to be stuck. */
const PATIENCE_MS = 250
/** If so many are stuck, the database is, and more connections would not help. */
const MOST_AT_ONCE = 3

/**
 * One piece after the other, except that a piece which takes too long is not waited for: the next goes out beside it, up to a bound. So what is
 * stuck holds nobody up, and what is quick still goes alone. Resolves when the next piece may go out; the work must not throw.
 */
export function turnsUnlessStuck(): (work: () => Promise<void>) => Promise<void> {
  const running = new Set<Promise<void>>()
  return async (work) => {
    const piece: Promise<void> = work().finally(() => running.delete(piece))
    running.add(piece)
    await new Promise<void>((resolve) => {
      const late = setTimeout(resolve, PATIENCE_MS)
      void piece.then(() => {
        clearTimeout(late)
        resolve()
      })
    })
    while (running.size >= MOST_AT_ONCE) await Promise.race(running)
  }
}
