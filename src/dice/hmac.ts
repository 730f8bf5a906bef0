/**
 * HMAC-SHA256 of texts, by two plain hashes as RFC 2104 has it. There are one or two with every entry, and Node's own makes an object for each that takes twice
 * as long and has to be finalised; the test compares the two.
 */
import { type BinaryToTextEncoding, createHmac, hash } from 'node:crypto'

/** Bytes that SHA-256 takes in at a time, and gives. */
const BLOCK = 64
const DIGEST = 32
const [INNER, OUTER] = [0x36, 0x5c]
/** In UTF-16 units, each of which takes three bytes at most. */
const LONGEST_TEXT = 256

const inner = Buffer.alloc(BLOCK + 3 * LONGEST_TEXT)
const outer = Buffer.alloc(BLOCK + DIGEST)

export function hmac(key: Uint8Array, text: string, encoding: BinaryToTextEncoding): string {
  if (key.length > BLOCK || text.length > LONGEST_TEXT) return createHmac('sha256', key).update(text).digest(encoding)
  inner.fill(INNER, key.length, BLOCK)
  outer.fill(OUTER, key.length, BLOCK)
  for (let at = 0; at < key.length; at++) {
    const byte = key[at] ?? 0
    inner[at] = byte ^ INNER
    outer[at] = byte ^ OUTER
  }
  const length = inner.write(text, BLOCK, 'utf8')
  outer.write(hash('sha256', inner.subarray(0, BLOCK + length), 'binary'), BLOCK, 'latin1')
  return hash('sha256', outer, encoding)
}
