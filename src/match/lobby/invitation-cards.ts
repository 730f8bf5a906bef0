/** Invitations as they are listed. */
import type { Pool } from 'pg'
import type { Player } from '../../accounts/caller.js'
import type { Clock } from '../../clocks/clock.js'
import { invalid, notFound } from '../../platform/problem.js'
import type { List, ListPage } from '../finding.js'
import type { Invitation, InvitationFilter } from '../finding-shapes.js'
import { isMatchId } from '../shapes.js'

/** Where a player stands on either side of an invitation. */
export const COLUMN = { received: 'guest_id', sent: 'host_id' } as const

interface Row {
  id: string
  match_id: string
  game: string
  seats: number
  clock: Clock | null
  seat: number | null
  status: Invitation['status']
  created_at: Date
  expires_at: Date
  ended_at: Date | null
  host: Player
  guest: Player
}

const player = (of: string): string =>
  `json_build_object('id', ${of}.id, 'name', ${of}.name, 'kind', ${of}.kind, 'createdAt', ${of}.created_at) as ${of}`

const CARD = `select i.id, i.match_id, m.game, m.seats, m.clock, case when m.seating = 'chosen' then i.seat end as seat, i.status, i.created_at, i.expires_at, i.ended_at,
  ${player('host')}, ${player('guest')}
from invitation i join match m on m.id = i.match_id join player host on host.id = i.host_id join player guest on guest.id = i.guest_id`

export async function invitationCard(pool: Pool, id: string): Promise<Invitation> {
  const { rows } = await pool.query<Row>(`${CARD} where i.id = $1`, [id])
  if (!rows[0]) throw notFound('invitation')
  return toInvitation(rows[0])
}

export async function listInvitations(
  pool: Pool,
  of: string,
  { side, status }: InvitationFilter,
  { first, after }: ListPage,
): Promise<List<Invitation>> {
  if (after !== undefined && !isMatchId(after)) throw invalid('after: not a cursor of this list')
  const { rows } = await pool.query<Row>(
    `${CARD} where i.${COLUMN[side]} = $1 and i.status = $2
     and ($3::uuid is null or (i.created_at, i.id) < (select created_at, id from invitation where id = $3))
     order by i.created_at desc, i.id desc limit $4`,
    [of, status, after ?? null, first + 1],
  )
  const items = rows.slice(0, first).map(toInvitation)
  return { items, next: rows.length > first ? (items.at(-1)?.id ?? null) : null }
}

/** Times in JSON have the offset of the session. */
const withTime = (one: Player): Player => ({ ...one, createdAt: new Date(one.createdAt).toISOString() })

const toInvitation = (row: Row): Invitation => ({
  id: row.id,
  match: row.match_id,
  game: row.game,
  seatCount: row.seats,
  clock: row.clock,
  host: withTime(row.host),
  guest: withTime(row.guest),
  seat: row.seat,
  status: row.status,
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  endedAt: row.ended_at?.toISOString() ?? null,
})
