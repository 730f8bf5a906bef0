/** What a call is answered with: a text, or why not as a sentence that a model can act upon. */
import type { Problem } from '../../platform/problem.js'
import { type ErrorLog, loggedProblem } from '../http/errors.js'

export const textResult = (text: string) => ({ content: [{ type: 'text' as const, text }] })

export function problemResult(error: unknown, log: ErrorLog) {
  const problem = loggedProblem(error, log)
  const { status, code, message } = problem
  return { ...textResult(`${code}: ${message}${hint(problem)}`), structuredContent: { status, code, message }, isError: true }
}

function hint({ code, retryAfter }: Problem): string {
  if (code === 'STALE_VERSION') return ' Next: list_moves, and choose again.'
  if (code === 'NOT_YOUR_TURN') return ' Next: look_at_match with wait 30.'
  return retryAfter === undefined ? '' : ` Try again after ${retryAfter} seconds.`
}
