/**
 * Arrays for Postgres in its own binary form, which it reads without parsing and which pg hands on as they are: a batch of rows is one array for each column.
 * As text, or as one JSON document, each value would be read twice.
 */

/** The types of elements that can be written, by what SQL calls them, with their object ids, which are the same everywhere. */
const OIDS = { text: 25, json: 114, int: 23, float8: 701, timestamptz: 1184 } as const
export type ElementType = keyof typeof OIDS

/** A moment is a text of ISO 8601, JSON is given as text. */
export type Element = string | number | null

const HEADER = 20
const LENGTH = 4
const NULL = -1
/** UTF-8 takes no more for a UTF-16 unit. Other types take 8 bytes at most. */
const BYTES_A_UNIT = 3
const LONGEST_NUMBER = 8
/** 2000-01-01, from which Postgres counts. */
const EPOCH = Date.UTC(2000, 0, 1)
const TWO_TO_32 = 2 ** 32

let newest = { text: '', microseconds: 0 }

/** Since the epoch of Postgres. Rows of one batch are often of the same moment. */
function microsecondsOf(text: string): number {
  if (text !== newest.text) newest = { text, microseconds: (Date.parse(text) - EPOCH) * 1000 }
  return newest.microseconds
}

/** Writes one element behind its length, and returns how many bytes it took. */
type Write = (target: Buffer, element: string | number, at: number) => number

const writeText: Write = (target, element, at) => target.write(String(element), at, 'utf8')

const WRITERS: Readonly<Record<ElementType, Write>> = {
  text: writeText,
  json: writeText,
  int: (target, element, at) => target.writeInt32BE(Number(element), at) - at,
  float8: (target, element, at) => target.writeDoubleBE(Number(element), at) - at,
  timestamptz(target, element, at) {
    const microseconds = microsecondsOf(String(element))
    target.writeInt32BE(Math.floor(microseconds / TWO_TO_32), at)
    return target.writeUInt32BE(((microseconds % TWO_TO_32) + TWO_TO_32) % TWO_TO_32, at + 4) - at
  },
}

export function binaryArray(type: ElementType, elements: readonly Element[]): Buffer {
  const write = WRITERS[type]
  const target = Buffer.allocUnsafe(elements.reduce((room: number, one) => room + LENGTH + roomFor(one), HEADER))
  let hasNull = 0
  let end = HEADER
  for (const element of elements) {
    const length = element === null ? NULL : write(target, element, end + LENGTH)
    if (element === null) hasNull = 1
    target.writeInt32BE(length, end)
    end += LENGTH + Math.max(0, length)
  }
  writeHeader(target, hasNull, OIDS[type], elements.length)
  return target.subarray(0, end)
}

const roomFor = (element: Element): number =>
  typeof element === 'string' ? Math.max(LONGEST_NUMBER, BYTES_A_UNIT * element.length) : LONGEST_NUMBER

/** One dimension, counted from 1. */
function writeHeader(target: Buffer, hasNull: number, oid: number, length: number): void {
  for (const [place, number] of [1, hasNull, oid, length, 1].entries()) target.writeInt32BE(number, place * 4)
}
