/** JSON bodies that the database can store: valid UTF-8, no NUL, no half of a surrogate pair, bounded nesting. */
import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { invalid } from '../../platform/problem.js'

/** Of what is sent, by JSON or as a literal of GraphQL. */
export const MAX_NESTING = 64
const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|.)/g

type Done = (error: Error | null, body?: unknown) => void

/** The same reading for what comes by another way than a request: throws what a body would be refused with. */
export function jsonReader(app: FastifyInstance): (text: string) => unknown {
  const parse = app.getDefaultJsonParser('error', 'error')
  return (text) => {
    let read: unknown
    // A cast: of the request it takes nothing.
    parse({} as FastifyRequest, text, (error, body) => {
      if (error) throw error
      read = body
    })
    return read
  }
}

/** Replaces the parsers of the whole server: any other content type is answered with 415. */
export function acceptJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request: FastifyRequest, body: Buffer, done: Done) => {
    if (body.length === 0) return done(null, {})
    if (!isUtf8(body)) return done(invalid('The body is not valid UTF-8.'))
    const text = body.toString()
    const complaint = unstorable(text)
    if (complaint) return done(invalid(complaint))
    parse(request, text, done)
  })
}

/** Looks at the text, not the value: for a short body without escapes, as moves usually are, that costs next to nothing. */
export function unstorable(json: string): string | undefined {
  if (json.length > 2 * MAX_NESTING && hasManyBrackets(json) && depth(json) > MAX_NESTING)
    return `The body is nested deeper than ${MAX_NESTING} levels.`
  if (json.includes('\\u') && hasBadEscape(json)) return 'Text may hold neither NUL nor half a surrogate pair.'
  return undefined
}

/** Whether there are enough to be nested too deeply. The search for one character is many times as fast as a look at each. */
function hasManyBrackets(json: string): boolean {
  let found = 0
  for (const bracket of ['[', '{'])
    for (let at = json.indexOf(bracket); at !== -1; at = json.indexOf(bracket, at + 1)) if (++found > MAX_NESTING) return true
  return false
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

function depth(json: string): number {
  let deepest = 0
  let open = 0
  let quoted = false
  for (let i = 0; i < json.length; i++) {
    const c = json.charCodeAt(i)
    if (c === QUOTE) quoted = !quoted
    else if (quoted) i += c === BACKSLASH ? 1 : 0
    else if (c === OPEN_LIST || c === OPEN_OBJECT) deepest = Math.max(deepest, ++open)
    else if (c === CLOSE_LIST || c === CLOSE_OBJECT) open--
  }
  return deepest
}

/** Valid UTF-8 holds no surrogates, so only escaped ones need pairing. */
function hasBadEscape(json: string): boolean {
  let high = -1 // where a low half must follow
  for (const match of json.matchAll(ESCAPE)) {
    const unit = match[1] === undefined ? -1 : Number.parseInt(match[1], 16)
    const isLow = unit >= 0xdc00 && unit <= 0xdfff
    if (unit === 0 || isLow !== (high === match.index)) return true
    if (high !== -1 && !isLow) return true
    high = unit >= 0xd800 && unit <= 0xdbff ? match.index + match[0].length : -1
  }
  return high !== -1
}
