/** Requests by REST, made from the published document, and the judgement of their answers by the same document. */
import type { Chance } from '../chance.js'
import type { Operation, Parameter, Published } from './document.js'
import { type Check, isObject } from './fit.js'
import { ODD_TEXTS, oddText, oddValue } from './odd.js'
import { type Answer, bytesOf, type Request } from './request.js'
import { type Grammar, valueFor } from './values.js'
import { anyCaller, anyId, type World } from './world.js'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const
const BODY_LIMIT = 64 * 1024
/** A page that waits holds up the requests behind it; the longest waits are for the rough connections. */
const WAITS = ['0', '0.01', '-1', '31', '1e9', 'x', '']

export function restRequest(published: Published, world: World, random: Chance): Request {
  const operation = anyOperation(published, random)
  const grammar: Grammar = {
    random,
    resolve: published.resolve,
    anyId: () => anyId(world, random),
    oddOnceIn: random.pick([3, 12, 1_000]),
  }
  const method = random.once(40) ? random.pick(METHODS) : operation.method
  const caller = anyCaller(world, random)
  const body = operation.body && !random.once(30) ? bodyFor(valueFor(operation.body, grammar), random) : undefined
  const headers = headersFor(operation, grammar)
  const path = `${pathFor(operation, grammar)}${queryFor(operation, grammar)}`
  const bytes = bytesOf({ method, path, caller, headers, body })
  return { bytes, caller, method, judge: (answer) => misfit(published, operation, method, answer) }
}

/** Leaving ends matches, so it is rare; what carries a body has more to get wrong, so it is not. */
function anyOperation({ operations }: Published, random: Chance): Operation {
  const operation = random.pick(operations)
  const isDull = operation.parameters.length === 0 && operation.body === undefined
  return operation.path.endsWith('/leave') || isDull ? random.pick(operations) : operation
}

const inPlace = ({ parameters }: Operation, place: Parameter['place']): Parameter[] =>
  parameters.filter((parameter) => parameter.place === place)

const asText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

/** Percent-encoded, except that half of a surrogate pair cannot be. */
const encoded = (text: string): string => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'))

function pathFor(operation: Operation, grammar: Grammar): string {
  const { random } = grammar
  const path = operation.path.replace(/\{\w+\}/g, () => {
    if (!random.once(grammar.oddOnceIn)) return grammar.anyId()
    const text = oddText(random)
    // A space or control character within the path is no request line any more; those are for the rough connections.
    return random.once(3) && /^[!-~]+$/.test(text) ? text : encoded(text)
  })
  return random.once(200) ? `${path}${random.pick(['/', '//', '/..', '%2f', ';x', '#', '.json', '\\'])}` : path
}

function queryFor(operation: Operation, grammar: Grammar): string {
  const { random } = grammar
  const pairs = inPlace(operation, 'query').flatMap(({ name, schema }) => {
    if (!random.once(2)) return []
    const value = name === 'wait' ? random.pick(WAITS) : asText(valueFor(schema, grammar))
    return Array.from({ length: random.once(60) ? random.pick([2, 500]) : 1 }, () => `${name}=${encoded(value)}`)
  })
  if (random.once(40)) pairs.push(`${encoded(oddText(random))}=${encoded(oddText(random))}`)
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

const HEADER_VALUES: Readonly<Record<string, readonly string[]>> = {
  'if-match': ['1', '"1"', 'W/"v1-s0-abc"', '*', '"v999999999"', '99999999999', '"x"', ','],
  'if-none-match': ['*', '"v1-s0-abc"', `${'"x",'.repeat(500)}"y"`],
  'idempotency-key': ['a', 'x'.repeat(200), 'x'.repeat(201), ' ', 'a b', 'caf\u00e9'],
  'last-event-id': ['0', '1', '-1', 'x', '99999999999999999999', ''],
  // Streams stay open, so they are for the rough connections.
  accept: ['application/json', '*/*', 'text/html', 'application/json;q=x', 'a'.repeat(500), ';;;,,,', ''],
}

function headersFor(operation: Operation, { random }: Grammar): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const { name } of inPlace(operation, 'header')) {
    const values = HEADER_VALUES[name] ?? ['x']
    if (random.once(2)) headers[name] = random.pick(values)
  }
  if (random.once(30))
    headers['content-type'] = random.pick([
      'text/plain',
      'application/json; charset=utf-16',
      'application/xml',
      'multipart/form-data',
      '',
    ])
  if (random.once(30))
    headers.authorization = random.pick([
      'Bearer',
      'Bearer  ',
      'Basic YTpi',
      `Bearer chy_${'x'.repeat(3000)}`,
      'bearer chy_\u00e9',
      'Bearer chy_',
      '',
    ])
  if (random.once(30)) headers['x-request-id'] = random.pick(['ok-1', 'x'.repeat(65), '{}', '\t'])
  if (random.once(60)) headers['x-forwarded-for'] = random.pick(['1.2.3.4', 'x', '::', ','.repeat(300)])
  return headers
}

