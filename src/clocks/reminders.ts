/**
 * Tells players whose time is running out: once for each decision, when a quarter of its time is left, and at the earliest a day before. Not for decisions of minutes, of which their opening
 * was news enough. Servers look a few times a minute; whoever comes second finds the reminder written.
 */
import type { ClientBase, Pool } from 'pg'
import { transaction } from '../platform/database.js'
import { atMostEvery } from '../platform/seldom.js'

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
  /** In the transaction that writes the reminders. */
  readonly tell: (reminders: readonly Reminder[], client: ClientBase) => Promise<void>
  /** Wakes those who follow their inboxes. */
  readonly announce: (matches: readonly { readonly match: string }[]) => void
}

const EARLIEST = `interval '24 hours'`
const SHORTEST = `interval '10 minutes'`
const AT_ONCE = 500
const KEPT = `interval '30 days'`
const TIDY_MS = 60 * 60_000
/** A quarter of the shortest time that is reminded of is ten times as long. */
export const REMIND_EVERY_MS = 15_000

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

/** Reads the deadlines of the next day by their index: nothing is written or indexed for it when somebody moves. */
const REMIND = `insert into deadline_reminder (match_id, seat, opened, version, player_id, due)
  select d.match_id, d.seat, d.opened, d.version, s.player_id, d.due from deadline d join seat s on s.match_id = d.match_id and s.seat = d.seat
  where d.due > now() and d.due <= now() + ${EARLIEST} and d.due - d.opened >= ${SHORTEST} and d.due - (d.due - d.opened) / 4 <= now()
    and not exists (select 1 from deadline_reminder r where r.match_id = d.match_id and r.seat = d.seat and r.opened = d.opened)
  order by d.match_id, d.seat limit ${AT_ONCE}
  on conflict do nothing
  returning match_id, (select game from match where id = match_id) as game, seat, player_id, version, opened, due, told_at`

/** All who are to be reminded now; their number. */
export function reminding(deps: RemindersDeps): () => Promise<number> {
  const tidy = atMostEvery(TIDY_MS, () => deps.pool.query(`delete from deadline_reminder where told_at < now() - ${KEPT}`))
  return async () => {
    let all = 0
    for (let some = AT_ONCE; some === AT_ONCE; all += some) some = await remindSome(deps)
    await tidy()
    return all
  }
}

async function remindSome({ pool, tell, announce }: RemindersDeps): Promise<number> {
  const reminders = await transaction(pool, async (client) => {
    const { rows } = await client.query<ReminderRow>({ name: 'remind', text: REMIND })
    const written = rows.map(toReminder)
    if (written.length > 0) await tell(written, client)
    return written
  })
  announce(reminders)
  return reminders.length
}

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
