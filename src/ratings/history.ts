/** The ratings of one player: now, and after every match. */
import { cursorOf, type Listed, type ListPage, listed, readCursor } from '../accounts/lists.js'
import { invalid } from '../platform/problem.js'
import { ordinalOf, RANKED_FROM, type Rating } from './rating.js'
import type { PlayerRating, RatedMatch } from './shapes.js'
import type { Queries } from './tables.js'

interface RatingRow extends Pick<PlayerRating, 'game' | 'mu' | 'sigma' | 'ordinal' | 'matches'> {
  at: Date
}

/** By game. */
export async function ratingsOfPlayer(pool: Queries, player: string): Promise<PlayerRating[]> {
  const { rows } = await pool.query<RatingRow>({
    name: 'player-ratings',
    text: `select r.game, r.mu, r.sigma, r.ordinal, r.matches, l.at from rating r join rated_result l on l.game = r.game and l.number = r.number
      where r.player_id = $1 order by r.game`,
    values: [player],
  })
  return rows.map(({ at, ...row }) => ({ ...row, ranked: row.matches >= RANKED_FROM, at: at.toISOString() }))
}

interface HistoryRow extends Pick<RatedMatch, 'number' | 'match' | 'place' | 'seatCount' | 'mu' | 'sigma'> {
  at: Date
}

/** The newest first. */
export async function historyOf(
  pool: Queries,
  player: string,
  game: string,
  { first, after }: ListPage,
): Promise<Listed<RatedMatch>> {
  const { rows } = await pool.query<HistoryRow>({
    name: 'rating-history',
    text: `select h.number, l.match_id as match, l.at, h.place, json_array_length(l.places) as "seatCount", h.mu, h.sigma
      from rating_history h join rated_result l on l.game = h.game and l.number = h.number
      where h.player_id = $1 and h.game = $2 and ($3::int is null or h.number < $3) order by h.number desc limit $4`,
    values: [player, game, after === undefined ? null : readNumber(after), first + 1],
  })
  const matches = rows.map(({ at, ...row }) => ({ ...row, ordinal: ordinalOf(row), at: at.toISOString() }))
  return listed(matches, first, ({ number }) => cursorOf(String(number)))
}

function readNumber(cursor: string): number {
  const [number = ''] = readCursor(cursor, 1)
  if (!/^\d{1,9}$/.test(number)) throw invalid('after: not a cursor of this list')
  return Number(number)
}

/** Drawn at most. */
const DRAWN = 1000

export interface Points {
  /** The newest, the oldest of them first. */
  readonly points: readonly Rating[]
  /** Number of the first of them among the rated matches of the player, from 1. */
  readonly from: number
}

export async function pointsOf(pool: Queries, player: string, game: string): Promise<Points> {
  const { rows } = await pool.query<Rating & { all: number }>({
    name: 'rating-points',
    text: `select mu, sigma, (select matches from rating where player_id = $1 and game = $2) as all from rating_history
      where player_id = $1 and game = $2 order by number desc limit ${DRAWN}`,
    values: [player, game],
  })
  const points = rows.map(({ mu, sigma }) => ({ mu, sigma })).toReversed()
  return { points, from: Math.max(1, (rows[0]?.all ?? 0) - points.length + 1) }
}
