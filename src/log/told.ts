/** What Postgres tells of a batch: which of its rows were written, and what waits in their matches. */

/** By the id of the match, of which there is one row in a batch. */
export interface Told {
  isWritten(match: string): boolean
  /** Whether a standing order waits there. */
  hasOrders(match: string): boolean
  /** What was seen of the deadline of the seat that is asked; undefined if it was not looked at. */
  looked(match: string): Looked | undefined
}

/** A row of `deadline`: until when nobody touches it, in milliseconds since 1970, and how far away that was. */
interface Looked {
  readonly until?: number | null
  readonly rest?: number | null
}

export interface WrittenRow extends Looked {
  readonly match_id: string
  readonly has_orders: boolean
}

/** Of all rows together. */
export interface InAll {
  readonly count: number
  /** Ids of matches in which an order waits; null if none does. */
  readonly ordered: readonly string[] | null
  /** Ids of the matches whose row was written; null if that is so of all, or of none. */
  readonly written: readonly string[] | null
}

/** As nearly always: nothing has to be kept of it. */
const ALL_PLAIN: Told = { isWritten: () => true, hasOrders: () => false, looked: () => undefined }

/** `rows`: how many were to be written. */
export function toldBy(answer: readonly (WrittenRow | InAll)[], rows: number): Told {
  const [first] = answer
  if (first && 'count' in first) return inAll(first, rows)
  const byMatch = new Map(answer.filter((one) => 'match_id' in one).map((one) => [one.match_id, one]))
  return {
    isWritten: (match) => byMatch.has(match),
    hasOrders: (match) => byMatch.get(match)?.has_orders ?? false,
    looked: (match) => byMatch.get(match),
  }
}

function inAll({ count, ordered, written }: InAll, rows: number): Told {
  if (count === rows && !ordered) return ALL_PLAIN
  return {
    isWritten: (match) => count === rows || (written?.includes(match) ?? false),
    hasOrders: (match) => ordered?.includes(match) ?? false,
    looked: ALL_PLAIN.looked,
  }
}
