/** The same players once more. A match has one rematch, whoever asks for it first; its seats are kept for those of the match before. */
import type { Pool, PoolClient } from 'pg'
import { type Caller, requirePlayer } from '../../accounts/caller.js'
import { transaction } from '../../platform/database.js'
import { forbidden, notFound, Problem } from '../../platform/problem.js'
import type { CreateMatch } from '../shapes.js'
import type { Secrets } from '../store/secrets.js'
import { makeMatch } from './making.js'
import { requireAccount, seated, takeSeat } from './seats.js'

/** The id of the rematch, in which the caller has a seat now. */
export type AskAgain = (caller: Caller, match: string) => Promise<string>

export const rematches =
  (pool: Pool, secrets: Secrets): AskAgain =>
  (caller, match) =>
    transaction(pool, (client) => playAgain(client, secrets, caller, match))

interface Before extends Pick<CreateMatch, 'game' | 'seats' | 'options' | 'visibility' | 'seating' | 'clock'> {
  status: string
}

async function playAgain(client: PoolClient, secrets: Secrets, caller: Caller, match: string): Promise<string> {
  const { id: player } = requirePlayer(caller, 'play')
  await requireAccount(client, player)
  const before = await lockBefore(client, match, player)
  const again =
    (await rematchOf(client, match)) ?? (await makeAgain(client, secrets, requirePlayer(caller, 'host').id, match, before))
  const isSeated = (await seated(client, again.id)).some((one) => one.player_id === player)
  // Whoever has declined may still change their mind, while there is a seat.
  if (!isSeated) await takeSeat(client, secrets, player, again.id, { invitation: again.invitation ?? undefined })
  return again.id
}

/** Those who ask at the same moment wait for each other here. */
async function lockBefore(client: PoolClient, match: string, player: string): Promise<Before> {
  const { rows } = await client.query<Before>(
    'select game, seats, options, visibility, seating, clock, status from match where id = $1 for update',
    [match],
  )
  const before = rows[0]
  if (!before) throw notFound('match')
  if (!(await seated(client, match)).some((one) => one.player_id === player))
    throw before.visibility === 'private' ? notFound('match') : forbidden('NOT_SEATED', 'You have no seat in this match.')
  if (before.status !== 'over' && before.status !== 'aborted')
    throw new Problem(409, 'MATCH_NOT_OVER', 'There is no rematch before the match is over.')
  return before
}

interface Again {
  id: string
  invitation: string | null
}

const rematchOf = async (client: PoolClient, match: string): Promise<Again | undefined> =>
  (await client.query<Again>('select id, invitation from match where rematch_of = $1', [match])).rows[0]

async function makeAgain(client: PoolClient, secrets: Secrets, host: string, match: string, before: Before): Promise<Again> {
  const made = await makeMatch(client, secrets, host, before, match)
  await client.query(
    'insert into kept_seat (match_id, seat, player_id) select $2, seat, player_id from seat where match_id = $1 and not exists (select from player where id = player_id and erased_at is not null)',
    [match, made.id],
  )
  return made
}
