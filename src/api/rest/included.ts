/** What an answer carries of the position besides, where its caller asks for it. */
import type { Caller } from '../../accounts/caller.js'
import type { Matches, Parts } from '../../match/matches.js'
import type { Include } from '../../match/shapes.js'

/** Of the version that the rest of the answer is of. */
export async function included(
  matches: Pick<Matches, 'parts'>,
  caller: Caller,
  match: string,
  include: readonly Include[] | undefined,
  version: number,
): Promise<Pick<Parts, 'view' | 'legalMoves'>> {
  if (include === undefined) return {}
  const { viewer: _, version: __, head: ___, ...parts } = await matches.parts(caller, match, include, version)
  return parts
}
