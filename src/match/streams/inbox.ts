/**
 * What happened in all matches of one player and in finding them, and what they are reminded of, standing orders of theirs that were dropped included, in the order of the database's clock. Entries that were stamped while another was being written
 * are held back until that one is there, so an entry that commits late is never skipped. Another run of Postgres may have lost entries or have
 * another clock: with a cursor of an earlier run, what waits is told again and the news of the last minute before it, too.
 */
import type { Pool } from 'pg'
import type { Awaiting } from '../../log/entry.js'
import { given } from '../../platform/given.js'
import { Problem } from '../../platform/problem.js'
import type { InboxItem } from '../inbox-shapes.js'
import type { InboxPage } from '../matches.js'
import { IN_PLAY } from '../store/holdings.js'
import { BEGINNING, type Cursor, cursorText, momentAt, type Place, readCursor } from './cursor.js'
import { type Moment, micros, moments } from './moment.js'

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
  match_id: string | null
  game: string | null
  status: InboxItem['status']
  version: number
  place: string
  awaiting: Awaiting[]
  at: Date
  seat: number | null
  kind: InboxItem['kind']
  about: string | null
  /** When the decision is due that the player is reminded of. */
  due: Date | null
  /** Orders what was written in the same microsecond: the id of the match, or of the news. */
  key: string
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

export const timeOf = (parameter: string): string => `(timestamptz 'epoch' + ${parameter}::float8 * interval '1 microsecond')`
const PLAYER = given('$1::uuid')
const SINCE = given(timeOf('$2'))
const FIRST = given('$5::int')
const AFTER_MATCH = given('$3::uuid')
const AFTER_VERSION = given('$4::int')

const IN_ORDER = `order by written_at, key, version limit ${FIRST}`
const SKEW = `interval '${OVERLAP} microseconds'`

/** `seat`: that of the player. */
const ofEntry = (
  seat: string,
): string => `e.match_id, m.game, m.status, e.version, ${micros('e.written_at')} as place, e.awaiting, e.at, ${seat} as seat, 'entry' as kind, null::uuid as about,
  null::timestamptz as due, e.match_id as key, e.written_at`
const OF_NEWS = `n.match_id, m.game, m.status, 0 as version, ${micros('n.written_at')} as place, '[]'::json as awaiting, n.written_at as at, null::int as seat, n.kind, n.about,
  null::timestamptz as due, n.id as key, n.written_at`
const OF_REMINDER = `r.match_id, m.game, m.status, r.version, ${micros('r.told_at')} as place, e.awaiting, r.told_at as at, r.seat, 'deadlineNear' as kind, null::uuid as about,
  r.due, r.match_id as key, r.told_at as written_at`
/** Whose seat was handed over is not awaited any more, though the seat is. */
const OF_DROPPED = `o.match_id, m.game, m.status, o.version, ${micros('o.settled_at')} as place, e.awaiting, o.settled_at as at,
  case when o.why = 'handedOver' then null else o.seat end as seat, 'orderDropped' as kind, o.id as about, null::timestamptz as due, o.match_id as key, o.settled_at as written_at`

/** Later than any of the first `$5` entries after the place: so many matches of the player have ended between the two, each of them with an entry of its own. Without it, everything since the place would be sorted. */
const ENOUGH_BY = `coalesce((select match_ended_at from seat where player_id = ${PLAYER} and match_ended_at > ${SINCE} + interval '${LONGEST_WRITE} microseconds' and match_ended_at < 'infinity'
  order by match_ended_at offset ${FIRST} - 1 limit 1), 'infinity')`

/**
 * Looked for among the matches of the player that had not ended by then, and of those in the ones with a newer entry, which all have that have ended since: the index by time would pass over whatever others have written since. The planner
 * would take it where it expects little, and it knows nothing of the time since it last counted; therefore the subquery that it cannot look into.
 */
const OWN_ENTRIES = `select ${ofEntry('e.own')} from (
     select e.match_id, e.version, e.written_at, e.awaiting, e.at, s.seat as own from seat s
     cross join lateral (select * from entry where match_id = s.match_id offset 0) e
     where s.player_id = ${PLAYER} and s.match_ended_at >= ${SINCE} - ${SKEW} and s.match_created_at <= ${ENOUGH_BY} + ${SKEW}
       and (s.match_ended_at < 'infinity' or (select written_at from entry where match_id = s.match_id order by version desc limit 1) >= ${SINCE})
       and (e.written_at, e.match_id, e.version) > (${SINCE}, ${AFTER_MATCH}, ${AFTER_VERSION})
     order by e.written_at, e.match_id, e.version limit ${FIRST}
   ) e join match m on m.id = e.match_id`

