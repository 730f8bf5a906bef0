/** How invitations end. Whoever ends one holds the lock of its match. */
import type { PoolClient } from 'pg'
import { isHouse } from '../../accounts/house-ids.js'
import type { InvitationStatus } from '../finding-shapes.js'
import type { NewsKind } from '../inbox-shapes.js'
import { tell } from './news.js'

type Ended = Exclude<InvitationStatus, 'pending'>

const KINDS: Record<Ended, NewsKind> = {
  accepted: 'invitationAccepted',
  declined: 'invitationDeclined',
  expired: 'invitationExpired',
  withdrawn: 'invitationWithdrawn',
}

interface EndedRow {
  id: string
  match_id: string
  host_id: string
  guest_id: string
}

/** The pending invitation of this guest, if there is one; the other side is told. */
export const settle = (client: PoolClient, match: string, guest: string, status: Ended): Promise<boolean> =>
  end(client, 'match_id = $2 and guest_id = $3', status, [match, guest])

/** Of matches that were cancelled: nobody is invited to them any more, and all who had a seat or for whom one was kept are told. */
export async function settleCancelled(client: PoolClient, matches: readonly string[]): Promise<void> {
  await end(client, 'match_id = any($2)', 'withdrawn', [matches])
  const { rows } = await client.query<{ match: string; player: string }>(
    `select match_id as match, player_id as player from seat where match_id = any($1)
     union select match_id, player_id from kept_seat where match_id = any($1) order by 1, 2`,
    [matches],
  )
  await tell(
    client,
    rows
      .filter(({ player }) => !isHouse(player))
      .map(({ match, player }) => ({ player, kind: 'matchCancelled', match, about: match })),
  )
}

/** Whether there was one. */
async function end(client: PoolClient, where: string, status: Ended, values: readonly unknown[]): Promise<boolean> {
  const { rows } = await client.query<EndedRow>(
    `update invitation set status = $1, ended_at = now() where status = 'pending' and ${where} returning id, match_id, host_id, guest_id`,
    [status, ...values],
  )
  const told = rows.map(({ id, match_id, host_id, guest_id }) => ({
    player: status === 'withdrawn' ? guest_id : host_id,
    kind: KINDS[status],
    match: match_id,
    about: id,
  }))
  await tell(client, told)
  return rows.length > 0
}
