/** What is open under which token on this server, so that a revocation ends it at once. */
import { LRUCache } from 'lru-cache'

export interface Revocations {
  /** Calls `end` when the token is revoked; at once, if it was just now. Whoever is done before calls what is returned. */
  watch(tokenId: string, end: () => void): () => void
  /** Ends all that is open under the token. */
  end(tokenId: string): void
  /** The tokens under which something is open. */
  open(): string[]
}

const REMEMBERED = 10_000

export function revocations(): Revocations {
  const watched = new Map<string, Set<() => void>>()
  // A request whose token was looked up just before the revocation may open its stream just after it.
  const ended = new LRUCache<string, true>({ max: REMEMBERED })
  const forget = (tokenId: string, end: () => void): void => {
    const others = watched.get(tokenId)
    others?.delete(end)
    if (others?.size === 0) watched.delete(tokenId)
  }
  return {
    watch(tokenId, end) {
      if (ended.has(tokenId)) end()
      else watched.set(tokenId, (watched.get(tokenId) ?? new Set()).add(end))
      return () => forget(tokenId, end)
    },
    end(tokenId) {
      ended.set(tokenId, true)
      const ends = [...(watched.get(tokenId) ?? [])]
      watched.delete(tokenId)
      for (const end of ends) end()
    },
    open: () => [...watched.keys()],
  }
}
