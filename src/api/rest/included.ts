/** What an answer carries of the position besides, where its caller asks for it. */
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../../accounts/caller.js'
import type { InboxItem } from '../../match/inbox-shapes.js'
import type { Matches, Parts } from '../../match/matches.js'
import type { Include, MatchCard } from '../../match/shapes.js'
import { Problem } from '../../platform/problem.js'
import { addressOf } from '../http/client-address.js'
import { payerOf } from '../http/rates.js'
import type { RestDeps } from './routing.js'
import { INCLUDED_AT_ONCE } from './shapes.js'

type Included = Pick<Parts, 'view' | 'legalMoves'>
type Asked = readonly Include[] | undefined

/** Of the version that the rest of the answer is of. */
export async function included(
  matches: Pick<Matches, 'parts'>,
  caller: Caller,
  match: string,
  include: Asked,
  version: number,
): Promise<Included> {
  if (include === undefined) return {}
  const { viewer: _, version: __, head: ___, ...parts } = await matches.parts(caller, match, include, version)
  return parts
}

/** What was accepted is told whatever becomes of the rest. */
export const withoutIncluded =
  (log: FastifyBaseLogger) =>
  (error: unknown): Included => {
    log.warn({ err: error }, 'an accepted move is told without what it was to include')
    return {}
  }

/** Pages whose items carry their position are short. */
export const shortened = <Page extends { readonly first: number }>(page: Page, include: Asked): Page =>
  include ? { ...page, first: Math.min(page.first, INCLUDED_AT_ONCE) } : page

interface Lists {
  turns(caller: Caller, turns: readonly MatchCard[]): Promise<(MatchCard & Included)[]>
  item(caller: Caller, item: InboxItem): Promise<InboxItem & Included>
}

/**
 * The same for lists, where each position costs what a request for it would. It is left out where the points are used up, or where the match has
 * gone to other hands or back since the list was read.
 */
export function inLists(
  { matches, rates }: Pick<RestDeps, 'matches' | 'rates'>,
  request: FastifyRequest,
  include: Asked,
  reply?: FastifyReply,
): Lists {
  const carried = async (caller: Caller, match: string, version: number): Promise<Included> => {
    try {
      rates.charge(payerOf(caller, addressOf(request)), 1, reply)
      return await included(matches, caller, match, include, version)
    } catch (error) {
      if (error instanceof Problem && error.status < 500) return {}
      throw error
    }
  }
  /** An item that is older than the match is followed by a newer one. */
  const isNewest = async (caller: Caller, match: string, version: number): Promise<boolean> =>
    (await matches.parts(caller, match, [])).version === version
  return {
    turns: (caller, turns) =>
      Promise.all(turns.map(async (card) => ({ ...card, ...(include && (await carried(caller, card.id, card.version))) }))),
    async item(caller, item) {
      const { match, version, yourTurn } = item
      if (!include || !yourTurn || match === null || !(await isNewest(caller, match, version))) return item
      return { ...item, ...(await carried(caller, match, version)) }
    },
  }
}
