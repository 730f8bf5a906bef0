/**
 * Rows of `deadline` that this server knows to stand, so that a move need not look at that of the seat which it asks (docs/decisions/0025-clocks.md). What is known holds
 * after one entry only: whatever else is written in the match, by whomever, is another entry, and what builds on that one looks again.
 */
import { LRUCache } from 'lru-cache'
import { MARGIN_MS } from './append-statements.js'
import type { Entry, Timing } from './entry.js'
import type { Told } from './told.js'

/** An entry that is to be written, as far as its deadlines are concerned. */
interface Asked {
  readonly match: string
  readonly entry: Pick<Entry, 'hash'>
  /** Hash of the entry before. */
  readonly previous: string
  readonly timing: Pick<Timing, 'opening' | 'epoch'> | null
}

interface KnownRow {
  readonly until: number
  /** By this server's own clock: from then on it is looked at again. */
  readonly lapses: number
}

interface Known {
  /** Hash of the entry after which it holds. */
  head: string
  /** The number of spans: whoever writes down another one moves the rows. */
  readonly epoch: number
  /** By seat. */
  readonly rows: Map<number, KnownRow>
}

export interface KnownRows {
  /** Until when nobody touches any of the rows of the seats that are asked with the entries; undefined if one of them has to be looked at. */
  untilOf(rows: readonly Asked[]): number | undefined
  /** Which of the entries were written, and with each no row but that of the seat which is asked. Of the others nothing is known any longer. */
  learn(rows: readonly Asked[], told: Pick<Told, 'isWritten' | 'looked'>): void
}

/** Matches; some 8 MB. Of one that is forgotten the rows are looked at once more. */
const MOST = 20_000
/** A statement that comes too late writes nothing and has to be sent again: this server looks so much earlier, which is more than one takes. */
const EARLIER_MS = 2_000

/** An entry with which nobody is asked anything new has no row to look at. */
const NO_ROW: KnownRow = { until: Number.POSITIVE_INFINITY, lapses: Number.POSITIVE_INFINITY }

export function knownRows(now: () => number = () => performance.now()): KnownRows {
  const matches = new LRUCache<string, Known>({ max: MOST })
  const before = ({ match, previous, timing }: Asked): Known | undefined => {
    const known = matches.get(match)
    return known?.head === previous && known.epoch === timing?.epoch ? known : undefined
  }
  const rowOf = (row: Asked): KnownRow | undefined => {
    const opening = row.timing?.opening
    return opening ? before(row)?.rows.get(opening.seat) : NO_ROW
  }
  const learnOne = (row: Asked, looked: ReturnType<Told['looked']>): void => {
    const { match, entry, timing } = row
    if (!timing) return
    const known = before(row)
    if (known) known.head = entry.hash
    const after = known ?? { head: entry.hash, epoch: timing.epoch, rows: new Map() }
    if (timing.opening && typeof looked?.until === 'number')
      after.rows.set(timing.opening.seat, {
        until: looked.until,
        lapses: now() + (looked.rest ?? 0) - MARGIN_MS - EARLIER_MS,
      })
    if (!known) matches.set(match, after)
  }
  return {
    untilOf(asked) {
      const at = now()
      let soonest = Number.POSITIVE_INFINITY
      for (const one of asked) {
        const row = rowOf(one)
        if (!row || row.lapses <= at) return undefined
        if (row.until < soonest) soonest = row.until
      }
      return soonest
    },
    learn(rows, told) {
      for (const row of rows) {
        if (told.isWritten(row.match)) learnOne(row, told.looked(row.match))
        else matches.delete(row.match)
      }
    },
  }
}
