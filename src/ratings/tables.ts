/** The tables of ratings: the log of results, and what follows from it. */
import type { PoolClient } from 'pg'
import { UNRATED } from './rating.js'
import type { RatedResult } from './result.js'
import type { HistoryRow, Tally } from './tally.js'

export type Queries = Pick<PoolClient, 'query'>

/** Whoever writes holds it to the end of the transaction: results count one after the other, over all servers. */
const LOCK = 72_707_371

/** Whether nobody else is writing. */
export async function tryLock(client: Queries): Promise<boolean> {
  const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_xact_lock($1) as mine', [LOCK])
  return rows[0]?.mine ?? false
}

/** Waits until nobody else is writing. */
export const lock = (client: Queries): Promise<unknown> => client.query('select pg_advisory_xact_lock($1)', [LOCK])

export async function talliesOf(client: Queries, game: string, players: readonly string[]): Promise<Map<string, Tally>> {
  const { rows } = await client.query<Tally & { player: string }>(
    'select player_id as player, mu, sigma, matches, number from rating where game = $1 and player_id = any($2)',
    [game, players],
  )
  return new Map(rows.map(({ player, ...tally }) => [player, tally]))
}

/** For seeks that want others of a certain strength. */
export async function ratingsOf(client: Queries, game: string, players: readonly string[]): Promise<(player: string) => number> {
  const tallies = await talliesOf(client, game, players)
  return (player) => (tallies.get(player) ?? UNRATED).mu
}

/** Those of these matches whose result is in the log. */
export async function knownOf(client: Queries, matches: readonly string[]): Promise<Set<string>> {
  const { rows } = await client.query<{ match: string }>('select match_id as match from rated_result where match_id = any($1)', [
    matches,
  ])
  return new Set(rows.map(({ match }) => match))
}

/** Of the last result; 0 if there is none. */
export async function lastNumber(client: Queries, game: string): Promise<number> {
  const { rows } = await client.query<{ last: number }>(
    'select coalesce(max(number), 0) as last from rated_result where game = $1',
    [game],
  )
  return rows[0]?.last ?? 0
}

export const insertResults = (client: Queries, game: string, results: readonly RatedResult[]): Promise<unknown> =>
  client.query(
    `insert into rated_result (game, number, match_id, at, places)
     select $1, number, match, at, places from json_to_recordset($2) as row(number int, match uuid, at timestamptz, places json)`,
    [game, JSON.stringify(results)],
  )

export const insertHistory = (client: Queries, game: string, rows: readonly HistoryRow[]): Promise<unknown> =>
  client.query(
    `insert into rating_history (game, number, player_id, place, mu, sigma)
     select $1, number, player, place, mu, sigma
     from json_to_recordset($2) as row(number int, player uuid, place int, mu float8, sigma float8)`,
    [game, JSON.stringify(rows)],
  )

export const storeTallies = (client: Queries, game: string, tallies: Iterable<readonly [string, Tally]>): Promise<unknown> =>
  client.query(
    `insert into rating (game, player_id, mu, sigma, matches, number)
     select $1, player, mu, sigma, matches, number
     from json_to_recordset($2) as row(player uuid, mu float8, sigma float8, matches int, number int)
     on conflict (player_id, game) do update set mu = excluded.mu, sigma = excluded.sigma, matches = excluded.matches, number = excluded.number`,
    [game, JSON.stringify([...tallies].map(([player, tally]) => ({ player, ...tally })))],
  )
