/** How much of what each client has spent or holds, by the name of the limit. */

/** Plain data, which goes from one process to another. */
export type Counts = readonly (readonly [limit: string, client: string, amount: number])[]

export interface Tally {
  get(limit: string, client: string): number
  set(limit: string, client: string, amount: number): void
  /** Nothing is kept of a client that has nothing. */
  forget(limit: string, client: string): void
  readonly size: number
  all(): Counts
}

export function tally(): Tally {
  const counts = new Map<string, readonly [limit: string, client: string, amount: number]>()
  const keyOf = (limit: string, client: string): string => `${limit} ${client}`
  return {
    get: (limit, client) => counts.get(keyOf(limit, client))?.[2] ?? 0,
    set: (limit, client, amount) => void counts.set(keyOf(limit, client), [limit, client, amount]),
    forget: (limit, client) => void counts.delete(keyOf(limit, client)),
    get size() {
      return counts.size
    },
    all: () => [...counts.values()],
  }
}
