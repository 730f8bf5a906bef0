/**
 * What happened in all matches of one player, in the order of the transactions that wrote it. Entries carry the id of their transaction; only
 * those older than every transaction still under way are shown, so an entry that commits late is never skipped.
 */
import type { Pool } from 'pg'
import { itemAt } from '../../games/lists.js'
import type { Awaiting } from '../../log/entry.js'
import { invalid } from '../../platform/problem.js'
import { type InboxItem, isMatchId } from '../shapes.js'

interface InboxRow {
  match_id: string
  game: string
  version: number
  tx: string
  awaiting: Awaiting[]
  at: Date
  seat: number
}

interface Cursor {
  readonly tx: string
  readonly match: string
  readonly version: number
}

const NO_MATCH = '00000000-0000-0000-0000-000000000000'
/** The cursor of every item of the opening but the last: whoever resumes with it gets the whole opening again. */
const OPENING = 'opening'

export const isOpening = (after: string | undefined): boolean => after === undefined || after === OPENING

const SELECT = `select e.match_id, m.game, e.version, e.tx::text as tx, e.awaiting, e.at, s.seat
from seat s join entry e on e.match_id = s.match_id join match m on m.id = e.match_id`

/** Entries after the cursor in all matches of the player. */
export async function readInbox(pool: Pool, player: string, after: string, first: number): Promise<InboxItem[]> {
  const { tx, match, version } = readCursor(after)
  const { rows } = await pool.query<InboxRow>({
    name: 'inbox',
    text: `${SELECT} where s.player_id = $1 and e.tx >= $2::bigint and (e.tx, e.match_id, e.version) > ($2::bigint, $3::uuid, $4::int)
      and e.tx < pg_snapshot_xmin(pg_current_snapshot())::text::bigint order by e.tx, e.match_id, e.version limit $5`,
    values: [player, tx, match, version, first],
  })
  return rows.map(toItem)
}

/**
 * Where a new follower begins: every match that waits for the player now. The last item carries the cursor for all that comes later;
 * a client that is cut off before it gets the opening again. What has been written since the horizon is left to the stream, so nothing comes twice.
 */
export async function openInbox(pool: Pool, player: string): Promise<{ items: InboxItem[]; cursor: string }> {
  const cursor = await horizon(pool)
  const { rows } = await pool.query<InboxRow>({
    name: 'inbox-open',
    text: `select e.match_id, m.game, e.version, e.awaiting, e.at, s.seat, e.tx::text as tx
      from seat s join match m on m.id = s.match_id and m.status = 'running'
      join lateral (select * from entry where match_id = m.id order by version desc limit 1) e on true
      where s.player_id = $1 and e.tx < $2::bigint and exists (select 1 from json_array_elements(e.awaiting) a where (a ->> 'seat')::int = s.seat)
      order by e.tx, e.match_id`,
    values: [player, readCursor(cursor).tx],
  })
  return { items: rows.map((row, index) => ({ ...toItem(row), cursor: index === rows.length - 1 ? cursor : OPENING })), cursor }
}

/** A cursor before everything that has not been committed yet. */
async function horizon(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ tx: string }>('select pg_snapshot_xmin(pg_current_snapshot())::text as tx')
  return cursorOf({ tx: itemAt(rows, 0).tx, match: NO_MATCH, version: 0 })
}

const toItem = ({ match_id, game, version, tx, awaiting, at, seat }: InboxRow): InboxItem => ({
  cursor: cursorOf({ tx, match: match_id, version }),
  match: match_id,
  game,
  version,
  status: awaiting.length === 0 ? 'over' : 'running',
  yourTurn: awaiting.some((one) => one.seat === seat),
  at: at.toISOString(),
})

const cursorOf = ({ tx, match, version }: Cursor): string => `${tx}_${match}_${version}`

function readCursor(text: string): Cursor {
  const [tx = '', match = '', version = '', ...more] = text.split('_')
  if (!/^\d{1,18}$/.test(tx) || !isMatchId(match) || !/^\d{1,9}$/.test(version) || more.length > 0)
    throw invalid('after: not a cursor of this stream')
  return { tx, match, version: Number(version) }
}
