/** What is handed to the log with one entry, and whom the log tells about it. */
import type { Entry } from './entry.js'

export interface Awaiting {
  readonly seat: number
  readonly decision: string
  /** The version at which the decision opened. */
  readonly since: number
}

export interface Append {
  readonly match: string
  readonly seat: number | null
  readonly entry: Entry
  readonly awaiting: readonly Awaiting[]
  readonly idempotencyKey: string | null
  readonly request: string | null
  /** What becomes of the match with this entry; null if it goes on as it was. */
  readonly becomes: 'running' | 'over' | null
  readonly result: readonly object[] | null
  /** The seat that leaves with this entry. */
  readonly leaves: number | null
}

export interface LogOptions {
  readonly onBatch: (size: number, milliseconds: number) => void
  readonly onAppended: (matches: readonly { match: string; version: number }[]) => void
}
