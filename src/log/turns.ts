/** Work of which only so much is done at a time; the rest waits in the order in which it came. */
export type Turns = <T>(work: () => Promise<T>) => Promise<T>

export function turns(most: number): Turns {
  const waiting: (() => void)[] = []
  let free = most
  const take = (): Promise<void> | undefined => {
    if (free === 0) return new Promise((resolve) => waiting.push(resolve))
    free--
    return undefined
  }
  /** A place that is given up goes straight to whoever waits for it. */
  const leave = (): void => {
    const next = waiting.shift()
    if (next) next()
    else free++
  }
  return async (work) => {
    await take()
    return work().finally(leave)
  }
}
