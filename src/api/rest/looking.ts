/** A match as its caller may see it: at once, or when it is their turn. */
import type { FastifyReply } from 'fastify'
import type { Caller } from '../../accounts/caller.js'
import type { Parts } from '../../match/matches.js'
import { hasEnded, type Include, type MatchCard } from '../../match/shapes.js'
import type { RestDeps } from './routing.js'

interface How {
  readonly include: readonly Include[]
  /** Seconds to wait for the caller's turn or for the end of the match. */
  readonly wait: number
}

interface Looked extends Pick<Parts, 'version' | 'viewer' | 'head'> {
  /** The match and what it is to include, all of one version. */
  readonly match: MatchCard & Pick<Parts, 'view' | 'legalMoves'>
}

export async function look(
  { matches, waitFor }: Pick<RestDeps, 'matches' | 'waitFor'>,
  reply: FastifyReply,
  given: Caller,
  id: string,
  { include, wait }: How,
): Promise<Looked> {
  let caller = given
  let match = await matches.card(caller, id)
  if (wait > 0 && !match.yourTurn && !hasEnded(match)) {
    caller = await waitFor(reply, caller, wait, (signal) => matches.untilAwaited(caller, id, signal))
    match = await matches.card(caller, id)
  }
  const { version, viewer, head, ...parts } = await matches.parts(caller, id, include, match.version)
  return { version, viewer, head, match: { ...match, ...parts } }
}
