/** Matches that are given up before they begin: by their host, by an administrator, or because nobody joined them for too long. */
import type { Pool } from 'pg'
import { refusal } from '../../games/contract.js'
import { transaction } from '../../platform/database.js'
import { forbidden, notFound, Problem } from '../../platform/problem.js'
import { conflict } from '../conflict.js'
import { closeUnbegun, lockMatch, type OpenMatch, seated } from './seats.js'
import { settleCancelled } from './settling.js'

export interface Cancelling {
  /** Cancels the match of this host. False if it was cancelled before. */
  byHost(host: string, match: string): Promise<boolean>
  byAdministrator(match: string): Promise<boolean>
  /** Cancels the matches that were last joined so many days ago, or made and never joined: their ids. */
  expire(days: number): Promise<string[]>
}

export function cancelling(pool: Pool): Cancelling {
  const cancel = (match: string, check: (open: OpenMatch, holders: readonly string[]) => void): Promise<boolean> =>
    transaction(pool, async (client) => {
      const open = await lockMatch(client, match)
      const holders = (await seated(client, match)).map(({ player_id }) => player_id)
      check(open, holders)
      if (open.status === 'cancelled') return false
      if (open.status !== 'open') throw conflict(refusal('ALREADY_STARTED', 'The match has begun.'))
      // The start is not part of a transaction with the last join, and it may be under way.
      if (holders.length === open.seats)
        throw new Problem(409, 'MATCH_FULL', 'The match has all its players and is about to begin.')
      await closeUnbegun(client, match)
      return true
    })
  return {
    byHost: (host, match) => cancel(match, (open, holders) => requireHost(open, host, holders)),
    byAdministrator: (match) => cancel(match, () => {}),
    expire: (days) => expire(pool, days),
  }
}

export function requireHost({ created_by, visibility }: OpenMatch, player: string, holders: readonly string[]): void {
  if (created_by === player) return
  if (visibility === 'private' && !holders.includes(player)) throw notFound('match')
  throw forbidden('NOT_HOST', 'Only the player who made this match may do that.')
}

const AT_ONCE = 100

/**
 * Any number of servers may sweep at once: what another has locked is passed over, and whoever joins at this moment is waited for by nobody. Looks
 * only at the index of what may expire; an array, because the planner may join a subquery with a scan of all matches.
 */
export const EXPIRE = `update match set status = 'cancelled', ended_at = now() where id = any(array(
  select id from match where status = 'open' and full_at is null and waiting_since < now() - make_interval(days => $1)
  order by waiting_since limit ${AT_ONCE} for update skip locked))
returning id`

const expire = (pool: Pool, days: number): Promise<string[]> =>
  transaction(pool, async (client) => {
    const { rows } = await client.query<{ id: string }>({ name: 'expire', text: EXPIRE, values: [days] })
    const expired = rows.map(({ id }) => id)
    if (expired.length > 0) await settleCancelled(client, expired)
    return expired
  })
