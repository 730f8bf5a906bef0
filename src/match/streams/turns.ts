/** A bounded number at a time, the others one after another: followers of everything must leave the pool's connections to the moves. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>

export function turns(atOnce: number): InTurn {
  const waiting: (() => void)[] = []
  let free = atOnce
  return async (work) => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}
