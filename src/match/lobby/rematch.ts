/** The same players once more. A match has one rematch, whoever asks for it first; its seats are kept for those of the match before. */
import type { Pool, PoolClient } from 'pg'
import { type Caller, requirePlayer } from '../../accounts/caller.js'
import { isHouse } from '../../accounts/house-ids.js'
import { transaction } from '../../platform/database.js'
import { forbidden, notFound, Problem } from '../../platform/problem.js'
import { ofTable } from '../of-table.js'
import type { CreateMatch } from '../shapes.js'
import type { Secrets } from '../store/secrets.js'
import { makeMatch } from './making.js'
import { unrateable } from './rateable.js'
import { requireAccount, seated, takeSeat } from './seats.js'

/** The id of the rematch, in which the caller has a seat now. */
export type AskAgain = (caller: Caller, match: string) => Promise<string>

export const rematches =
  (pool: Pool, secrets: Secrets): AskAgain =>
  (caller, match) =>
    transaction(pool, (client) => playAgain(client, secrets, caller, match))

interface Before extends Pick<CreateMatch, 'game' | 'seats' | 'options' | 'visibility' | 'seating' | 'clock' | 'rated'> {
  status: string
  tournament_id: string | null
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
    'select game, seats, options, visibility, seating, clock, rated, status, tournament_id from match where id = $1 for update',
    [match],
  )
  const before = rows[0]
  if (!before) throw notFound('match')
  if (!(await lastPlayers(client, match)).some((one) => one.player_id === player))
    throw before.visibility === 'private' ? notFound('match') : forbidden('NOT_SEATED', 'You have no seat in this match.')
  if (before.tournament_id !== null) throw ofTable()
  if (before.status !== 'over' && before.status !== 'aborted')
    throw new Problem(409, 'MATCH_NOT_OVER', 'There is no rematch before the match is over.')
  return before
}

/** Who plays again: of each seat the last who held it; the house only where nobody else ever did, for it has nobody's place for ever. */
async function lastPlayers(client: PoolClient, match: string): Promise<{ seat: number; player_id: string }[]> {
  const { rows } = await client.query<{ seat: number; player_id: string }>(
    `select distinct on (seat) seat, player_id from (
       select seat, player_id, null as to_version from seat where match_id = $1
       union all select seat, player_id, to_version from seat_holding where match_id = $1) held
     join player p on p.id = player_id order by seat, p.kind = 'house', to_version desc nulls first`,
    [match],
  )
  return rows
}

interface Again {
  id: string
  invitation: string | null
}

const rematchOf = async (client: PoolClient, match: string): Promise<Again | undefined> =>
  (await client.query<Again>('select id, invitation from match where rematch_of = $1', [match])).rows[0]

async function makeAgain(client: PoolClient, secrets: Secrets, host: string, match: string, before: Before): Promise<Again> {
  const last = await lastPlayers(client, match)
  // That of a tournament may be rated where another may not be.
  const rated =
    before.rated &&
    unrateable(
      before,
      last.map(({ player_id }) => player_id),
    ) === undefined
  const made = await makeMatch(client, secrets, host, { ...before, rated }, match)
  const players = last.filter(({ player_id }) => !isHouse(player_id))
  for (const { seat, player_id } of last)
    if (isHouse(player_id))
      await client.query('insert into seat (match_id, seat, player_id) values ($1, $2, $3)', [made.id, seat, player_id])
  await client.query(
    `insert into kept_seat (match_id, seat, player_id) select $1, kept.seat, kept.player_id
     from unnest($2::int[], $3::uuid[]) as kept(seat, player_id) join player p on p.id = kept.player_id where p.erased_at is null
     and not exists (select from acceptance a where a.player_id = p.id and (a.terms ->> 'rematches')::boolean is false)`,
    [made.id, players.map(({ seat }) => seat), players.map(({ player_id }) => player_id)],
  )
  return made
}
