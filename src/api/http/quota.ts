/** How much of something one client may hold at a time on this server. */
export interface Quota {
  /** Gives one back when called; undefined if the client has all it may have. */
  take(client: string): (() => void) | undefined
}

export function quota(most: number): Quota {
  const held = new Map<string, number>()
  const giveBack = (client: string): void => {
    const left = (held.get(client) ?? 0) - 1
    if (left > 0) held.set(client, left)
    else held.delete(client)
  }
  return {
    take(client) {
      const before = held.get(client) ?? 0
      if (before >= most) return undefined
      held.set(client, before + 1)
      let given = false
      return () => {
        if (!given) giveBack(client)
        given = true
      }
    },
  }
}
