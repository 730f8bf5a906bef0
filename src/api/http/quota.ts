/** How much of something one client may hold at a time on this server, at all its workers together. */
import { type Colleagues, NO_COLLEAGUES } from '../../platform/workers/colleagues.js'

export interface Quota {
  /** Gives one back when called; undefined if the client has all it may have. */
  take(client: string): (() => void) | undefined
}

/** `name`: what all workers call it. */
export function quota(name: string, most: number, { holding }: Pick<Colleagues, 'holding'> = NO_COLLEAGUES): Quota {
  const held = new Map<string, number>()
  const shared = holding(name)
  const set = (client: string, now: number): void => {
    if (now > 0) held.set(client, now)
    else held.delete(client)
    shared.set(client, now)
  }
  return {
    take(client) {
      const before = held.get(client) ?? 0
      if (before + shared.elsewhere(client) >= most) return undefined
      set(client, before + 1)
      let given = false
      return () => {
        if (!given) set(client, (held.get(client) ?? 0) - 1)
        given = true
      }
    },
  }
}
