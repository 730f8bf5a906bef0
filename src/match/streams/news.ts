/**
 * What happened in the matches of some players, for parts of the server that act on it: one reader with a stored position, in the order of an inbox. What is
 * older than the moment is visible when it is read, so the position may pass over whatever concerns none of them.
 */
import type { Pool } from 'pg'
import type { Awaiting } from '../../log/entry.js'
import type { News, NewsPage } from '../matches.js'
import { type Cursor, cursorText, momentAt } from './cursor.js'
import { beginAt, settledAt, timeOf } from './inbox.js'
import { type Moment, micros } from './moment.js'

interface NewsRow {
  match_id: string
  game: string
  status: News['status']
  version: number
  place: string
  awaiting: Awaiting[]
  at: Date
  /** The seat that changed hands with it. */
  handed: number | null
  holders: { seat: number; player: string }[]
  dropped: string | null
  /** Orders what was written in the same microsecond. */
  key: string
}

const HOLDERS = 'from seat s where s.match_id = e.match_id and ($5::uuid[] is null or s.player_id = any($5))'
const ENTRIES = `select e.match_id, m.game, m.status, e.version, ${micros('e.written_at')} as place, e.awaiting, e.at,
    case when e.command ->> 'type' = 'handOver' then (e.command ->> 'seat')::int end as handed,
    (select json_agg(json_build_object('seat', s.seat, 'player', s.player_id)) ${HOLDERS}) as holders,
    null::uuid as dropped, e.match_id as key, e.written_at
  from entry e join match m on m.id = e.match_id
  where e.written_at >= ${timeOf('$1')} and (e.written_at, e.match_id, e.version) > (${timeOf('$1')}, $2::uuid, $3::int) and exists (select 1 ${HOLDERS})
  order by e.written_at, e.match_id, e.version limit $4`

/** A match that is cancelled has no entry: those who were in it have a line of news each. */
const CANCELLED = `select n.match_id, m.game, m.status, 0 as version, ${micros('n.written_at')} as place, '[]'::json as awaiting, n.written_at as at,
    null::int as handed, json_build_array(json_build_object('player', n.player_id, 'seat', coalesce(
      (select seat from seat where match_id = n.match_id and player_id = n.player_id),
      (select seat from kept_seat where match_id = n.match_id and player_id = n.player_id)))) as holders,
    null::uuid as dropped, n.id as key, n.written_at
  from news n join match m on m.id = n.match_id
  where n.kind = 'matchCancelled' and n.written_at >= ${timeOf('$1')} and (n.written_at, n.id, 0) > (${timeOf('$1')}, $2::uuid, $3::int)
    and ($5::uuid[] is null or n.player_id = any($5))
  order by n.written_at, n.id limit $4`

const DROPPED = `select o.match_id, m.game, m.status, o.version, ${micros('o.settled_at')} as place, '[]'::json as awaiting, o.settled_at as at,
    null::int as handed, json_build_array(json_build_object('seat', o.seat, 'player', o.player_id)) as holders,
    o.id as dropped, o.id as key, o.settled_at as written_at
  from standing_order o join match m on m.id = o.match_id
  where o.status = 'dropped' and o.version is not null
    and o.settled_at >= ${timeOf('$1')} and (o.settled_at, o.id, o.version) > (${timeOf('$1')}, $2::uuid, $3::int)
    and ($5::uuid[] is null or o.player_id = any($5))
  order by o.settled_at, o.id limit $4`

/** Each with an index by time. */
const READ = `${[ENTRIES, CANCELLED, DROPPED].map((source) => `(${source})`).join(' union all ')} order by written_at, key, version limit $4`

/** `players`: whose matches; null for all. Without a cursor, from now on. */
export const newsReader =
  (pool: Pool, moments: () => Promise<Moment>) =>
  async (after: string | null, players: readonly string[] | null, first: number): Promise<NewsPage> => {
    const moment = await moments()
    // What waits for somebody is told by the entry that it waits since.
    const cursor: Cursor = { ...beginAt(after ?? undefined, moment), waiting: undefined }
    if (after === null) return { items: [], next: cursorText(cursor), isHeldBack: false }
    const { at, match, version } = cursor.news
    const { rows } = await pool.query<NewsRow>({ name: 'news', text: READ, values: [at, match, version, first, players] })
    const settled = settledAt(moment)
    const told = rows.filter(({ place }) => Number(place) < settled)
    const isHeldBack = told.length < rows.length
    const next = placeAfter(told, cursor, isHeldBack || rows.length === first ? undefined : settled)
    return { items: told.map(toNews), next: cursorText(next), isHeldBack }
  }

/** `seenTo`: all that was stamped before has been read. */
function placeAfter(told: readonly NewsRow[], { run, news }: Cursor, seenTo: number | undefined): Cursor {
  const last = told.at(-1)
  if (seenTo !== undefined) return { run, news: seenTo > news.at ? momentAt(seenTo) : news, waiting: undefined }
  return { run, news: last ? { at: Number(last.place), match: last.key, version: last.version } : news, waiting: undefined }
}

const toNews = ({ match_id, game, status, version, awaiting, at, handed, holders, dropped, place }: NewsRow): News => ({
  match: match_id,
  game,
  version,
  // The last entry is written together with what becomes of the match.
  status: awaiting.length === 0 ? status : 'running',
  // Whoever gets a seat that is awaited has a decision to make from now on.
  opened: awaiting.filter(({ seat, since }) => since === version || seat === handed).map(({ seat }) => seat),
  at: at.toISOString(),
  dropped,
  writtenAt: Number(place),
  holders,
})
