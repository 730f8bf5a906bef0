/** The matches of tables of tournaments: made in one go, with everybody in their seats. */

import type { Pool, PoolClient } from 'pg'
import { isHouse } from '../../accounts/house-ids.js'
import { HASH } from '../../log/stored-hash.js'
import type { Secrets } from '../store/secrets.js'
import type { NewTable, TableEnd, TableMatches } from '../tables.js'
import { storeMatch } from './making.js'
import { tell } from './news.js'
import { unrateable } from './rateable.js'
import { requireAccount } from './seats.js'

interface TablesDeps extends Pick<TableMatches, 'abortTables'> {
  readonly pool: Pool
  readonly secrets: Secrets
}

export const tables = ({ pool, secrets, abortTables }: TablesDeps): TableMatches => ({
  abortTables,
  makeTable: (client, table) => make(client, secrets, table),
  async endsOf(matches) {
    const { rows } = await pool.query<TableEnd>({ name: 'ends-of-tables', text: ENDS, values: [matches] })
    return rows
  },
  async showDeals(client, tournament, deals) {
    const { rows } = await client.query<{ id: string }>(
      'update deal set shown_at = now() where tournament_id = $1 and number = any($2) and shown_at is null returning id',
      [tournament, deals],
    )
    const shown = rows.map(({ id }) => id)
    await client.query(`update match set visibility = 'public' where deal_id = any($1)`, [shown])
  },
  tellOfTournament: (client, news) =>
    tell(
      client,
      news.map(({ player, kind, tournament }) => ({ player, kind, match: null, about: tournament })),
    ),
  async tournamentsOf(matches) {
    const { rows } = await pool.query<{ id: string }>({
      name: 'tournaments-of-matches',
      text: 'select distinct tournament_id as id from match where id = any($1) and tournament_id is not null',
      values: [matches],
    })
    return rows.map(({ id }) => id)
  },
})

async function make(client: PoolClient, secrets: Secrets, table: NewTable): Promise<void> {
  const { tournament, number, match, players, deal } = table
  for (const player of players) if (!isHouse(player)) await requireAccount(client, player)
  const kept = await secrets.deals.keep(client, { tournament, number: deal.number }, deal.secret)
  const visibility = deal.isShared ? 'private' : 'public'
  const seats = players.length
  // Private only until everybody may see it.
  const rated = table.rated && unrateable({ ...table, seats, visibility: 'public' }, players) === undefined
  await storeMatch(
    client,
    { ...table, seats, visibility, rated, seating: 'chosen' },
    { id: match, secret: deal.secret, host: null, table: { tournament, number, deal: kept } },
  )
  await client.query(
    'insert into seat (match_id, seat, player_id) select $1, place - 1, player from unnest($2::uuid[]) with ordinality as sitting(player, place)',
    [match, players],
  )
  await client.query('update match set full_at = now() where id = $1', [match])
}

const ENDS = `select m.id as match, case when m.status = 'over' then m.result end as places,
  coalesce((select json_agg(json_build_object('seat', s.seat, 'reason', e.command ->> 'reason') order by s.seat)
    from seat s join entry e on e.match_id = s.match_id and e.version = s.left_version where s.match_id = m.id), '[]') as left,
  (select ${HASH()} from entry where match_id = m.id order by version desc limit 1) as head
from match m where m.id = any($1) and m.status in ('over', 'aborted')`
