/** The statements that write entries: one for each kind of match and entry, so that none pays for what it has not. */
import { AGREES, AGREES_TO_GO_BACK, DECIDES } from './agreement.js'
import type { Append } from './append.js'
import {
  arraysOf,
  BECOMING_COLUMNS,
  CHANGING_FIELDS,
  type Column,
  DEADLINES,
  ENTRY_COLUMNS,
  type Field,
  jsonOf,
  OPENING_COLUMNS,
  TIMED_COLUMNS,
} from './columns.js'
import { DROP_ORDERS, HAS_ORDERS, IF_ORDERED, LOCK_ORDER, SETTLE_ORDERS } from './ordering.js'
import { HASH } from './stored-hash.js'

/** A prepared statement. */
export interface Statement {
  readonly name: string
  readonly text: string
  /** What it is given for these rows. */
  readonly valuesOf: (rows: readonly Append[]) => readonly (Buffer | string)[]
}

/** How long after the last sign of life of any server entries with deadlines are written: after that, what was not charged must be settled first. */
export const UP_FOR_MS = 3_000

/** Columns of an entry that only a match with deadlines has, and on what condition they are written. */
interface Timed {
  readonly asked: readonly Column[]
  readonly columns: string
  readonly condition: string
}

const UNTIMED: Timed = { asked: [], columns: '', condition: '' }
/** The sign of life is looked at once, not for every row. */
const TIMED: Timed = {
  asked: TIMED_COLUMNS,
  columns: ', times',
  condition: `
    and asked.epoch = (select up.epoch from service_up up where up.beat > clock_timestamp() - interval '${UP_FOR_MS} milliseconds')`,
}
const TIMED_LAZILY: Timed = { ...TIMED, asked: [...TIMED_COLUMNS, ...OPENING_COLUMNS] }

/** What an entry that changes other rows needs besides: columns, what is locked, and on what condition it is written. */
interface Changing {
  readonly asked: readonly Column[]
  readonly lock: string
  readonly condition: string
}

/** Rows of moves, of which there are many: an array for each column. */
const fromArrays = (columns: readonly Column[]): string =>
  `select ${columns.map(({ name, type, is }, index) => `unnest($${index + 1}::${type}[])${is === type ? '' : `::${is}`} as ${name}`).join(', ')}`

/** Rows that change others, which have more columns and are few: a list of JSON objects. */
const fromJson = (fields: readonly Field[]): string =>
  `select * from json_to_recordset($1::json) as row(${fields.map(({ name, is }) => `${name} ${is}`).join(', ')})`

/**
 * An entry is written only where its predecessor with the expected hash stands: a cached position may be ahead of a database that was restored.
 * A scalar subquery, because the planner may turn `exists` into a scan of all entries.
 */
const insertion = (asked: string, timed: Timed, { lock, condition }: Changing): string => `
with asked as (
  ${asked}
)${lock}, written as (
  insert into entry (match_id, version, seat, rules, command, events, rolls, awaiting, at, digest, idempotency_key, request${timed.columns})
  select match_id, version, seat, rules, command, events, rolls, awaiting, at, decode(hash, 'hex'), idempotency_key, request${timed.columns}
  from asked
  where (version = 1 or previous = (select ${HASH('before')} from entry before where before.match_id = asked.match_id and before.version = asked.version - 1))${condition}${timed.condition}
  order by match_id
  on conflict do nothing
  returning match_id
)`

/**
 * The seats that agree to abort are locked while they are counted: whoever takes an agreement back at this moment is waited for and then looked at
 * again, or waits in turn and finds the match aborted.
 */
const LOCK_AGREEING = `, agreeing as materialized (
  select s.match_id from asked join seat s using (match_id) where asked.agreed and ${AGREES} order by s.match_id, s.seat for update of s
), backing as materialized (
  select s.match_id from asked join seat s using (match_id) where s.take_back_to = asked.back_to and ${AGREES_TO_GO_BACK('asked.version - 1')}
  order by s.match_id, s.seat for update of s
)`
const IF_AGREED = `
    and (asked.agreed is null or (select count(*) from agreeing where agreeing.match_id = asked.match_id)
      = (select count(*) from seat s where s.match_id = asked.match_id and ${DECIDES}))
    and (asked.back_to is null or (select count(*) from backing where backing.match_id = asked.match_id)
      = (select count(*) from seat s where s.match_id = asked.match_id and ${DECIDES}))`

