import type { InputError } from '../platform/complaint.js'

/**
 * What a failed call throws, unless the caller's own signal aborted it: then its reason is thrown. `code` is stable and for
 * programs, `detail` for people.
 */
export class ChanceryProblem extends Error {
  override readonly name = 'ChanceryProblem'

  constructor(
    /** The HTTP status; 0 if no answer came at all (code UNREACHABLE). */
    readonly status: number,
    readonly code: string,
    readonly detail: string,
    readonly more: {
      readonly version?: number | undefined
      readonly retryAfter?: number | undefined
      readonly errors?: readonly InputError[] | undefined
      readonly cause?: unknown
    } = {},
  ) {
    super(`${code}: ${detail}`, { cause: more.cause })
  }

  /** The version at which a move was refused; undefined if this is no refusal of a move. */
  get version(): number | undefined {
    return this.more.version
  }

  /** What is wrong with a malformed move or other input, part by part; empty if this is about something else. */
  get errors(): readonly InputError[] {
    return this.more.errors ?? []
  }

  /** Whether asking again may help: the server was out of reach, overloaded or without its database. */
  get isPassing(): boolean {
    return this.status === 0 || this.status === 408 || this.status === 429 || this.status >= 500
  }
}

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
