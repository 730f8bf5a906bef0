/** What an attack is, and what it may do. */
export interface Target {
  readonly url: string
  readonly port: number
  /** Less of the same, where an attack takes long. */
  readonly isShort: boolean
}

export interface Attack {
  readonly name: string
  /** Seconds of processor time that the server may need for it, honest players included. */
  readonly cpu: number
  /** A tighter limit than usual, to be reached sooner; no honest players then. */
  readonly rateLimit?: number
  /** What must not happen and no figure shows; the longest answer in bytes. */
  run(target: Target): Promise<Damage>
}

export interface Damage {
  readonly answer: number
  readonly finding?: string | undefined
}