/** Each in the order of its own columns; those after the first with an index by player and time, so that nothing is read that is not told. */
const SOURCES = [
  OWN_ENTRIES,
  `select ${OF_NEWS} from news n left join match m on m.id = n.match_id
   where n.player_id = ${PLAYER} and n.written_at >= ${SINCE} and (n.written_at, n.id, 0) > (${SINCE}, ${AFTER_MATCH}, ${AFTER_VERSION})
   order by n.written_at, n.id limit ${FIRST}`,
  `select ${OF_REMINDER} from deadline_reminder r join entry e on e.match_id = r.match_id and e.version = r.version join match m on m.id = r.match_id
   where r.player_id = ${PLAYER} and r.told_at >= ${SINCE} and (r.told_at, r.match_id, r.version) > (${SINCE}, ${AFTER_MATCH}, ${AFTER_VERSION})
   order by r.told_at, r.match_id, r.version limit ${FIRST}`,
  `select ${OF_DROPPED} from standing_order o join entry e on e.match_id = o.match_id and e.version = o.version join match m on m.id = o.match_id
   where o.player_id = ${PLAYER} and o.status = 'dropped' and o.settled_at >= ${SINCE} and (o.settled_at, o.match_id, o.version) > (${SINCE}, ${AFTER_MATCH}, ${AFTER_VERSION})
   order by o.settled_at, o.match_id, o.version limit ${FIRST}`,
]

/** Matches that have waited for the player since before the news begin, and invitations. What has been written since then is left to the news. */
async function readWaiting(pool: Pool, player: string, news: Place, { at, match }: Place, first: number): Promise<InboxRow[]> {
  const { rows } = await pool.query<InboxRow>({
    name: 'inbox-waiting',
    text: `(select ${ofEntry('s.seat')} from seat s join match m on m.id = s.match_id and m.status = 'running'
      join lateral (select * from entry where match_id = m.id order by version desc limit 1) e on true
      where s.player_id = ${PLAYER} and s.${IN_PLAY} and e.written_at < ${SINCE} and (e.written_at, e.match_id) > (${given(timeOf('$3'))}, ${given('$4::uuid')})
      and exists (select 1 from json_array_elements(e.awaiting) a where (a ->> 'seat')::int = s.seat)
      ${IN_ORDER})
      union all
      (select ${OF_NEWS} from invitation i join news n on n.about = i.id and n.kind = 'invited' join match m on m.id = n.match_id
      where i.guest_id = ${PLAYER} and i.status = 'pending' and n.written_at < ${SINCE} and (n.written_at, n.id) > (${given(timeOf('$3'))}, ${given('$4::uuid')})
      ${IN_ORDER})
      ${IN_ORDER}`,
    values: [player, news.at, at, match, first],
  })
  return rows
}

async function readNews(pool: Pool, player: string, { at, match, version }: Place, first: number): Promise<InboxRow[]> {
  const { rows } = await pool.query<InboxRow>({
    name: 'inbox-news',
    text: `${SOURCES.map((source) => `(${source})`).join(' union all ')} ${IN_ORDER}`,
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

/** Whatever was stamped before is there. */
export const settledAt = ({ now, oldest }: Moment): number => Math.max(oldest, now - LONGEST_WRITE)

function toldNews(rows: readonly InboxRow[], { run, news }: Cursor, moment: Moment): InboxRead {
  const settled = settledAt(moment)
  const told = rows
    .filter(({ place }) => Number(place) < settled)
    .map((row) => ({ row, cursor: { run, news: placeOf(row), waiting: undefined } }))
  const next = told.at(-1)?.cursor ?? { run, news, waiting: undefined }
  return { items: told.map(toItem), next, isHeldBack: told.length < rows.length }
}

const placeOf = ({ place, key, version }: InboxRow): Place => ({ at: Number(place), match: key, version })

const toItem = ({
  row: { match_id, kind, about, due, game, status, version, awaiting, at, seat },
  cursor,
}: {
  row: InboxRow
  cursor: Cursor
}): InboxItem => ({
  cursor: cursorText(cursor),
  kind,
  match: match_id,
  about,
  game,
  version,
  // The last entry is written together with what becomes of the match.
  status: awaiting.length === 0 ? status : 'running',
  yourTurn: awaiting.some((one) => one.seat === seat),
  at: at.toISOString(),
  ...(due && { deadline: due.toISOString() }),
})
