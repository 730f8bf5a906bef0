/** From the id of a match to what the caller may have of it. Looking never changes a match, not even one that is full and has yet to begin. */
import type { Pool } from 'pg'
import type { Caller } from '../../accounts/caller.js'
import { notFound, Problem } from '../../platform/problem.js'
import { cancelled } from '../cancelled.js'
import { hasBegun, isMatchId, type MatchCard } from '../shapes.js'
import type { Live, LiveMatches } from '../store/live.js'
import { loadUnbegun } from '../store/loading.js'
import type { Secrets } from '../store/secrets.js'
import { findCard, findLeftCard } from './cards.js'
import type { Spans } from './clocks.js'
import { isVeiledToTheEnd, requireSight, sightOf } from './redactor.js'

export interface Access {
  card(caller: Caller, match: string): Promise<MatchCard>
  /** The card of an open match in which the caller has just given up a seat, whether or not they may still see it. */
  left(caller: Caller, match: string): Promise<MatchCard>
  /** The match as far as this server knows it; undefined if it has not begun. */
  find(caller: Caller, match: string): Promise<Live | undefined>
  /** The same, but one that has not begun is refused. */
  begun(caller: Caller, match: string): Promise<Live>
  /** A match that has begun, at the head of its log. */
  upToDate(caller: Caller, match: string): Promise<Live>
  /** The match at the head of its log, or before its first entry if it has not begun. */
  asItStands(caller: Caller, match: string): Promise<Live>
}

interface AccessDeps {
  readonly pool: Pool
  readonly live: LiveMatches
  readonly secrets: Secrets
  readonly time: Spans
}

export function matchAccess(deps: AccessDeps): Access {
  const { pool, live, secrets } = deps
  const card = async (caller: Caller, match: string): Promise<MatchCard> => {
    if (!isMatchId(match)) throw notFound('match')
    return findCard(deps, caller, match)
  }

  /** At the head of its log. When the last table with the same deal has ended, everybody may see all of them, though nothing is new in them. */
  const newest = async (known: Live): Promise<Live> => {
    const now = await live.freshen(known)
    return isVeiledToTheEnd(now) ? live.again(now) : now
  }

  const find = async (caller: Caller, match: string): Promise<Live | undefined> => {
    const found = isMatchId(match) ? await live.get(match) : undefined
    if (!found) return hasBegun(await card(caller, match)) ? find(caller, match) : undefined
    if (sightOf(found, caller) > 0) return found
    // They may have got a seat of it since this server last looked.
    const now = await newest(found)
    requireSight(now, caller)
    return now
  }

  const begun = async (caller: Caller, match: string): Promise<Live> => {
    const found = await find(caller, match)
    if (found) return found
    const { status } = await card(caller, match)
    throw status === 'cancelled' ? cancelled() : new Problem(409, 'NOT_STARTED', 'The match has not begun: it waits for players.')
  }

  const upToDate = async (caller: Caller, match: string): Promise<Live> => {
    const found = await newest(await begun(caller, match))
    // Asked again: if the match has gone back, others may hold its seats.
    requireSight(found, caller)
    return found
  }

  const asItStands = async (caller: Caller, match: string): Promise<Live> => {
    const open = (await find(caller, match)) ? undefined : await loadUnbegun(pool, secrets, match)
    return open ?? upToDate(caller, match)
  }

  return { card, left: (caller, match) => findLeftCard(deps, caller, match), find, begun, upToDate, asItStands }
}
