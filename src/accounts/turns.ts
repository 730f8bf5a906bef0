/** One after the other for each key. */
export type Turns = <T>(key: string, work: () => Promise<T>) => Promise<T>

export function turns(): Turns {
  const last = new Map<string, Promise<unknown>>()
  return async (key, work) => {
    const mine = (last.get(key) ?? Promise.resolve()).then(work, work)
    last.set(key, mine)
    try {
      return await mine
    } finally {
      if (last.get(key) === mine) last.delete(key)
    }
  }
}
