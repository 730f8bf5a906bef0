/** All ratings worked out again from the log of results, and compared with those that are kept. */
import type { Pool, PoolClient } from 'pg'
import { transaction } from '../platform/database.js'
import type { Rate } from './rate.js'
import type { Rating } from './rating.js'
import { insertHistory, lock, storeTallies } from './tables.js'
import { follow, type HistoryRow, type Line, type Tally } from './tally.js'

export interface Recomputed {
  readonly game: string
  readonly results: number
  readonly players: number
  /** Players whose rating is kept otherwise, or not at all, or should not be there. */
  readonly ratings: number
  /** The same of the rows of the history. */
  readonly history: number
}

/** One line for every game in which there are results. With `write`, what is kept is put right. Meanwhile nothing is rated; it is afterwards. */
export const recompute = (pool: Pool, rate: Rate, { write }: { readonly write: boolean }): Promise<Recomputed[]> =>
  transaction(pool, async (client) => {
    await lock(client)
    const { rows } = await client.query<{ game: string }>(
      'select game from rated_result union select game from rating order by game',
    )
    const recomputed: Recomputed[] = []
    for (const { game } of rows) {
      const found = await compare(client, rate, game)
      if (write && found.ratings + found.history > 0) await rewrite(client, rate, game)
      recomputed.push(found)
    }
    return recomputed
  })

async function compare(client: PoolClient, rate: Rate, game: string): Promise<Recomputed> {
  const tallies = new Map<string, Tally>()
  let [results, history] = [0, 0]
  for await (const page of logOf(client, game)) {
    results += page.length
    history += differences(follow(rate, tallies, page), await historyOf(client, game, page), rowKey, isSameRow)
  }
  const { rows } = await client.query<Kept>(
    'select player_id as player, mu, sigma, matches, number from rating where game = $1',
    [game],
  )
  const worked = [...tallies].map(([player, tally]) => ({ player, ...tally }))
  const ratings = differences(worked, rows, ({ player }) => player, isSameTally)
  return { game, results, players: tallies.size, ratings, history }
}

interface Kept extends Tally {
  readonly player: string
}

/** The log at so many results a time: however long it is, little of it is in memory. */
const PAGE = 1000

async function* logOf(client: PoolClient, game: string): AsyncGenerator<Line[]> {
  for (let after = 0; ; ) {
    const { rows } = await client.query<Line>(
      'select number, places from rated_result where game = $1 and number > $2 order by number limit $3',
      [game, after, PAGE],
    )
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = last.number
  }
}

async function historyOf(client: PoolClient, game: string, page: readonly Line[]): Promise<HistoryRow[]> {
  const { rows } = await client.query<HistoryRow>(
    'select number, player_id as player, place, mu, sigma from rating_history where game = $1 and number between $2 and $3',
    [game, page[0]?.number, page.at(-1)?.number],
  )
  return rows
}

/** How many are on one side alone, or on both and not the same. */
function differences<T>(
  worked: readonly T[],
  kept: readonly T[],
  key: (one: T) => string,
  isSame: (one: T, other: T) => boolean,
): number {
  const found = new Map(kept.map((one) => [key(one), one]))
  const agreeing = worked.filter((one) => {
    const other = found.get(key(one))
    return other !== undefined && isSame(one, other)
  })
  const surplus = kept.length - worked.filter((one) => found.has(key(one))).length
  return worked.length - agreeing.length + surplus
}

const rowKey = ({ number, player }: HistoryRow): string => `${number} ${player}`
const isSameRow = (one: HistoryRow, other: HistoryRow): boolean => one.place === other.place && isSameRating(one, other)
const isSameTally = (one: Tally, other: Tally): boolean =>
  one.matches === other.matches && one.number === other.number && isSameRating(one, other)

/** Another version of Node may compute the last digits otherwise. */
const CLOSE = 1e-6
const isSameRating = (one: Rating, other: Rating): boolean =>
  Math.abs(one.mu - other.mu) < CLOSE && Math.abs(one.sigma - other.sigma) < CLOSE

async function rewrite(client: PoolClient, rate: Rate, game: string): Promise<void> {
  await client.query('delete from rating_history where game = $1', [game])
  await client.query('delete from rating where game = $1', [game])
  const tallies = new Map<string, Tally>()
  for await (const page of logOf(client, game)) await insertHistory(client, game, follow(rate, tallies, page))
  const players = [...tallies]
  for (let from = 0; from < players.length; from += PAGE) await storeTallies(client, game, players.slice(from, from + PAGE))
}
