/**
 * Rows of `deadline` that this server knows to stand, so that a move need not look at that of the seat which it asks (docs/decisions/0025-clocks.md). What is known holds
 * after one entry only: whatever else is written in the match, by whomever, is another entry, and what builds on that one looks again.
 */
import { LRUCache } from 'lru-cache'
import type { Entry, Timing } from './entry.js'

/** An entry that is to be written, as far as its deadlines are concerned. */
interface Asked {
  readonly match: string
  readonly entry: Pick<Entry, 'hash'>
  /** Hash of the entry before. */
  readonly previous: string
  readonly timing: Pick<Timing, 'opening' | 'epoch'> | null
}

/** Of one that was written. */
interface Looked {
  readonly match_id: string
  /** Until when nobody touches the row of the seat that is asked, in milliseconds since 1970; null if it was not looked at. */
  readonly until: number | null
}

interface Known {
  /** Hash of the entry after which it holds. */
  head: string
  /** The number of spans: whoever writes down another one moves the rows. */
  readonly epoch: number
  /** By seat: until when nobody touches its row. */
  readonly until: Map<number, number>
}

export interface KnownRows {
  /** Undefined if the row of the seat that is asked with the entry has to be looked at. */
  untilOf(row: Asked): number | undefined
  /** Which of the entries were written, and with each no row but that of the seat which is asked. */
  learn(rows: readonly Asked[], written: readonly Looked[]): void
}

/** Matches; some 8 MB. Of one that is forgotten the rows are looked at once more. */
const MOST = 20_000

export function knownRows(): KnownRows {
  const matches = new LRUCache<string, Known>({ max: MOST })
  const before = ({ match, previous, timing }: Asked): Known | undefined => {
    const known = matches.get(match)
    return known?.head === previous && known.epoch === timing?.epoch ? known : undefined
  }
  const learnOne = (row: Asked, until: number | null): void => {
    const { match, entry, timing } = row
    if (!timing) return
    const known = before(row) ?? { head: '', epoch: timing.epoch, until: new Map() }
    known.head = entry.hash
    if (timing.opening && until !== null) known.until.set(timing.opening.seat, until)
    matches.set(match, known)
  }
  return {
    untilOf: (row) => (row.timing?.opening ? before(row)?.until.get(row.timing.opening.seat) : undefined),
    learn(rows, written) {
      const untils = new Map(written.map(({ match_id, until }) => [match_id, until]))
      for (const row of rows) {
        const until = untils.get(row.match)
        if (until !== undefined) learnOne(row, until)
      }
    },
  }
}
