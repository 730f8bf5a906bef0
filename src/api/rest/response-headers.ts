/** The headers of answers that a client may want to read, as the reference describes them. */

const text = { type: 'string' }
const seconds = { type: 'integer', minimum: 0 }

export const RESPONSE_HEADERS = {
  'X-Request-Id': { description: 'Names the request in the log of the server: your own, if you sent one.', schema: text },
  RateLimit: { description: 'Points (r) left in this window, and the seconds (t) until the next.', schema: text },
  'RateLimit-Policy': { description: 'Points (q) that a client has in a window of so many seconds (w).', schema: text },
  'Retry-After': { description: 'Seconds after which trying again makes sense.', schema: seconds },
  'WWW-Authenticate': { description: 'How to authenticate: with a bearer token.', schema: text },
  ETag: { description: 'Of what was sent; send it back as If-None-Match.', schema: text },
  'Cache-Control': { description: 'Who may keep the answer, and for how long.', schema: text },
  'Content-Disposition': { description: 'Under which name a browser keeps it.', schema: text },
  Vary: { description: 'Request headers on which the answer depends.', schema: text },
  Location: { description: 'The path of what was made.', schema: text },
  'Chancery-Cursor': { description: 'Streams only: the cursor before the first item.', schema: text },
  'X-Accel-Buffering': { description: 'Streams only: asks proxies not to hold lines back.', schema: text },
} as const

export type ResponseHeader = keyof typeof RESPONSE_HEADERS

/** By name, as `headers` of an answer. */
export const headersNamed = (names: readonly ResponseHeader[]): object =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

/** Of every answer, whatever its status. */
export const everyAnswer = (isCounted: boolean): ResponseHeader[] =>
  isCounted ? ['X-Request-Id', 'RateLimit', 'RateLimit-Policy'] : ['X-Request-Id']

const BY_STATUS: Readonly<Record<number, readonly ResponseHeader[]>> = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After'],
  503: ['Retry-After'],
}
/** Of a problem with this status, besides. */
export const ofProblem = (status: number): readonly ResponseHeader[] => BY_STATUS[status] ?? []
