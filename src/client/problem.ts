import type { InputError } from './generated/shared.js'

/** What a failed call throws, unless your own signal aborted it. */
export class ChanceryProblem extends Error {
  override readonly name = 'ChanceryProblem'

  constructor(
    /** 0 if no answer came. */
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

  get version(): number | undefined {
    return this.more.version
  }

  get errors(): readonly InputError[] {
    return this.more.errors ?? []
  }

  /** Whether asking again may help. */
  get isPassing(): boolean {
    return this.status === 0 || this.status === 408 || this.status === 429 || this.status >= 500
  }
}
