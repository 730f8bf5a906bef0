/** Which problems an operation may answer with, and how the reference shows them: an answer for each status, with its codes. */
import type { FastifySchema } from 'fastify'
import { MEANINGS } from '../../games/described.js'
import { PROBLEM_JSON } from '../http/errors.js'
import type { ErrorCode } from './error-codes.js'
import { everyAnswer, headersNamed, ofProblem, type ResponseHeader } from './response-headers.js'

/** In `problems` of an operation: every code of the rules of every game. */
export const RULES = 'RULES'

const EVERYWHERE = ['INVALID_INPUT', 'REQUEST_TIMEOUT', 'HEADERS_TOO_LARGE', 'INTERNAL', 'SERVER_CLOSING']
const OF_A_TOKEN = ['TOKEN_INVALID', 'TOKEN_EXPIRED', 'TOKEN_REVOKED', 'PLAYER_BLOCKED', 'DATABASE_UNAVAILABLE']

/** What the reference needs to know of an operation besides its schemas. */
export interface Noted {
  readonly method: string
  readonly isCounted: boolean
  readonly schema: FastifySchema
}

/** Those that follow from the schema of the operation, and its own. */
function codesOf({ method, isCounted, schema }: Noted): string[] {
  const isOpen = schema.security?.some((way) => Object.keys(way).length === 0) ?? true
  return [
    ...EVERYWHERE,
    ...(isCounted ? ['RATE_LIMITED'] : []),
    ...(schema.params ? ['NOT_FOUND'] : []),
    ...(method === 'GET' ? [] : ['BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE']),
    ...(schema.security?.length ? OF_A_TOKEN : []),
    ...(isOpen ? [] : ['TOKEN_REQUIRED', 'SCOPE_MISSING']),
    ...(schema.problems ?? []),
  ]
}

interface Told extends ErrorCode {
  /** The name of its example, if that is not the code. */
  readonly example?: string
}

/** `CODE`, or `409 CODE` where this operation answers with another status than the table says. */
function found(told: string, table: readonly ErrorCode[], games: readonly string[]): Told[] {
  if (told === RULES) return table.filter(({ section }) => games.includes(section))
  const [code, status] = told.split(' ').reverse()
  const row = table.find((one) => one.code === code)
  if (!row) throw new Error(`${code} is not in docs/errors.md`)
  return [status === undefined ? row : { ...row, status: Number(status), example: `${code}.${status}` }]
}

export interface ProblemAnswer {
  readonly status: number
  readonly answer: { readonly description: string }
}

const MEDIA_TYPE = PROBLEM_JSON.split(';', 1)[0] ?? PROBLEM_JSON

/** One for each status, codes in the order of the table. */
export function problemAnswers(
  noted: Noted,
  table: readonly ErrorCode[],
  games: readonly string[],
  examples: readonly string[],
): ProblemAnswer[] {
  const told = codesOf(noted).flatMap((one) => found(one, table, games))
  const place = ({ code }: ErrorCode): number => table.findIndex((row) => row.code === code)
  const rows = [...new Map(told.map((row) => [row.code, row])).values()].sort((a, b) => place(a) - place(b))
  const statuses = [...new Set(rows.map(({ status }) => status))].sort((a, b) => a - b)
  return statuses.map((status) => {
    const those = rows.filter((row) => row.status === status)
    const headers = [...everyAnswer(noted.isCounted), ...ofProblem(status)]
    return { status, answer: answerOf(those, headers, examples) }
  })
}

function answerOf(rows: readonly Told[], headers: readonly ResponseHeader[], examples: readonly string[]) {
  const shown = rows.map(({ code, example = code }) => example).filter((name) => examples.includes(name))
  return {
    description: rows.map(({ code, meaning }) => `- \`${code}\`: ${meaning}`).join('\n'),
    headers: headersNamed(headers),
    content: { [MEDIA_TYPE]: { schema: withCodes(rows), examples: Object.fromEntries(shown.map(exampleNamed)) } },
  }
}

function withCodes(rows: readonly ErrorCode[]): object {
  const meanings = Object.fromEntries(rows.map(({ code, meaning }) => [code, meaning]))
  const code = { enum: Object.keys(meanings), description: 'Which problem it is.', [MEANINGS]: meanings }
  return { allOf: [{ $ref: '#/components/schemas/Problem' }, { type: 'object', properties: { code } }] }
}

const exampleNamed = (name: string) => [name, { $ref: `#/components/examples/${name}` }] as const
