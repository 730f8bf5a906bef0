/** What lists carry of positions besides, where their caller asks for it. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../../accounts/caller.js'
import type { InboxItem } from '../../match/inbox-shapes.js'
import type { Include, MatchCard } from '../../match/shapes.js'
import { Problem } from '../../platform/problem.js'
import { addressOf } from '../http/client-address.js'
import { type Included, included } from '../http/included.js'
import { payerOf } from '../http/rates.js'
import type { RestDeps } from './routing.js'
import { INCLUDED_AT_ONCE } from './shapes.js'

type Asked = readonly Include[] | undefined

/** Pages whose items carry their position are short. */
export const shortened = <Page extends { readonly first: number }>(page: Page, include: Asked): Page =>
  include ? { ...page, first: Math.min(page.first, INCLUDED_AT_ONCE) } : page

interface Lists {
  turns(caller: Caller, turns: readonly MatchCard[]): Promise<(MatchCard & Included)[]>
  item(caller: Caller, item: InboxItem): Promise<InboxItem & Included>
}

/**
 * Each position costs what a request for it would. It is left out where the points are used up, or where the match has
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
