/** What a local program can do wrong. */

export const FAULTS = [
  'didNotStart',
  'died',
  'tookTooLong',
  'flooded',
  'spokeUnasked',
  'nonsense',
  'illegalMove',
  'givenUp',
] as const
export type FaultKind = (typeof FAULTS)[number]

export interface Fault {
  readonly kind: FaultKind
  /** In words, without a full stop at the end. */
  readonly reason: string
  /** What it wrote, as far as that is why. */
  readonly line?: string
}

export const FAULT_WORDS: Readonly<Record<FaultKind, string>> = {
  didNotStart: 'did not start',
  died: 'died',
  tookTooLong: 'took too long',
  flooded: 'wrote too much',
  spokeUnasked: 'wrote without being asked',
  nonsense: 'wrote nonsense',
  illegalMove: 'made an illegal move',
  givenUp: 'was given up',
}
