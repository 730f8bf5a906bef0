/** What is handed to the log with one entry. */
import type { Texts } from './chain.js'
import type { Awaiting, Entry, Timing } from './entry.js'
import type { Ordered } from './ordering.js'

export interface Append {
  readonly match: string
  readonly seat: number | null
  readonly entry: Entry
  /** Parts of the entry as they were hashed; left out, they are written down anew. */
  readonly texts?: Texts
  /** Hash of the entry before, on which this one was decided: it is written only if that one is there. The first entry has none before it. */
  readonly previous: string
  readonly awaiting: readonly Awaiting[]
  readonly idempotencyKey: string | null
  readonly request: string | null
  /** What becomes of the match with this entry; null if it goes on as it was. */
  readonly becomes: 'running' | 'over' | 'aborted' | null
  /** Written only if all seats that still play have agreed to abort the match. */
  readonly agreed: boolean
  readonly result: readonly object[] | null
  /** The seat that leaves with this entry. */
  readonly leaves: number | null
  /** The seat that changes hands with this entry, and who gets it; written only if that player is not erased and, where it was offered, the offer still stands. */
  readonly hands: { readonly seat: number; readonly to: string; readonly offered: boolean } | null
  /** The version that is gone back to; written only if all seats that still play agree on it. */
  readonly backTo: number | null
  /** Null in a match that has no deadlines. */
  readonly timing: Timing | null
  /** The standing order whose move this is: written only while that waits. */
  readonly ordered?: Ordered | undefined
  /** The seat for which the house has decided in its player's stead. */
  readonly substituted: number | null
}
