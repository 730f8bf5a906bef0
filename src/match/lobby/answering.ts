/** Answers to invitations, and what ends those without one. Whoever ends one holds the lock of its match, and looks at it again under the lock. */
import type { Pool, PoolClient } from 'pg'
import { transaction } from '../../platform/database.js'
import { notFound, Problem } from '../../platform/problem.js'
import type { InvitationFilter } from '../finding-shapes.js'
import { isMatchId } from '../shapes.js'
import { COLUMN } from './invitation-cards.js'
import { letGo, lockMatch } from './seats.js'

type Side = InvitationFilter['side']

/** Ends the caller's pending invitation by what `act` does with its match, whose lock is held. */
export async function answer<T>(
  client: PoolClient,
  side: Side,
  player: string,
  id: string,
  act: (match: string, guest: string) => Promise<T>,
): Promise<T> {
  const found = isMatchId(id) ? await findRow(client, side, player, id) : undefined
  if (!found) throw notFound('invitation')
  await lockMatch(client, found.match_id)
  const now = await findRow(client, side, player, id)
  if (now?.status !== 'pending') throw new Problem(409, 'INVITATION_ENDED', `This invitation is ${now?.status ?? 'gone'}.`)
  return act(found.match_id, found.guest_id)
}

/** Nobody else can end it while the match is locked. */
export const withdraw = (pool: Pool, host: string, id: string): Promise<unknown> =>
  transaction(pool, (client) => answer(client, 'sent', host, id, (match, guest) => letGo(client, guest, match, 'withdrawn')))

export const decline = (pool: Pool, guest: string, id: string): Promise<unknown> =>
  transaction(pool, (client) => answer(client, 'received', guest, id, (match) => letGo(client, guest, match, 'declined')))

interface Found {
  match_id: string
  guest_id: string
  status: string
}

async function findRow(client: PoolClient, side: Side, player: string, id: string): Promise<Found | undefined> {
  const { rows } = await client.query<Found>(
    `select match_id, guest_id, status from invitation where id = $1 and ${COLUMN[side]} = $2`,
    [id, player],
  )
  return rows[0]
}

const AT_ONCE = 100

/** Any number of servers may do so: whoever comes second finds it done. */
export async function expireInvitations(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ match_id: string; guest_id: string }>({
    name: 'due-invitations',
    text: `select match_id, guest_id from invitation where status = 'pending' and expires_at <= now() order by expires_at limit ${AT_ONCE}`,
  })
  for (const { match_id, guest_id } of rows) await expire(pool, match_id, guest_id)
  return rows.length
}

/** Looked at again under the lock: it may have been answered, and made anew. */
const expire = (pool: Pool, match: string, guest: string): Promise<unknown> =>
  transaction(pool, async (client) => {
    await lockMatch(client, match)
    const due = await client.query(
      `select from invitation where match_id = $1 and guest_id = $2 and status = 'pending' and expires_at <= now()`,
      [match, guest],
    )
    if (due.rows.length > 0) await letGo(client, guest, match, 'expired')
  })

/** Of an erased player: hosts are told that it does not come, guests that they are not invited any more. Then nothing is kept of it. */
export async function forgetInvitations(pool: Pool, player: string): Promise<void> {
  const { rows } = await pool.query<{ match_id: string; guest_id: string; is_guest: boolean }>(
    `select match_id, guest_id, guest_id = $1 as is_guest from invitation where status = 'pending' and $1 in (guest_id, host_id)`,
    [player],
  )
  for (const { match_id, guest_id, is_guest } of rows)
    await transaction(pool, async (client) => {
      await lockMatch(client, match_id)
      await letGo(client, guest_id, match_id, is_guest ? 'declined' : 'withdrawn')
    })
  await pool.query('delete from invitation where $1 in (guest_id, host_id)', [player])
  await pool.query('delete from news where player_id = $1', [player])
}