/**
 * Whoever gets a seat is locked, so that erasing them comes before or after; and so is the offer, which may be withdrawn at this moment.
 */
const LOCK_HANDS = `, taking as materialized (
  select asked.match_id from asked join player p on p.id = asked.to_player where p.erased_at is null order by p.id for key share of p
), offer as materialized (
  select o.match_id from asked join seat_offer o on o.match_id = asked.match_id and o.seat = asked.hands and o.player_id = asked.to_player
  where asked.offered and o.expires_at > now() order by o.match_id for update of o
)`
const IF_TAKEN = `
    and (asked.hands is null or exists (select from taking where taking.match_id = asked.match_id))
    and (asked.offered is null or exists (select from offer where offer.match_id = asked.match_id))`
const UNCHANGING: Changing = { asked: [], lock: '', condition: '' }
const BECOMING: Changing = { ...UNCHANGING, asked: BECOMING_COLUMNS }
const CHANGING: Changing = {
  ...UNCHANGING,
  lock: LOCK_AGREEING + LOCK_HANDS + LOCK_ORDER,
  condition: IF_AGREED + IF_TAKEN + IF_ORDERED,
}

/** A match that starts or ends. */
const BECOMES = `, changed as (
  update match set
    status = asked.becomes,
    result = asked.result,
    started_at = case when asked.becomes = 'running' then asked.at else match.started_at end,
    ended_at = case when asked.becomes in ('over', 'aborted') then asked.at else match.ended_at end
  from asked join written using (match_id)
  where match.id = asked.match_id and asked.becomes is not null
)`
const CHANGES = `${BECOMES}, gone as (
  update seat set left_version = asked.version
  from asked join written using (match_id)
  where seat.match_id = asked.match_id and seat.seat = asked.leaves
), held as (
  insert into seat_holding (match_id, seat, player_id, from_version, to_version)
  select s.match_id, s.seat, s.player_id, coalesce((select max(to_version) from seat_holding b where b.match_id = s.match_id and b.seat = s.seat), 0), asked.version
  from asked join written using (match_id) join seat s on s.match_id = asked.match_id and s.seat = asked.hands
), handed as (
  update seat set player_id = asked.to_player, abort_version = null
  from asked join written using (match_id)
  where seat.match_id = asked.match_id and seat.seat = asked.hands
), answered as (
  delete from seat_offer using asked join written using (match_id)
  where seat_offer.match_id = asked.match_id and seat_offer.seat = asked.hands
)${SETTLE_ORDERS}`

/** The deadlines after the entry take the place of those before it. One of a decision that goes on stays as it is, and so does one that the house is thinking about. */
const TIMING_EXACTLY = `, stands as (
  select asked.match_id, asked.version, d.seat, d.due, d.opened, d.since
  from asked join written using (match_id) cross join lateral json_to_recordset(asked.deadlines) as d(seat int, due timestamptz, opened timestamptz, since int)
), lapsed as (
  delete from deadline using written where deadline.match_id = written.match_id
    and not exists (select 1 from stands where stands.match_id = deadline.match_id and stands.seat = deadline.seat)
), set_anew as (
  insert into deadline (match_id, seat, version, due, opened) select match_id, seat, version, due, opened from stands
  where (select d.version >= stands.since and d.opened is null from deadline d where d.match_id = stands.match_id and d.seat = stands.seat) is not true
  order by match_id, seat
  on conflict (match_id, seat) do update set version = excluded.version, due = excluded.due, opened = excluded.opened, taken_until = null
    where (deadline.due, deadline.opened) is distinct from (excluded.due, excluded.opened)
)`

/** From then on players are reminded of the decision of a row, and the row is put right (src/clocks/reminders.ts). */
const LAST_QUARTER = (due: string, opened: string): string => `${due} - (${due} - ${opened}) / 4`
const MS = (moment: string): string => `date_part('epoch', ${moment}) * 1000`
/** What a server knows of a row is relied on up to this long before its last quarter: the clock of a database may be put back a little. */
export const MARGIN_MS = 5_000

/**
 * A move hardly ever brings a deadline nearer, so that of the decision before is left where it is, and is nowhere too late: somebody looks then, finds out when the seat is due
 * in fact, and writes that down (src/clocks/standing.ts). Nothing is written here as long as the seat has a row that is no later than its new decision, and of whose decision nobody can
 * have been reminded, as the last quarter of its time has not begun; until then nobody else touches it either, so that it is not even looked at by a server that knows of it (known-rows.ts).
 * Only read and not locked: whoever puts a row later or away locks the table, so that this statement comes before it or sees it.
 */
