/**
 * What happened in all matches of one player, standing orders of theirs that were dropped included, in the order of the database's clock. Entries that were stamped while another was being written
 * are held back until that one is there, so an entry that commits late is never skipped. Another run of Postgres may have lost entries or have
 * another clock: with a cursor of an earlier run, what waits is told again and the news of the last minute before it, too.
 */
import type { Pool } from 'pg'
import type { Awaiting } from '../../log/entry.js'
import { Problem } from '../../platform/problem.js'
import type { InboxPage } from '../matches.js'
import type { InboxItem } from '../shapes.js'
import { BEGINNING, type Cursor, cursorText, momentAt, type Place, readCursor } from './cursor.js'
import { type Moment, moments } from './moment.js'

export interface Inbox {
  /** To be asked before the entries are read: what is older than the moment is visible by then. */
  moment(): Promise<Moment>
  /** Up to `first` items after the cursor. */
  read(player: string, after: Cursor, first: number, moment: Moment): Promise<InboxRead>
}

export interface InboxRead {
  readonly items: InboxItem[]
  readonly next: Cursor
  /** There is more, but an entry that comes before it may still be under way. */
  readonly isHeldBack: boolean
}

interface InboxRow {
  match_id: string
  game: string
  status: InboxItem['status']
  version: number
  place: string
  awaiting: Awaiting[]
  at: Date
  seat: number
  /** Id of the standing order that was dropped; null for an entry. */
  dropped: string | null
}

const MINUTE = 60_000_000
/** An append ends within its time-out, and a commit can hang on a standby. Whoever writes for longer than this no longer holds the others up. */
const LONGEST_WRITE = 2 * MINUTE
/** By how much the clocks of two machines may differ. */
const OVERLAP = MINUTE

export const inboxes = (pool: Pool): Inbox => ({
  moment: moments(pool),
  async read(player, after, first, moment) {
    if (isOfAnotherTime(after, moment)) throw restarted()
    const waiting = after.waiting ? await readWaiting(pool, player, after.news, after.waiting, first) : []
    if (waiting.length > 0) return toldWaiting(waiting, after, first)
    return toldNews(await readNews(pool, player, after.news, first), after, moment)
  },
})

export async function inboxPage(inbox: Inbox, player: string, after: string | undefined, first: number): Promise<InboxPage> {
  const moment = await inbox.moment()
  const { items, next } = await inbox.read(player, beginAt(after, moment), first, moment)
  return { items, next: cursorText(next) }
}

/** Where a follower begins who gives this cursor, or none. */
export function beginAt(after: string | undefined, moment: Moment): Cursor {
  const given = after === undefined ? undefined : readCursor(after)
  if (!given) return { run: moment.run, news: momentAt(moment.oldest), waiting: BEGINNING }
  if (!isOfAnotherTime(given, moment)) return given
  const since = Math.max(0, Math.min(given.news.at, moment.now) - OVERLAP)
  return { run: moment.run, news: momentAt(since), waiting: BEGINNING }
}

/** A place in the future means that the clock was put back. */
const isOfAnotherTime = ({ run, news }: Cursor, moment: Moment): boolean => run !== moment.run || news.at > moment.now

const restarted = (): Problem =>
  new Problem(503, 'DATABASE_UNAVAILABLE', 'The database was started anew; resume after the last cursor.', 2)

/** Postgres's client hands numbers of this size over as text. */
const micros = (time: string): string => `(extract(epoch from ${time}) * 1000000)::bigint`
const timeOf = (parameter: string): string => `(timestamptz 'epoch' + ${parameter}::float8 * interval '1 microsecond')`
const COLUMNS = `e.match_id, m.game, m.status, e.version, ${micros('e.written_at')} as place, e.awaiting, e.at, s.seat, null::uuid as dropped`
/** Only the player's own: whoever has the seat now may be another. */
const DROPPED_COLUMNS = `o.match_id, m.game, m.status, o.version, ${micros('o.settled_at')} as place, e.awaiting, o.settled_at as at, o.seat, o.id as dropped`

/** Matches that have waited for the player since before the news begin. What has been written since then is left to the news. */
async function readWaiting(pool: Pool, player: string, news: Place, { at, match }: Place, first: number): Promise<InboxRow[]> {
  const { rows } = await pool.query<InboxRow>({
    name: 'inbox-waiting',
    text: `select ${COLUMNS} from seat s join match m on m.id = s.match_id and m.status = 'running'
      join lateral (select * from entry where match_id = m.id order by version desc limit 1) e on true
      where s.player_id = $1 and e.written_at < ${timeOf('$2')} and (e.written_at, e.match_id) > (${timeOf('$3')}, $4::uuid)
      and exists (select 1 from json_array_elements(e.awaiting) a where (a ->> 'seat')::int = s.seat)
      order by e.written_at, e.match_id limit $5`,
    values: [player, news.at, at, match, first],
  })
  return rows
}

async function readNews(pool: Pool, player: string, { at, match, version }: Place, first: number): Promise<InboxRow[]> {
  const { rows } = await pool.query<InboxRow>({
    name: 'inbox-news',
    text: `(select ${COLUMNS} from seat s join entry e on e.match_id = s.match_id join match m on m.id = e.match_id
      where s.player_id = $1 and e.written_at >= ${timeOf('$2')} and (e.written_at, e.match_id, e.version) > (${timeOf('$2')}, $3::uuid, $4::int)
      order by e.written_at, e.match_id, e.version limit $5)
      union all
      (select ${DROPPED_COLUMNS} from standing_order o join entry e on e.match_id = o.match_id and e.version = o.version join match m on m.id = o.match_id
      where o.player_id = $1 and o.status = 'dropped' and o.settled_at >= ${timeOf('$2')} and (o.settled_at, o.match_id, o.version) > (${timeOf('$2')}, $3::uuid, $4::int)
      order by o.settled_at, o.match_id, o.version limit $5)
      order by place, match_id, version limit $5`,
    values: [player, at, match, version, first],
  })
  return rows
}

/** Each item carries a cursor that goes on with the rest of what waits. */
function toldWaiting(rows: readonly InboxRow[], { run, news }: Cursor, first: number): InboxRead {
  const told = rows.map((row) => ({ row, cursor: { run, news, waiting: placeOf(row) } }))
  const next = rows.length < first ? undefined : told.at(-1)?.cursor
  return { items: told.map(toItem), next: next ?? { run, news, waiting: undefined }, isHeldBack: false }
}

function toldNews(rows: readonly InboxRow[], { run, news }: Cursor, { now, oldest }: Moment): InboxRead {
  const settled = Math.max(oldest, now - LONGEST_WRITE)
  const told = rows
    .filter(({ place }) => Number(place) < settled)
    .map((row) => ({ row, cursor: { run, news: placeOf(row), waiting: undefined } }))
  const next = told.at(-1)?.cursor ?? { run, news, waiting: undefined }
  return { items: told.map(toItem), next, isHeldBack: told.length < rows.length }
}

const placeOf = ({ place, match_id, version }: InboxRow): Place => ({ at: Number(place), match: match_id, version })

const toItem = ({
  row: { match_id, game, status, version, awaiting, at, seat, dropped },
  cursor,
}: {
  row: InboxRow
  cursor: Cursor
}): InboxItem => ({
  cursor: cursorText(cursor),
  match: match_id,
  game,
  version,
  // The last entry is written together with what becomes of the match.
  status: awaiting.length === 0 ? status : 'running',
  yourTurn: awaiting.some((one) => one.seat === seat),
  at: at.toISOString(),
  ...(dropped !== null && { droppedOrder: dropped }),
})
