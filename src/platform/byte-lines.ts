/** Files of lines that may be too large for memory. */
import { createReadStream } from 'node:fs'

export interface ByteLine {
  /** Where it begins in the file. */
  readonly at: number
  /** Without its end of line. */
  readonly bytes: Buffer
  /** Whether it has an end of line: the last one may not, where a writer was interrupted. */
  readonly complete: boolean
}

const NEW_LINE = 0x0a

/** All lines from a place on, one after the other. */
export async function* byteLines(file: string, from = 0): AsyncGenerator<ByteLine, void, undefined> {
  let at = from
  let pending: Buffer[] = []
  const taken = (last: Buffer, complete: boolean): ByteLine => {
    const bytes = Buffer.concat([...pending, last])
    const line = { at, bytes, complete }
    at += bytes.length + 1
    pending = []
    return line
  }
  for await (const chunk of createReadStream(file, { start: from })) {
    let begin = 0
    for (let end = chunk.indexOf(NEW_LINE); end !== -1; end = chunk.indexOf(NEW_LINE, begin)) {
      yield taken(chunk.subarray(begin, end), true)
      begin = end + 1
    }
    pending.push(chunk.subarray(begin))
  }
  if (pending.some(({ length }) => length > 0)) yield taken(Buffer.alloc(0), false)
}
