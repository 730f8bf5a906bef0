/**
 * Waking those who follow something. A wake-up is only a hint that there may be more to read: what there is comes from the
 * log, and everybody looks again once in a while in case a hint was lost.
 */
export interface Watch {
  /** Resolves at the next hint for this key, at the next regular look, or when the signal is aborted. */
  next(key: string, signal: AbortSignal): Promise<void>
  wake(key: string): void
  wakeAll(): void
  /** Whether nobody waits for anything. */
  readonly isIdle: boolean
  close(): void
}

export function watch(lookAgainMs: number): Watch {
  const sleepers = new Map<string, Set<() => void>>()
  const wake = (key: string): void => {
    const waiting = sleepers.get(key)
    sleepers.delete(key)
    for (const resolve of waiting ?? []) resolve()
  }
  const wakeAll = (): void => {
    for (const key of [...sleepers.keys()]) wake(key)
  }
  const timer = setInterval(wakeAll, lookAgainMs)
  timer.unref()
  return {
    next: (key, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve()
        const waiting = sleepers.get(key) ?? new Set()
        const done = (): void => {
          signal.removeEventListener('abort', done)
          waiting.delete(done)
          resolve()
        }
        signal.addEventListener('abort', done)
        waiting.add(done)
        sleepers.set(key, waiting)
      }),
    wake,
    wakeAll,
    get isIdle() {
      return sleepers.size === 0
    },
    close() {
      clearInterval(timer)
      wakeAll()
    },
  }
}
