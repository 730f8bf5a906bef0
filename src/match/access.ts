/** From the id of a match to what the caller may have of it. */
import type { Pool } from 'pg'
import type { Caller } from '../accounts/caller.js'
import { notFound, Problem } from '../platform/problem.js'
import { findCard } from './cards.js'
import { beginning, type Live, type LiveMatches } from './live.js'
import type { Secrets } from './secrets.js'
import type { MatchCard } from './shapes.js'
import { loadOpen } from './starting.js'
import type { Submissions } from './submission.js'
import { requireSight } from './viewers.js'

export interface Access {
  card(caller: Caller, match: string): Promise<MatchCard>
  /** Begins a full match. Starting twice is harmless: the second start is refused. */
  begin(match: string): Promise<void>
  /** A match that has begun, as far as this server knows it. */
  begun(caller: Caller, match: string): Promise<Live>
  /** A match that has begun, at the head of its log. */
  upToDate(caller: Caller, match: string): Promise<Live>
  /** The same, or the table before the first entry if the match has not begun. */
  table(caller: Caller, match: string): Promise<Live>
}

interface AccessDeps {
  readonly pool: Pool
  readonly live: LiveMatches
  readonly secrets: Secrets
  readonly submissions: Submissions
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export const isMatchId = (text: string): boolean => UUID.test(text)

export function matchAccess({ pool, live, secrets, submissions }: AccessDeps): Access {
  const begin = async (match: string): Promise<void> => {
    const fixed = await loadOpen(pool, secrets, match)
    if (fixed) await submissions.command(beginning(fixed), { type: 'start' })
  }

  const card = async (caller: Caller, match: string): Promise<MatchCard> => {
    if (!isMatchId(match)) throw notFound('match')
    const found = await findCard(pool, secrets, caller, match)
    if (found.status !== 'open' || found.seats.some(({ player }) => player === null)) return found
    await begin(match)
    return findCard(pool, secrets, caller, match)
  }

  const begun = async (caller: Caller, match: string): Promise<Live> => {
    const found = isMatchId(match) ? await live.get(match) : undefined
    if (found) {
      requireSight(found, caller)
      return found
    }
    if ((await card(caller, match)).status === 'open')
      throw new Problem(409, 'NOT_STARTED', 'The match has not begun: it waits for players.')
    return begun(caller, match)
  }

  const upToDate = async (caller: Caller, match: string): Promise<Live> => {
    const found = await begun(caller, match)
    await live.freshen(found)
    return found
  }

  const table = async (caller: Caller, match: string): Promise<Live> => {
    const waits = !isMatchId(match) || !(await live.get(match))
    const fixed = waits && (await card(caller, match)).status === 'open' ? await loadOpen(pool, secrets, match) : undefined
    return fixed ? beginning(fixed) : upToDate(caller, match)
  }

  return { card, begin, begun, upToDate, table }
}
