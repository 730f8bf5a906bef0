/** A query may name the same list under thirty aliases: within one request it is asked for once. */
import type { Matches, Page } from '../../match/matches.js'
import { type MatchCard, MatchFilter } from '../../match/shapes.js'
import type { Context } from './context.js'
import { ListPage, parse } from './inputs.js'

type Listing = Promise<Page<MatchCard>>

export function listing({ list }: Pick<Matches, 'list'>): (context: Context, filter: object, page: object) => Listing {
  const asked = new WeakMap<Context, Map<string, Listing>>()
  return (context, givenFilter, givenPage) => {
    const [filter, page] = [parse(MatchFilter, givenFilter), parse(ListPage, givenPage)]
    const before = asked.get(context) ?? new Map<string, Listing>()
    asked.set(context, before)
    const key = JSON.stringify([filter, page])
    const found = before.get(key) ?? list(context.caller, filter, page)
    before.set(key, found)
    return found
  }
}
