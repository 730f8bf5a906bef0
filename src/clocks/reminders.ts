/**
 * Tells players whose time is running out: once for each decision, when a quarter of its time is left, and at the earliest a day before. Not for decisions of minutes, of which their opening
 * was news enough. Servers look a few times a minute; whoever comes second finds the reminder written.
 */
import type { ClientBase, Pool } from 'pg'
import { transaction } from '../platform/database.js'
import { atMostEvery } from '../platform/seldom.js'
import { MS } from './milliseconds.js'
import { type Correction, correct, HEAD_OF, type Head, type Standing, standingOf } from './standing.js'
import type { Time } from './times.js'

export interface Reminder {
  readonly match: string
  readonly game: string
  readonly seat: number
  readonly player: string
  readonly version: number
  /** When the decision opened. */
  readonly opened: string
  readonly due: string
  readonly toldAt: string
}

export interface RemindersDeps {
  readonly pool: Pool
  readonly time: Pick<Time, 'spans'>
  /** In the transaction that writes the reminders. */
  readonly tell: (reminders: readonly Reminder[], client: ClientBase) => Promise<void>
  /** Wakes those who follow their inboxes. */
  readonly announce: (matches: readonly { readonly match: string }[]) => void
}

const EARLIEST_MS = 24 * 60 * 60_000
const SHORTEST_MS = 10 * 60_000
const AT_ONCE = 500
const KEPT = `interval '30 days'`
const TIDY_MS = 60 * 60_000
/** A quarter of the shortest time that is reminded of is ten times as long. */
export const REMIND_EVERY_MS = 15_000

/** A row of `deadline` whose moment has come, and how its match stands in fact. */
interface NearRow {
  match_id: string
  seat: number
  player_id: string
  opened: number
  due: number
  now: number
  head: Head
}

/**
 * Reads the deadlines of the next day by their index: nothing is written or indexed for it when somebody moves. A row may be that of an earlier decision, of which nobody was reminded. All
 * its times are earlier then, and so is the moment to remind of it: whoever is to be reminded is among these. If that decision had less than three quarters of the shortest time, its row is
 * put right before that moment comes. Of a decision that has more time since its reminder nothing is said twice, but its row may have been left to the next one.
 */
const NEAR = `select d.match_id, d.seat, s.player_id, ${MS('d.opened')} as opened, ${MS('d.due')} as due, ${MS('now()')} as now, ${HEAD_OF('d.match_id')} as head
  from deadline d join seat s on s.match_id = d.match_id and s.seat = d.seat
  where d.due > now() and d.due <= now() + interval '${EARLIEST_MS} milliseconds' and d.due - d.opened >= interval '${0.75 * SHORTEST_MS} milliseconds'
    and d.due - (d.due - d.opened) / 4 <= now() and ($1::uuid is null or (d.match_id, d.seat) > ($1, $2))
    and not exists (select 1 from deadline_reminder r where r.match_id = d.match_id and r.seat = d.seat and r.opened = d.opened and r.due >= d.due)
  order by d.match_id, d.seat limit ${AT_ONCE}`

/** Not if anything was written in the match meanwhile. */
const REMIND = `insert into deadline_reminder (match_id, seat, opened, version, player_id, due)
  select match_id, seat, to_timestamp(opened / 1000), since, player_id, to_timestamp(due / 1000)
  from json_to_recordset($1::json) as row(match_id uuid, seat int, player_id uuid, version int, since int, opened float8, due float8)
  where version = (select e.version from entry e where e.match_id = row.match_id order by e.version desc limit 1)
  order by match_id, seat
  on conflict do nothing
  returning match_id, (select game from match where id = match_id) as game, seat, player_id, version, opened, due, told_at`

/** All who are to be reminded now; their number. */
export function reminding(deps: RemindersDeps): () => Promise<number> {
  const tidy = atMostEvery(TIDY_MS, () => deps.pool.query(`delete from deadline_reminder where told_at < now() - ${KEPT}`))
  return async () => {
    let all = 0
    let near: readonly NearRow[] = []
    do {
      near = await readNear(deps.pool, near.at(-1))
      all += await remindSome(deps, near)
    } while (near.length === AT_ONCE)
    await tidy()
    return all
  }
}

async function readNear(pool: Pool, after: NearRow | undefined): Promise<readonly NearRow[]> {
  const { rows } = await pool.query<NearRow>({
    name: 'near',
    text: NEAR,
    values: [after?.match_id ?? null, after?.seat ?? null],
  })
  return rows
}

async function remindSome({ pool, time, tell, announce }: RemindersDeps, near: readonly NearRow[]): Promise<number> {
  const looked = near.map((row) => ({ ...row, standing: standingOf(row.head, row.seat, time.spans) }))
  const asked = looked.flatMap(({ match_id, seat, player_id, head: { version }, standing, now }) =>
    isNear(standing, now) ? [{ match_id, seat, player_id, version, ...standing }] : [],
  )
  const reminders = asked.length === 0 ? [] : await remind(pool, asked, tell)
  announce(reminders)
  await correct(pool, looked.flatMap(correctionOf))
  return reminders.length
}

function isNear(standing: Standing | null, now: number): standing is Standing {
  if (!standing) return false
  const { opened, due } = standing
  const whole = due - opened
  return whole >= SHORTEST_MS && due > now && due - now <= Math.min(EARLIEST_MS, whole / 4)
}

/** Nothing where the row says how the seat stands. */
function correctionOf(row: NearRow & { standing: Standing | null }): Correction[] {
  const { match_id, seat, head, standing, opened, due } = row
  if (standing?.opened === opened && standing.due === due) return []
  return [{ match: match_id, seat, version: head.version, standing }]
}

interface ReminderRow {
  match_id: string
  game: string
  seat: number
  player_id: string
  version: number
  opened: Date
  due: Date
  told_at: Date
}

const remind = (pool: Pool, asked: readonly object[], tell: RemindersDeps['tell']): Promise<Reminder[]> =>
  transaction(pool, async (client) => {
    const { rows } = await client.query<ReminderRow>({ name: 'remind', text: REMIND, values: [JSON.stringify(asked)] })
    const written = rows.map(toReminder)
    if (written.length > 0) await tell(written, client)
    return written
  })

const toReminder = (row: ReminderRow): Reminder => ({
  match: row.match_id,
  game: row.game,
  seat: row.seat,
  player: row.player_id,
  version: row.version,
  opened: row.opened.toISOString(),
  due: row.due.toISOString(),
  toldAt: row.told_at.toISOString(),
})
