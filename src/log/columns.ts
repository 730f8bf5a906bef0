/** The columns of an entry as it is handed to Postgres: what each is called there, and what it holds of a row. */
import { binaryArray, type ElementType } from '../platform/binary-arrays.js'
import type { Append } from './append.js'
import type { Texts } from './chain.js'
import { type Deadline, inWords } from './entry.js'

type Value = string | number | boolean | object | null | undefined

/** One that is handed over within a list of JSON objects. */
export interface Field {
  readonly name: string
  /** Its type there. */
  readonly is: string
  readonly of: (row: Append) => Value
}

/** One that can also be handed over as an array of this type. */
export interface Column extends Field {
  readonly type: ElementType
  /** The same as an element of the array, where it is not what `of` gives: a text that is there already. */
  readonly asText?: (row: Append) => string | undefined
}

const column = (name: string, type: ElementType, of: Column['of'], is: string = type): Column => ({ name, type, is, of })
const hashed = (name: keyof Texts): Column => ({
  ...column(name, 'json', ({ entry }) => entry[name]),
  asText: ({ texts }) => texts?.[name],
})

export const ENTRY_COLUMNS: readonly Column[] = [
  column('match_id', 'text', ({ match }) => match, 'uuid'),
  column('version', 'int', ({ entry }) => entry.version),
  column('seat', 'int', ({ seat }) => seat),
  column('rules', 'int', ({ entry }) => entry.rules),
  hashed('command'),
  hashed('events'),
  hashed('rolls'),
  column('awaiting', 'json', ({ awaiting }) => awaiting),
  column('at', 'timestamptz', ({ entry }) => entry.at),
  column('hash', 'text', ({ entry }) => entry.hash),
  column('previous', 'text', ({ previous }) => previous),
  column('idempotency_key', 'text', ({ idempotencyKey }) => idempotencyKey),
  column('request', 'text', ({ request }) => request),
]

/** Of matches with deadlines, besides. */
export const TIMED_COLUMNS: readonly Column[] = [
  column('times', 'json', ({ timing }) => timing?.times),
  column('epoch', 'int', ({ timing }) => timing?.epoch),
]

/** Where the deadline of the seat that is asked is looked at, besides. */
export const OPENING_COLUMNS: readonly Column[] = [
  column('opening', 'int', ({ timing }) => timing?.opening?.seat),
  column('due', 'float8', ({ timing }) => timing?.opening?.due),
]

/** With which a match starts or ends. */
export const BECOMING_COLUMNS: readonly Column[] = [
  column('becomes', 'text', ({ becomes }) => becomes),
  column('result', 'json', ({ result }) => result),
]

/** Of entries that change other rows, besides. */
export const CHANGING_FIELDS: readonly Field[] = [
  ...BECOMING_COLUMNS,
  { name: 'agreed', is: 'boolean', of: ({ agreed }) => agreed || null },
  { name: 'leaves', is: 'int', of: ({ leaves }) => leaves },
  { name: 'hands', is: 'int', of: ({ hands }) => hands?.seat },
  { name: 'to_player', is: 'uuid', of: ({ hands }) => hands?.to },
  { name: 'offered', is: 'boolean', of: ({ hands }) => hands?.offered || null },
  { name: 'back_to', is: 'int', of: ({ backTo }) => backTo },
  { name: 'order_id', is: 'uuid', of: ({ ordered }) => ordered?.id },
  { name: 'order_move', is: 'int', of: ({ ordered }) => ordered?.move },
  { name: 'substituted', is: 'int', of: ({ substituted }) => substituted },
]

/** Of those in matches with deadlines. */
export const DEADLINES: Field = { name: 'deadlines', is: 'json', of: ({ timing }) => timing?.deadlines.map(asRecord) }

const asRecord = ({ seat, due, opened, since }: Deadline): object => ({
  seat,
  due: inWords(due),
  opened: opened && inWords(opened),
  since,
})

/** An array for each column. */
export const arraysOf = (columns: readonly Column[], rows: readonly Append[]): Buffer[] =>
  columns.map(({ type, of, asText }) =>
    binaryArray(
      type,
      rows.map((row) => asText?.(row) ?? asElement(of(row))),
    ),
  )

function asElement(value: Value): string | number | null {
  if (value === undefined || value === null) return null
  return typeof value === 'string' || typeof value === 'number' ? value : JSON.stringify(value)
}

/** A list of JSON objects. */
export const jsonOf = (fields: readonly Field[], rows: readonly Append[]): string =>
  JSON.stringify(rows.map((row) => Object.fromEntries(fields.map(({ name, of }) => [name, of(row)]))))
