import type { InputError } from './generated/shared.js'

/**
 * What a failed call throws, unless the caller's own signal aborted it: then its reason is thrown. `code` is stable and for
 * programs, `detail` for people.
 */
export class ChanceryProblem extends Error {
  override readonly name = 'ChanceryProblem'

  constructor(
    /** The HTTP status; 0 if no answer came at all (code UNREACHABLE). */
    readonly status: number,
    /** Stable; those of the server are listed in its docs/errors.md. */
    readonly code: string,
    /** The same in words. */
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

  /** The version at which a move was refused; undefined otherwise. */
  get version(): number | undefined {
    return this.more.version
  }

  /** What is wrong with a malformed input, part by part; empty otherwise. */
  get errors(): readonly InputError[] {
    return this.more.errors ?? []
  }

  /** Whether asking again may help. */
  get isPassing(): boolean {
    return this.status === 0 || this.status === 408 || this.status === 429 || this.status >= 500
  }
}
