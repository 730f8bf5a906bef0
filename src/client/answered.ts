/** Answers that are no success, and none at all, as problems. */
import type { InputError } from './generated/shared.js'
import { ChanceryProblem } from './problem.js'

export const unreachable = (cause: unknown): ChanceryProblem =>
  new ChanceryProblem(0, 'UNREACHABLE', `The server gave no answer: ${reason(cause)}.`, { cause })

/** `fetch` says only "fetch failed"; the cause says why. */
function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message || reason(error.cause.cause) : error.message
}

/** An answer that is no success, as an error; one that is no problem+json comes from something between us and the server. */
export function problemOf(response: Response, text: string): ChanceryProblem {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  const retryAfter = Number.isFinite(seconds) ? seconds : undefined
  const { code, detail, version, errors } = document(text)
  return new ChanceryProblem(response.status, code ?? 'NOT_A_PROBLEM_DOCUMENT', detail ?? text.slice(0, 200), {
    version,
    retryAfter,
    errors,
  })
}

function document(text: string): { code?: string; detail?: string; version?: number; errors?: InputError[] } {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}
