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
