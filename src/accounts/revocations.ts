/** What is open under which token on this server, so that it ends at once when the token is revoked or its player blocked. */
import { LRUCache } from 'lru-cache'

export const WHY_ENDED = ['TOKEN_REVOKED', 'PLAYER_BLOCKED'] as const
export type WhyEnded = (typeof WHY_ENDED)[number]
export type End = (why: WhyEnded) => void

export interface Revocations {
  /** Calls `end` with the code of why when the token stops working; at once, if it just did. Whoever is done before calls what is returned. */
  watch(tokenId: string, end: End): () => void
  /** Ends all that is open under the token. */
  end(tokenId: string, why: WhyEnded): void
  /** The token works again: what it opens now may stay open. */
  readmit(tokenId: string): void
  /** The tokens under which something is open. */
  open(): string[]
}

const REMEMBERED = 10_000
/** No request takes longer from the look at its token to the opening of its stream. */
const REMEMBERED_MS = 60_000

export function revocations(): Revocations {
  const watched = new Map<string, Set<End>>()
  // A request whose token was looked up just before the revocation may open its stream just after it.
  const ended = new LRUCache<string, WhyEnded>({ max: REMEMBERED, ttl: REMEMBERED_MS })
  const forget = (tokenId: string, end: End): void => {
    const others = watched.get(tokenId)
    others?.delete(end)
    if (others?.size === 0) watched.delete(tokenId)
  }
  return {
    watch(tokenId, end) {
      const why = ended.get(tokenId)
      if (why) end(why)
      else watched.set(tokenId, (watched.get(tokenId) ?? new Set()).add(end))
      return () => forget(tokenId, end)
    },
    end(tokenId, why) {
      ended.set(tokenId, why)
      const ends = [...(watched.get(tokenId) ?? [])]
      watched.delete(tokenId)
      for (const end of ends) end(why)
    },
    readmit: (tokenId) => void ended.delete(tokenId),
    open: () => [...watched.keys()],
  }
}
