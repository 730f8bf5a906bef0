import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'

/** `toEqual`, which is asked only where the much faster comparison of Node does not agree at once: the laws compare hundreds of thousands of states. */
export function expectSame(found: unknown, wanted: unknown, what?: string): void {
  if (!isDeepStrictEqual(found, wanted)) expect(found, what).toEqual(wanted)
}