/** As text, for our own JSON.stringify has no stack for it. */
const brackets = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`

/** Mostly the value as it is; now and then a text that is no JSON, or JSON that few parsers like. */
function bodyFor(value: unknown, random: Chance): Buffer | string {
  const text = JSON.stringify(value) ?? 'null'
  if (!random.once(12)) return text.length > BODY_LIMIT + 1 ? text.slice(0, BODY_LIMIT + 1) : text
  switch (random.between(0, 9)) {
    case 0:
      return text.slice(0, random.between(0, text.length))
    case 1:
      return text.replace('{', '{"__proto__":{"x":1},')
    case 2:
      return text.replace('{', '{"type":1,"type":2,"constructor":{"prototype":{}},')
    case 3:
      return brackets(random.pick([64, 65, 1_000, 20_000]))
    case 4:
      return `{"name":"${'x'.repeat(BODY_LIMIT - random.between(9, 13))}"}`
    case 5:
      return Buffer.concat([Buffer.from(text), Buffer.from([0xc3, 0x28, 0xff])])
    case 6:
      return `\ufeff${text}`
    case 7:
      return text.replace(/\d+/, random.pick(['1e999', '-0', '1E400', '0.1e1', '00', '9'.repeat(400)]))
    case 8:
      return JSON.stringify({ name: random.pick(ODD_TEXTS) }).replace(
        'x',
        random.pick(['\\u0000', '\\ud800', '\\udc00\\ud800', '\\x']),
      )
    default:
      return JSON.stringify(oddValue(random)) ?? ''
  }
}

const NO_BODY = new Set([204, 304])

function misfit({ problem }: Published, operation: Operation, method: string, answer: Answer): string | undefined {
  const { status, body } = answer
  if (method === 'HEAD' || NO_BODY.has(status)) return body.length > 0 ? 'a body where there is none' : undefined
  if (method !== operation.method || isElsewhere(status)) return misfitProblem(problem, answer)
  if (status >= 400) return misfitProblem(problem, answer) ?? unpublished(operation, answer)
  const media = mediaOf(answer)
  const check = operation.answers.get(String(status))?.get(media)
  if (!check)
    return operation.answers.get(String(status))
      ? `${media} is not published for status ${status}`
      : `status ${status} is not published`
  return misfitJson(check, body)
}

/** An odd id may make another address of the path, or none. */
const isElsewhere = (status: number): boolean => status === 404 || status === 405

/** Every status of a problem is published with its codes. */
function unpublished({ answers }: Operation, { status, body }: Answer): string | undefined {
  const check = answers.get(String(status))?.get('application/problem+json')
  return check ? misfitJson(check, body) : `status ${status} is not published: ${body}`
}

export const mediaOf = ({ headers }: Answer): string => headers.get('content-type')?.split(';', 1)[0] ?? 'no content type'

/** Other methods than the published one may be answered, such as OPTIONS; if not, by a problem. */
function misfitProblem(problem: Check, answer: Answer): string | undefined {
  if (answer.status < 400) return undefined
  if (mediaOf(answer) !== 'application/problem+json') return `status ${answer.status} as ${mediaOf(answer)}`
  return misfitJson(problem, answer.body) ?? wrongStatus(answer)
}

function wrongStatus({ status, body }: Answer): string | undefined {
  const told: unknown = JSON.parse(String(body))
  return isObject(told) && told.status === status ? undefined : `status ${status}, but the problem says otherwise`
}

export function misfitJson(check: Check, body: Buffer): string | undefined {
  const text = String(body)
  return isJson(text) ? check(JSON.parse(text), 'answer') : `the answer is no JSON: ${text.slice(0, 80)}`
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
