/** What src/platform/binary-arrays.ts has written, read again: a statement is explained with values in words. */
const HEADER = 20
const LENGTH = 4
const EPOCH = Date.UTC(2000, 0, 1)

/** By the object id of their type. */
const READERS = {
  23: (bytes) => bytes.readInt32BE(),
  701: (bytes) => bytes.readDoubleBE(),
  1184: (bytes) => new Date(EPOCH + Number(bytes.readBigInt64BE() / 1000n)).toISOString(),
}
const asText = (bytes) => bytes.toString('utf8')

/** Bytes of another kind, such as a hash, do not begin with one dimension, whether there are nulls in it, and end their header with a count from 1. */
export const isArray = (bytes) =>
  bytes.length >= HEADER && bytes.readUInt32BE(0) === 1 && bytes.readUInt32BE(4) <= 1 && bytes.readUInt32BE(16) === 1

export function elementsOf(array) {
  const read = READERS[array.readUInt32BE(8)] ?? asText
  const elements = []
  for (let at = HEADER; at < array.length; ) {
    const length = array.readInt32BE(at)
    at += LENGTH
    elements.push(length < 0 ? null : read(array.subarray(at, at + length)))
    at += Math.max(0, length)
  }
  return elements
}
