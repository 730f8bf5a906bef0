/** What an answer carries of the position besides, where its caller asks for it: the same by every transport. */
import type { Caller } from '../../accounts/caller.js'
import type { Matches, Parts } from '../../match/matches.js'
import type { Include } from '../../match/shapes.js'
import type { ErrorLog } from './errors.js'

export type Included = Pick<Parts, Include>

/** Of the version that the rest of the answer is of. */
export async function included(
  matches: Pick<Matches, 'parts'>,
  caller: Caller,
  match: string,
  include: readonly Include[] | undefined,
  version: number,
): Promise<Included> {
  if (include === undefined) return {}
  const { viewer: _, version: __, head: ___, ...parts } = await matches.parts(caller, match, include, version)
  return parts
}

/** What was accepted is told whatever becomes of the rest. */
export const withoutIncluded =
  (log: ErrorLog) =>
  (error: unknown): Included => {
    log.warn({ err: error }, 'an accepted move is told without what it was to include')
    return {}
  }
