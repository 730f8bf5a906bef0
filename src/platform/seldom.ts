/** Work that is asked for more often than it is needed. */

/** Does it at most once in so many milliseconds, counted from `last`; asked in between, it does nothing. */
export function atMostEvery(ms: number, work: () => Promise<unknown>, last = 0): () => Promise<void> {
  let done = last
  return async () => {
    const now = Date.now()
    if (now - done < ms) return
    done = now
    await work()
  }
}
