/** The players of a game by rating, a page at a time. Erased players are not on it; their rows stay. */
import type { Player } from '../accounts/caller.js'
import { cursorOf, type Listed, type ListPage, listed, readCursor } from '../accounts/lists.js'
import { invalid } from '../platform/problem.js'
import { RANKED_FROM } from './rating.js'
import type { RankedPlayer } from './shapes.js'
import type { Queries } from './tables.js'

const PAGE = `select p.id, p.name, p.kind, p.created_at, r.mu, r.sigma, r.ordinal, r.matches
from rating r join player p on p.id = r.player_id
where r.game = $1 and r.matches >= ${RANKED_FROM} and p.erased_at is null
  and ($2::float8 is null or (r.ordinal <= $2 and (r.ordinal < $2 or r.player_id > $3::uuid)))
order by r.ordinal desc, r.player_id limit $4`

interface Row extends Pick<RankedPlayer, 'mu' | 'sigma' | 'ordinal' | 'matches'>, Pick<Player, 'id' | 'name' | 'kind'> {
  created_at: Date
}

/** The last of a page. Its rank is told by the page before: the list may have changed since, but goes on counting. */
interface Last {
  readonly rank: number
  readonly ordinal: number
  readonly player: string
}

export async function leaderboard(pool: Queries, game: string, { first, after }: ListPage): Promise<Listed<RankedPlayer>> {
  const last = after === undefined ? undefined : readLast(after)
  const { rows } = await pool.query<Row>({
    name: 'leaderboard',
    text: PAGE,
    values: [game, last?.ordinal ?? null, last?.player ?? null, first + 1],
  })
  const ranked = rows.map((row, index) => toRanked(row, (last?.rank ?? 0) + index + 1))
  return listed(ranked, first, ({ rank, ordinal, player }) => cursorOf(String(rank), String(ordinal), player.id))
}

const toRanked = ({ id, name, kind, created_at, mu, sigma, ordinal, matches }: Row, rank: number): RankedPlayer => ({
  rank,
  player: { id, name, kind, createdAt: created_at.toISOString() },
  ...{ mu, sigma, ordinal, matches },
})

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function readLast(cursor: string): Last {
  const [rank = '', ordinal = '', player = ''] = readCursor(cursor, 3)
  if (!/^\d{1,9}$/.test(rank) || ordinal === '' || !Number.isFinite(Number(ordinal)) || !UUID.test(player))
    throw invalid('after: not a cursor of this list')
  return { rank: Number(rank), ordinal: Number(ordinal), player }
}
