/** What a call is answered with: a text, or why not as a sentence that a model can act upon. */
import type { Problem } from '../../platform/problem.js'
import { asProblem } from '../http/errors.js'

export const textResult = (text: string) => ({ content: [{ type: 'text' as const, text }] })

/** Where unexpected errors go: a logger that knows the request's id. */
interface ErrorLog {
  error(fields: object, message: string): void
}

export function problemResult(error: unknown, log: ErrorLog) {
  const problem = asProblem(error)
  if (problem.code === 'INTERNAL') log.error({ err: error }, 'unexpected error')
  const { status, code, message } = problem
  return { ...textResult(`${code}: ${message}${hint(problem)}`), structuredContent: { status, code, message }, isError: true }
}

function hint({ code, retryAfter }: Problem): string {
  if (code === 'STALE_VERSION') return ' Next: list_moves, and choose again.'
  if (code === 'NOT_YOUR_TURN') return ' Next: look_at_match with wait 30.'
  return retryAfter === undefined ? '' : ` Try again after ${retryAfter} seconds.`
}