const TIMING_LAZILY = `, looked as materialized (
  select match_id, version, opening, to_timestamp(due / 1000) as due, at, (
    select ${LAST_QUARTER('d.due', 'd.opened')} from deadline d where d.match_id = asked.match_id and d.seat = asked.opening
      and greatest(d.due, d.taken_until) <= to_timestamp(asked.due / 1000) and ${LAST_QUARTER('d.due', 'd.opened')} > asked.at) as until
  from asked
  where opening is not null
), set_sooner as (
  insert into deadline (match_id, seat, version, due, opened)
  select match_id, opening, version, due, at from looked join written using (match_id) where until is null order by match_id
  on conflict (match_id, seat) do update set version = excluded.version, due = excluded.due, opened = excluded.opened, taken_until = null
)`
/** Takes the lock of the table before anything is read, and does nothing. */
const HOLD_ROWS = `, held as (delete from deadline where false)`
/** For moves whose rows this server knows all of (the last value: until when none of them is touched), so that none is looked at. If that moment has come nothing is written, and the server forgets what it knew. */
const IF_ROWS_STAND = `
    and $${ENTRY_COLUMNS.length + TIMED_COLUMNS.length + 1}::float8 > (select ${MS('clock_timestamp()')} + ${MARGIN_MS})`
const WRITTEN = `
select match_id, ${HAS_ORDERS} from written`
/** The same in one row, as nearly always all are written and no order waits: what is not so is told by ids. */
const WRITTEN_IN_ALL = `
select count(*)::int as count, array_agg(match_id) filter (where has_orders) as ordered,
  case when count(*) < cardinality($1::text[]) then array_agg(match_id) end as written
from (select match_id, ${HAS_ORDERS} from written) told`
/** Of rows that were looked at or written here: until when nobody touches them, and how far away that is. */
const WRITTEN_LAZILY = `
select match_id, ${HAS_ORDERS}, until, until - ${MS('clock_timestamp()')} as rest
from written left join (select match_id, ${MS(`coalesce(until, ${LAST_QUARTER('due', 'at')})`)} as until from looked) seen using (match_id)`

/**
 * Other rows change only when a match starts or ends, a seat leaves or changes hands, moves are taken back, an order is played or the house decides in a player's stead,
 * so the statement that does it is a separate one. Starts and ends are by far the most of these, and need little of it: they have one of their own (docs/decisions/0044).
 */
export const APPEND = ofMoves('append', UNTIMED, WRITTEN_IN_ALL)
export const APPEND_AND_BECOME = ofMoves('append-and-become', UNTIMED, `${BECOMES}${DROP_ORDERS}${WRITTEN_IN_ALL}`, BECOMING)
export const APPEND_TIMED = ofMoves('append-timed', TIMED_LAZILY, `${TIMING_LAZILY}${WRITTEN_LAZILY}`)
export const APPEND_TIMED_AS_KNOWN = ofMoves('append-timed-as-known', TIMED, WRITTEN_IN_ALL, {
  asked: [],
  lock: HOLD_ROWS,
  condition: IF_ROWS_STAND,
})
export const APPEND_AND_CHANGE = ofChanges('append-and-change', UNTIMED, CHANGING_FIELDS, WRITTEN)
export const APPEND_TIMED_AND_CHANGE = ofChanges(
  'append-timed-and-change',
  TIMED,
  [...CHANGING_FIELDS, DEADLINES],
  `${TIMING_EXACTLY}${WRITTEN}`,
)

function ofMoves(name: string, timed: Timed, then: string, changing: Changing = UNCHANGING): Statement {
  const columns = [...ENTRY_COLUMNS, ...timed.asked, ...changing.asked]
  const text = `${insertion(fromArrays(columns), timed, changing)}${then}`
  return { name, text, valuesOf: (rows) => arraysOf(columns, rows) }
}

function ofChanges(name: string, timed: Timed, more: readonly Field[], then: string): Statement {
  const fields = [...ENTRY_COLUMNS, ...timed.asked, ...more]
  const text = `${insertion(fromJson(fields), timed, CHANGING)}${CHANGES}${then}`
  return { name, text, valuesOf: (rows) => [jsonOf(fields, rows)] }
}
