/** What the laws must be told about a game, because no contract can say it. */
export interface Case {
  readonly seats: number
  readonly options: Record<string, unknown>
}

export interface Probe {
  readonly id: string
  /** Every seat count and variant; the laws run over all of them. */
  readonly cases: readonly Case[]
  /** The case in which random matches meet most often; the law against leaks counts on it. */
  readonly smallest: Case
  /** No match has more entries than this. */
  readonly maxEntries: number
  /** Fields of the state that an imagined world need not have as the true one has them, though no secret is in them. */
  readonly beyondRecall?: readonly string[]
  /** Counts of all pieces: equal after every entry from the start to the end. */
  // biome-ignore lint/suspicious/noExplicitAny: each probe knows its own game's state.
  census(state: any): Record<string, number>
}
