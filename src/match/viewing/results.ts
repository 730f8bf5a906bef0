/** What a player has reached, by game. Only matches that everybody may see are counted, so that the figures tell nothing of the others. */
import { LRUCache } from 'lru-cache'
import type { Pool } from 'pg'
import { turnsByKey } from '../../platform/turns.js'
import type { GameResults } from '../result-shapes.js'

interface ResultRow {
  game: string
  place: number
  times: number
}

/** Found among the seats of the player, however many matches there are. Of aborted matches there is no result. */
export const RESULTS = `select m.game, (r ->> 'place')::int as place, count(*)::int as times
from seat s join match m on m.id = s.match_id and m.status = 'over' and m.visibility = 'public'
cross join lateral json_array_elements(m.result) r
where s.player_id = $1 and (r ->> 'seat')::int = s.seat
group by m.game, place order by m.game, place`

/** What took longer than this is kept for so many times as long as it took. */
const SLOW_MS = 50
const KEPT_TIMES = 10

/** Anybody may ask, also for a player who has played very many matches: that takes one connection, and it a tenth of the time. */
export function resultsReader(pool: Pool): (player: string) => Promise<GameResults[]> {
  const inTurn = turnsByKey()
  const kept = new LRUCache<string, GameResults[]>({ max: 1000 })
  const read = async (player: string): Promise<GameResults[]> => {
    const began = performance.now()
    const results = await resultsOf(pool, player)
    const took = performance.now() - began
    if (took > SLOW_MS) kept.set(player, results, { ttl: Math.ceil(KEPT_TIMES * took) })
    return results
  }
  return (player) => inTurn(player, async () => kept.get(player) ?? read(player))
}

async function resultsOf(pool: Pool, player: string): Promise<GameResults[]> {
  const { rows } = await pool.query<ResultRow>({ name: 'results', text: RESULTS, values: [player] })
  return [...new Set(rows.map(({ game }) => game))].map((game) => byGame(game, rows))
}

function byGame(game: string, rows: readonly ResultRow[]): GameResults {
  const places = rows.filter((row) => row.game === game).map(({ place, times }) => ({ place, times }))
  const played = places.reduce((sum, { times }) => sum + times, 0)
  return { game, played, won: places.find(({ place }) => place === 1)?.times ?? 0, places }
}
