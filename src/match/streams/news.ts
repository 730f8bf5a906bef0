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
}

const HOLDERS = 'from seat s where s.match_id = e.match_id and ($5::uuid[] is null or s.player_id = any($5))'
const READ = `select e.match_id, m.game, m.status, e.version, ${micros('e.written_at')} as place, e.awaiting, e.at,
    case when e.command ->> 'type' = 'handOver' then (e.command ->> 'seat')::int end as handed,
    (select json_agg(json_build_object('seat', s.seat, 'player', s.player_id)) ${HOLDERS}) as holders
  from entry e join match m on m.id = e.match_id
  where e.written_at >= ${timeOf('$1')} and (e.written_at, e.match_id, e.version) > (${timeOf('$1')}, $2::uuid, $3::int) and exists (select 1 ${HOLDERS})
  order by e.written_at, e.match_id, e.version limit $4`

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
  return { run, news: last ? { at: Number(last.place), match: last.match_id, version: last.version } : news, waiting: undefined }
}

const toNews = ({ match_id, game, status, version, awaiting, at, handed, holders, place }: NewsRow): News => ({
  match: match_id,
  game,
  version,
  // The last entry is written together with what becomes of the match.
  status: awaiting.length === 0 ? status : 'running',
  // Whoever gets a seat that is awaited has a decision to make from now on.
  opened: awaiting.filter(({ seat, since }) => since === version || seat === handed).map(({ seat }) => seat),
  at: at.toISOString(),
  writtenAt: Number(place),
  holders,
})
