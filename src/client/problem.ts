import type { InputError } from './generated/shared.js'

/** What a failed call throws, unless your own signal aborted it. */
export class ChanceryProblem extends Error {
  override readonly name = 'ChanceryProblem'

  constructor(
    /** 0 if no answer came. */
    readonly status: number,
    /** Stable; for programs. */
    readonly code: string,
    /** For people. */
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

  /** At which a move was refused. */
  get version(): number | undefined {
    return this.more.version
  }

  /** What is wrong with an input, part by part. */
  get errors(): readonly InputError[] {
    return this.more.errors ?? []
  }

  /** Whether asking again may help. */
  get isPassing(): boolean {
    return this.status === 0 || this.status === 408 || this.status === 429 || this.status >= 500
  }
}
