/**
 * Declared absence: days on which the clocks of a player stand still, in matches that allow it. What is declared is a row of the player's; what it stops in a match
 * is an entry of its log, so that the clocks can be worked out from the log alone.
 */
import { randomUUID } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import { type Absence, type DeclareAbsence, endOf, overlap, startOf, yearTooLong } from '../../clocks/absence.js'
import type { Time } from '../../clocks/times.js'
import type { StoredCommand } from '../../log/entry.js'
import { inWords } from '../../log/entry.js'
import { transaction } from '../../platform/database.js'
import { invalid, notFound, Problem } from '../../platform/problem.js'
import { isMatchId as isUuid } from '../shapes.js'
import { IN_PLAY } from '../store/holdings.js'
import type { Live, LiveMatches } from '../store/live.js'
import type { Pace } from './pace.js'
import type { Submissions } from './submission.js'

/** As it stands in the log. */
export interface Away {
  readonly from: string
  readonly to: string
}

export interface Absences {
  declare(player: string, days: DeclareAbsence): Promise<Absence>
  /** Those that are not over, the next first. */
  list(player: string): Promise<Absence[]>
  /** Of one that has not begun. */
  cancel(player: string, id: string): Promise<void>
  /** What of it is to stand in the log of a match that the player plays in. */
  awayOf(player: string): Promise<Away[]>
}

export interface AbsencesDeps {
  readonly pool: Pool
  readonly live: LiveMatches
  readonly submissions: Submissions
  readonly time: Time
  /** Days that a player may be away in a calendar year. */
  readonly absenceDays: number
  readonly pace: Pick<Pace, 'count'>
}

export function absences(deps: AbsencesDeps): Absences {
  const { pool } = deps
  const list = async (player: string) => (await rowsOf(pool, player)).map(toAbsence)
  const awayOf = async (player: string) => (await list(player)).map(({ begins, ends }): Away => ({ from: begins, to: ends }))
  const writeDown = async (player: string): Promise<void> => {
    for (const { match, seat } of await seatsOf(pool, player)) await noteIn(deps, { match, seat, player }, await awayOf(player))
  }
  return {
    list,
    awayOf,
    async declare(player, days) {
      await requireNotTooOften(deps, player)
      const absence = await transaction(pool, (client) => declare(client, player, days, deps))
      await writeDown(player)
      return absence
    },
    async cancel(player, id) {
      if (!isUuid(id)) throw notFound('absence')
      await requireNotTooOften(deps, player)
      await cancel(pool, player, id)
      await writeDown(player)
    },
  }
}

/** Each change is an entry in every match whose clock it stops. */
async function requireNotTooOften({ pool, pace }: AbsencesDeps, player: string): Promise<void> {
  const wait = pace.count(player, (await seatsOf(pool, player)).length)
  if (wait > 0)
    throw new Problem(429, 'RATE_LIMITED', 'Your absences have changed too often for so many matches.', Math.ceil(wait / 1000))
}

const mostDays = 366

async function declare(
  client: PoolClient,
  player: string,
  days: DeclareAbsence,
  { time, absenceDays }: AbsencesDeps,
): Promise<Absence> {
  const now = time.now()
  const today = inWords(now).slice(0, 10)
  if (days.lastDay < days.firstDay) throw invalid('lastDay: it is before the first')
  if (days.firstDay < today) throw invalid(`firstDay: today is ${today}, and absence begins today or later`)
  if (endOf(days.lastDay) > now + mostDays * 86_400_000) throw invalid('lastDay: at most a year ahead')
  await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`absence ${player}`])
  const others = await declaredSince(client, player, `${today.slice(0, 4)}-01-01`)
  if (others.some((other) => overlap(days, other)))
    throw new Problem(409, 'ABSENCE_OVERLAPS', 'You have declared some of these days already.')
  const year = yearTooLong([...others, days], absenceDays)
  if (year) throw new Problem(409, 'TOO_MANY_ABSENT_DAYS', `That would be more than ${absenceDays} days in ${year}.`)
  const begins = inWords(Math.max(now, startOf(days.firstDay)))
  const absence = { id: randomUUID(), ...days, begins, ends: inWords(endOf(days.lastDay)) }
  await client.query('insert into absence (id, player_id, first_day, last_day, begins, ends) values ($1, $2, $3, $4, $5, $6)', [
    absence.id,
    player,
    days.firstDay,
    days.lastDay,
    absence.begins,
    absence.ends,
  ])
  return absence
}

/** All that count for a year, over or not. */
async function declaredSince(client: PoolClient, player: string, day: string): Promise<DeclareAbsence[]> {
  const { rows } = await client.query<DeclareAbsence>(
    'select first_day::text as "firstDay", last_day::text as "lastDay" from absence where player_id = $1 and last_day >= $2::date',
    [player, day],
  )
  return rows
}

interface AbsenceRow {
  id: string
  firstDay: string
  lastDay: string
  begins: Date
  ends: Date
}

async function rowsOf(pool: Pool, player: string): Promise<AbsenceRow[]> {
  const { rows } = await pool.query<AbsenceRow>({
    name: 'absences',
    text: `select id, first_day::text as "firstDay", last_day::text as "lastDay", begins, ends from absence
           where player_id = $1 and ends > clock_timestamp() order by begins`,
    values: [player],
  })
  return rows
}

const toAbsence = ({ begins, ends, ...row }: AbsenceRow): Absence => ({
  ...row,
  begins: begins.toISOString(),
  ends: ends.toISOString(),
})

async function cancel(pool: Pool, player: string, id: string): Promise<void> {
  const { rowCount } = await pool.query('delete from absence where id = $1 and player_id = $2 and begins > clock_timestamp()', [
    id,
    player,
  ])
  if (rowCount) return
  const { rows } = await pool.query('select from absence where id = $1 and player_id = $2', [id, player])
  throw rows.length === 0 ? notFound('absence') : new Problem(409, 'ABSENCE_BEGUN', 'This absence has begun.')
}

/** The running matches with a clock that stands still for the player. */
async function seatsOf(pool: Pool, player: string): Promise<{ match: string; seat: number }[]> {
  const { rows } = await pool.query<{ match: string; seat: number }>({
    name: 'absent-seats',
    text: `select s.match_id as match, s.seat from seat s join match m on m.id = s.match_id and m.status = 'running'
           where s.player_id = $1 and s.${IN_PLAY} and s.left_version is null and (m.clock ->> 'absence')::boolean`,
    values: [player],
  })
  return rows
}

/** A refusal says that the match has ended meanwhile, or the seat has left it. */
async function noteIn(
  { live, submissions, time }: AbsencesDeps,
  { match, seat, player }: { match: string; seat: number; player: string },
  away: readonly Away[],
): Promise<void> {
  const found = await live.get(match)
  if (!found) return
  const now = time.now()
  // The seat may have changed hands at this moment.
  const choose = (current: Live) => (current.holdings.present[seat] === player ? absenceIn(current, seat, away, now) : undefined)
  await submissions.act(await live.freshen(found), choose, now)
}

/** Undefined if the log says so already. */
export function absenceIn({ times }: Live, seat: number, away: readonly Away[], now: number): StoredCommand | undefined {
  const noted = (times?.away?.[seat] ?? []).filter(({ to }) => to > now).map(({ from, to }) => `${from} ${to}`)
  const wanted = away.map(({ from, to }) => `${Date.parse(from)} ${Date.parse(to)}`)
  const isNoted = noted.length === wanted.length && wanted.every((one) => noted.includes(one))
  return isNoted ? undefined : { type: 'absence', seat, away: [...away] }
}
