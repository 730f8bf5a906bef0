/** The columns of an entry as a batch of moves is handed to Postgres: what each is called there, and what it holds of a row. */
import { binaryArray, type Element, type ElementType } from '../platform/binary-arrays.js'
import type { Awaiting, Entry, Timing } from './entry.js'

/** As much of what is appended as these columns hold. */
interface Row {
  readonly match: string
  readonly seat: number | null
  readonly entry: Entry
  readonly previous: string
  readonly awaiting: readonly Awaiting[]
  readonly idempotencyKey: string | null
  readonly request: string | null
  readonly timing: Timing | null
}

export interface Column {
  readonly name: string
  readonly type: ElementType
  /** What it is made there, if that is another type. */
  readonly is?: string
  readonly of: (row: Row) => Element
}

export const ENTRY_COLUMNS: readonly Column[] = [
  { name: 'match_id', type: 'text', is: 'uuid', of: ({ match }) => match },
  { name: 'version', type: 'int', of: ({ entry }) => entry.version },
  { name: 'seat', type: 'int', of: ({ seat }) => seat },
  { name: 'rules', type: 'int', of: ({ entry }) => entry.rules },
  { name: 'command', type: 'json', of: ({ entry }) => JSON.stringify(entry.command) },
  { name: 'events', type: 'json', of: ({ entry }) => JSON.stringify(entry.events) },
  { name: 'rolls', type: 'json', of: ({ entry }) => JSON.stringify(entry.rolls) },
  { name: 'awaiting', type: 'json', of: ({ awaiting }) => JSON.stringify(awaiting) },
  { name: 'at', type: 'timestamptz', of: ({ entry }) => entry.at },
  { name: 'hash', type: 'text', of: ({ entry }) => entry.hash },
  { name: 'previous', type: 'text', of: ({ previous }) => previous },
  { name: 'idempotency_key', type: 'text', of: ({ idempotencyKey }) => idempotencyKey },
  { name: 'request', type: 'text', of: ({ request }) => request },
]

/** Of matches with deadlines, besides. */
export const TIMED_COLUMNS: readonly Column[] = [
  { name: 'times', type: 'json', of: ({ timing }) => (timing?.times ? JSON.stringify(timing.times) : null) },
  { name: 'epoch', type: 'int', of: ({ timing }) => timing?.epoch ?? null },
]

/** Where the deadline of the seat that is asked is looked at, besides. */
export const OPENING_COLUMNS: readonly Column[] = [
  { name: 'opening', type: 'int', of: ({ timing }) => timing?.opening?.seat ?? null },
  { name: 'due', type: 'float8', of: ({ timing }) => timing?.opening?.due ?? null },
]

export const arraysOf = (columns: readonly Column[], rows: readonly Row[]): Buffer[] =>
  columns.map(({ type, of }) => binaryArray(type, rows.map(of)))
