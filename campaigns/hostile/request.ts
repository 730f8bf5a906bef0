/** One request of a stranger, as the bytes that go over the wire, and what is wrong with an answer to it. */
export interface Caller {
  /** For people: no token is printed. */
  readonly name: string
  readonly authorization?: string | undefined
}

export interface Answer {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly body: Buffer
}

/** Undefined if it is none. */
export function jsonOf({ body }: Answer): unknown {
  try {
    return JSON.parse(String(body))
  } catch {
    return undefined
  }
}

export interface Request {
  readonly bytes: Buffer
  readonly caller: Caller
  readonly method: string
  /** What does not fit what is published; undefined if all does. */
  judge(answer: Answer): string | undefined
}

export interface Parts {
  readonly method: string
  readonly path: string
  readonly caller: Caller
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Buffer | string | undefined
}

/** Headers are written as they are, odd ones as well. */
export function bytesOf({ method, path, caller, headers = {}, body }: Parts): Buffer {
  const content = body === undefined ? undefined : Buffer.from(body)
  const lines = Object.entries({
    host: 'localhost',
    ...(caller.authorization !== undefined && { authorization: caller.authorization }),
    ...(content && { 'content-type': 'application/json', 'content-length': String(content.length) }),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`, 'utf8')
  return content ? Buffer.concat([head, content]) : head
}

const SHOWN = 1500

/** So that it can be sent again; whoever it was from is named instead of the token. */
export function spelled({ bytes, caller }: Pick<Request, 'bytes' | 'caller'>): string {
  const text = bytes.toString('latin1').replace(/\r\nauthorization: [^\r]*/i, `\r\nauthorization: <${caller.name}>`)
  const tail = text.length > SHOWN ? ` and ${text.length - SHOWN} more bytes` : ''
  return `${JSON.stringify(text.slice(0, SHOWN))}${tail}`
}
