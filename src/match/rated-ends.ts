/** Results of rated matches, for those who keep ratings: each is given out until it is said to be taken up. */
import type { PoolClient } from 'pg'

/** A rated match that is over. Whether it counts is not decided here. */
export interface RatedEnd {
  readonly match: string
  readonly game: string
  readonly endedAt: string
  readonly seats: readonly { readonly seat: number; readonly player: string; readonly place: number }[]
  /** Whether any seat had another holder before. */
  readonly changedHands: boolean
}

type Queries = Pick<PoolClient, 'query'>

export interface RatedEnds {
  /** Whether any waits to be taken up: a look at an index that holds nothing else. */
  areWaiting(): Promise<boolean>
  /** Those that wait, the earliest end first. */
  waiting(client: Queries, first: number): Promise<RatedEnd[]>
  /** They are not given out again, once the transaction of the client is committed. */
  takenUp(client: Queries, matches: readonly string[]): Promise<void>
}

/** The table of a tournament is private until its deal is shown: a rating that has changed would tell how it went. */
const WAITS = `m.rated and m.status = 'over' and m.rated_at is null and m.visibility = 'public'`

const WAITING = `select m.id as match, m.game, m.ended_at,
  (select json_agg(json_build_object('seat', s.seat, 'player', s.player_id, 'place', (r ->> 'place')::int) order by s.seat)
   from seat s cross join lateral json_array_elements(m.result) r where s.match_id = m.id and (r ->> 'seat')::int = s.seat) as seats,
  exists (select from seat_holding h where h.match_id = m.id) as changed
from match m where ${WAITS} order by m.ended_at, m.id limit $1`

interface Row extends Pick<RatedEnd, 'match' | 'game'> {
  ended_at: Date
  seats: RatedEnd['seats'] | null
  changed: boolean
}

export const ratedEnds = (pool: Queries): RatedEnds => ({
  async areWaiting() {
    const { rows } = await pool.query({ name: 'rated-ends-wait', text: `select from match m where ${WAITS} limit 1` })
    return rows.length > 0
  },
  async waiting(client, first) {
    const { rows } = await client.query<Row>({ name: 'rated-ends', text: WAITING, values: [first] })
    return rows.map(({ match, game, ended_at, seats, changed }) => ({
      ...{ match, game, endedAt: ended_at.toISOString(), seats: seats ?? [], changedHands: changed },
    }))
  },
  async takenUp(client, matches) {
    await client.query('update match set rated_at = now() where id = any($1)', [matches])
  },
})
