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
