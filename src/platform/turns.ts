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

/** One after the other for each key; different keys do not wait for each other. */
export function turnsByKey(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const tails = new Map<string, Promise<unknown>>()
  return (key, work) => {
    const before = tails.get(key)
    const run = before ? before.then(work, work) : work()
    const tail: Promise<unknown> = run.catch(() => undefined).then(() => tails.get(key) === tail && tails.delete(key))
    tails.set(key, tail)
    return run
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
