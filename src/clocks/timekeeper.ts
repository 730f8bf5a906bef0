/**
 * The time that clocks go by: that of the database, which all servers share. Every server says again and again that the service is up. Whoever finds
 * that nobody has for a while writes the gap down, with a grace after it, and moves all deadlines; the others learn of it with their next sign of life.
 */
import type { Pool, PoolClient } from 'pg'
import { itemAt } from '../games/lists.js'
import { UP_FOR_MS } from '../log/append-statements.js'
import { transaction } from '../platform/database.js'
import { IN_HASTE } from './haste.js'
import { MS } from './milliseconds.js'
import type { Span, Time } from './times.js'

/**
 * A gap as long as this is not charged. Longer than the time for which entries are still written, by more than a server can be wrong about the clock of
 * the database: so no entry is stamped later than a span that it did not take into account.
 */
const GAP_MS = UP_FOR_MS + 1_000

interface TimekeeperDeps {
  readonly pool: Pool
  /** For what takes longer: a gap may move very many deadlines. */
  readonly patient: Pool
  /** After the service was down, in milliseconds. */
  readonly graceMs: number
  readonly onGap: (span: Span) => void
}

export function timekeeper(deps: TimekeeperDeps): Time {
  const clock = databaseClock()
  let known: { spans: readonly Span[]; epoch: number } = { spans: [], epoch: 0 }
  let underWay: Promise<void> | undefined
  let upAt = Number.NEGATIVE_INFINITY
  const beat = async (): Promise<void> => {
    const began = performance.now()
    const up = await signOfLife(deps.pool)
    const { now, epoch } = up ?? (await afterGap(deps))
    if (up) clock.set(now, began, performance.now())
    upAt = began
    if (epoch !== known.epoch) known = await readSpans(deps.pool)
  }
  return {
    now: clock.now,
    get spans() {
      return known.spans
    },
    get epoch() {
      return known.epoch
    },
    isUp: () => performance.now() - upAt < UP_FOR_MS / 3,
    beat() {
      underWay ??= beat().finally(() => {
        underWay = undefined
      })
      return underWay
    },
  }
}

/**
 * The clock of the database, from answers to the question what it says: the quickest of the last ones is the most exact. Answers that cannot be true
 * together with the newest are forgotten: the clock was set, or the database is another one.
 */
export function databaseClock(monotonic: () => number = () => performance.now()) {
  const ANSWERS = 20
  let answers: { tookMs: number; offset: number }[] = []
  let offset = Date.now() - monotonic()
  return {
    now: () => Math.floor(monotonic() + offset),
    set(said: number, began: number, ended: number): void {
      const answer = { tookMs: ended - began, offset: said - (began + ended) / 2 }
      const isPossible = (one: typeof answer) => Math.abs(one.offset - answer.offset) <= (one.tookMs + answer.tookMs) / 2 + 1
      answers = [...answers.filter(isPossible).slice(1 - ANSWERS), answer]
      offset = answers.reduce((best, one) => (one.tookMs < best.tookMs ? one : best)).offset
    },
  }
}

interface Up {
  readonly now: number
  readonly epoch: number
}

/** Undefined if there has been none for too long. */
async function signOfLife(pool: Pool): Promise<Up | undefined> {
  const { rows } = await pool.query<Up>({
    name: 'beat',
    text: `update service_up set beat = greatest(beat, clock_timestamp()) where beat > clock_timestamp() - $1 * interval '1 millisecond'
           returning ${MS('clock_timestamp()')} as now, epoch, ${IN_HASTE} as haste`,
    values: [GAP_MS],
  })
  return rows[0]
}

/** Whoever comes second finds the sign of life of the first. */
const afterGap = ({ patient, graceMs, onGap }: TimekeeperDeps): Promise<Up> =>
  transaction(patient, async (client) => {
    // The very first server has nothing before it that could be a gap.
    await client.query('insert into service_up (beat) values (clock_timestamp()) on conflict do nothing')
    const { rows } = await client.query<Up & { beat: number }>(
      `select ${MS('beat')} as beat, ${MS('clock_timestamp()')} as now, epoch from service_up for update`,
    )
    const { beat, now, epoch } = itemAt(rows, 0)
    const isGap = now - beat >= GAP_MS
    if (isGap) onGap(await writeDown(client, epoch + 1, { from: beat, to: now + graceMs, known: now }))
    await client.query('update service_up set beat = clock_timestamp(), epoch = epoch + $1', [isGap ? 1 : 0])
    return { now, epoch: epoch + (isGap ? 1 : 0) }
  })

/**
 * The lock waits for entries that are being written and keeps others out: each of them has been decided before the span, with its deadlines moved here,
 * or will be decided with it. Spans do not overlap: what an earlier grace covers is not given twice.
 */
async function writeDown(client: PoolClient, epoch: number, { from, to, known }: Span): Promise<Span> {
  await client.query('lock table deadline in share row exclusive mode')
  const { rows } = await client.query<Span>(
    `insert into uncharged (epoch, began, ended, known)
     select $1, began, greatest(${TIME('$3')}, began), ${TIME('$4')}
     from (select greatest(${TIME('$2')}, (select max(ended) from uncharged)) as began) later
     returning ${MS('began')} as from, ${MS('ended')} as to, ${MS('known')} as known`,
    [epoch, from, to, known],
  )
  await client.query(MOVE_DEADLINES, [epoch])
  return itemAt(rows, 0)
}

/**
 * A row of an earlier decision moves as far as the seat's own deadline does, and stays earlier, unless the decision changed within the span: whatever opened there is not charged for before
 * its end, and is looked at then. Entries are stamped by what a server thinks of the clock of the database, so a few more are looked for than there can be.
 */
const MOVE_DEADLINES = `with recent as materialized (
  select distinct match_id from entry where written_at > (select began - interval '1 minute' from uncharged where epoch = $1)
)
update deadline d set taken_until = null, due = case
  when d.match_id in (select match_id from recent) and ${MS('d.opened')} is distinct from
    (select (e.times -> 'opened' ->> d.seat)::float8 from entry e where e.match_id = d.match_id order by e.version desc limit 1)
  then u.ended else d.due + (u.ended - greatest(u.began, d.opened)) end
from uncharged u where u.epoch = $1 and d.due > u.began and d.opened < u.ended`

const TIME = (ms: string): string => `to_timestamp(${ms}::float8 / 1000)`

export async function readSpans(pool: Pick<Pool, 'query'>): Promise<{ spans: readonly Span[]; epoch: number }> {
  const { rows } = await pool.query<Span & { epoch: number }>({
    name: 'spans',
    text: `select epoch, ${MS('began')} as from, ${MS('ended')} as to, ${MS('known')} as known from uncharged order by epoch`,
  })
  return { spans: rows.map(({ from, to, known }) => ({ from, to, known })), epoch: rows.at(-1)?.epoch ?? 0 }
}
