/** Those who wait until something may have happened. A wake-up only says that there may be more to read, and all look again once in a while in case one was lost. */

export interface Sleepers {
  /** Resolves at the next wake-up for this key, at the next regular look, or when the signal is aborted. */
  next(key: string, signal: AbortSignal): Promise<void>
  wake(key: string): void
  wakeAll(): void
  /** Whether nobody waits for anything. */
  readonly isIdle: boolean
  close(): void
}

export function sleepers(lookAgainMs: number): Sleepers {
  const asleep = new Map<string, Set<() => void>>()
  const wake = (key: string): void => {
    const waiting = asleep.get(key)
    if (!waiting) return
    asleep.delete(key)
    for (const resolve of waiting) resolve()
  }
  const wakeAll = (): void => {
    for (const key of [...asleep.keys()]) wake(key)
  }
  const timer = setInterval(wakeAll, lookAgainMs)
  timer.unref()
  return {
    next: (key, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve()
        const waiting = asleep.get(key) ?? new Set()
        const done = (): void => {
          signal.removeEventListener('abort', done)
          waiting.delete(done)
          resolve()
        }
        signal.addEventListener('abort', done)
        waiting.add(done)
        asleep.set(key, waiting)
      }),
    wake,
    wakeAll,
    get isIdle() {
      return asleep.size === 0
    },
    close() {
      clearInterval(timer)
      wakeAll()
    },
  }
}

/** Looks at every wake-up, and first of all, until it is so or the signal is aborted. */
export async function untilSo(
  asleep: Pick<Sleepers, 'next'>,
  key: string,
  signal: AbortSignal,
  isSo: () => Promise<boolean>,
): Promise<void> {
  while (!signal.aborted) {
    // Listening begins before the look, so that what is written in between is not missed.
    const wakeUp = asleep.next(key, signal)
    if (await isSo()) return
    await wakeUp
  }
}
