/** Answers of one connection, told apart as they arrive: a client of its own, because no library sends what strangers send. */
import type { Answer } from './request.js'

export interface Reader {
  take(bytes: Buffer): void
}

interface Head {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
}

const BLANK_LINE = '\r\n\r\n'
const NO_BODY = new Set([204, 304])

/**
 * Hands over each answer once it is complete, in the order of the requests. `methodOf` tells the method of the request that is answered next: an
 * answer to HEAD has no body, whatever its length says.
 */
export function answerReader(methodOf: () => string, handOver: (answer: Answer) => void): Reader {
  let parts: Buffer[] = []
  let length = 0
  let head: Head | undefined
  let needed = 0
  const all = (): Buffer => {
    const joined = parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)
    parts = [joined]
    return joined
  }
  const keep = (rest: Buffer): void => {
    parts = [rest]
    length = rest.length
    needed = 0
  }
  const next = (): Answer | undefined => {
    if (!head) {
      const bytes = all()
      const end = bytes.indexOf(BLANK_LINE)
      if (end < 0) return undefined
      head = headOf(bytes.toString('latin1', 0, end))
      keep(bytes.subarray(end + BLANK_LINE.length))
      // 100 Continue announces another answer to the same request.
      if (head.status < 200) head = undefined
      if (!head) return next()
    }
    return complete(head)
  }
  const complete = (of: Head): Answer | undefined => {
    const isBare = NO_BODY.has(of.status) || methodOf() === 'HEAD'
    const isChunked = !isBare && of.headers.get('transfer-encoding') === 'chunked'
    needed = isBare ? 0 : Number(of.headers.get('content-length') ?? 0)
    if (length < needed) return undefined
    const bytes = all()
    const found = isChunked ? dechunked(bytes) : { body: bytes.subarray(0, needed), used: needed }
    if (!found) return undefined
    head = undefined
    keep(bytes.subarray(found.used))
    return { ...of, body: found.body }
  }
  return {
    take(bytes) {
      parts.push(bytes)
      length += bytes.length
      if (length < needed) return
      for (let answer = next(); answer; answer = length > 0 ? next() : undefined) handOver(answer)
    },
  }
}

function headOf(text: string): Head {
  const [first = '', ...lines] = text.split('\r\n')
  const headers = new Map<string, string>()
  for (const line of lines) {
    const colon = line.indexOf(':')
    headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim())
  }
  return { status: Number(first.split(' ')[1]), headers }
}

/** Undefined while the last chunk has not come. */
function dechunked(bytes: Buffer): { body: Buffer; used: number } | undefined {
  const parts: Buffer[] = []
  for (let at = 0; ; ) {
    const end = bytes.indexOf('\r\n', at)
    if (end < 0) return undefined
    const size = Number.parseInt(bytes.toString('latin1', at, end), 16)
    const after = end + 2 + size + 2
    if (!Number.isFinite(size) || bytes.length < after) return undefined
    if (size === 0) return { body: Buffer.concat(parts), used: after }
    parts.push(bytes.subarray(end + 2, end + 2 + size))
    at = after
  }
}
