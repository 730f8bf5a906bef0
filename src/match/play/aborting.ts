/** Ends running matches without a result: by the agreement of all who still play, or by an administrator. */
import type { Pool, PoolClient } from 'pg'
import { refusal } from '../../games/contract.js'
import { AGREES, DECIDES } from '../../log/agreement.js'
import { transaction } from '../../platform/database.js'
import { conflict } from '../conflict.js'
import { MATCH_ABORTED, MATCH_OVER } from '../offline/step.js'
import type { MatchCard } from '../shapes.js'
import type { Live, LiveMatches } from '../store/live.js'
import type { Submissions } from './submission.js'

export interface Aborting {
  /** The seat of a match that has begun agrees, or takes it back. */
  agree(live: Live, seat: number, isAgreed: boolean): Promise<void>
  /** Ends the match if all who still play agree, as this card shows; whether they do is asked again when the entry is written. */
  ifAgreed(live: Live, card: MatchCard): Promise<void>
  /** Ends all matches that everybody who still plays has agreed to abort, and that go on: the last who did not has gone, or a server has died. Their number. */
  sweep(): Promise<number>
  /** False if the match was aborted before. */
  byAdministrator(live: Live): Promise<boolean>
  /** Ends these matches of tables, as far as they still run. */
  byOrganiser(matches: readonly string[]): Promise<void>
}

interface AbortingDeps {
  readonly pool: Pool
  readonly live: LiveMatches
  readonly submissions: Submissions
}

export const aborting = ({ pool, live: matches, submissions }: AbortingDeps): Aborting => ({
  agree: ({ fixed, holdings }, seat, isAgreed) => {
    // If the seat changes hands at this moment, whoever has it then has not agreed to anything.
    const of = { match: fixed.id, seat, holder: holdings.present[seat] ?? null }
    return transaction(pool, (client) => (isAgreed ? agree(client, of) : withdraw(client, of)))
  },
  async ifAgreed(live, { status, seats, abortAgreed }) {
    const playing = seats.filter(({ left, player }) => !left && player?.kind !== 'house')
    if (status !== 'running' || !playing.every(({ seat }) => abortAgreed.includes(seat))) return
    // A refusal says that another server was first, or that somebody has changed their mind: the card will tell.
    await submissions.command(live, { type: 'abort', by: 'players' })
  },
  async sweep() {
    const { rows } = await pool.query<{ match_id: string }>({ name: 'agreed-aborts', text: AGREED })
    for (const { match_id } of rows) {
      const known = await matches.get(match_id)
      if (known) await submissions.command(await matches.freshen(known), { type: 'abort', by: 'players' })
    }
    return rows.length
  },
  async byAdministrator(live) {
    const done = await submissions.command(live, { type: 'abort', by: 'administrator' })
    if (done.ok) return true
    if (done.refusal.code === MATCH_ABORTED.code) return false
    throw conflict(done.refusal)
  },
  async byOrganiser(aborted) {
    for (const match of aborted) {
      const known = await matches.get(match)
      // A refusal says that it has ended meanwhile, which is as good.
      if (known) await submissions.command(await matches.freshen(known), { type: 'abort', by: 'organiser' })
    }
  },
})

const AGREED = `select distinct s.match_id from seat s join match m on m.id = s.match_id and m.status = 'running'
  where ${AGREES} and not exists (select 1 from seat s where s.match_id = m.id and ${DECIDES} and not (${AGREES})) limit 100`

interface HeldSeat {
  readonly match: string
  readonly seat: number
  readonly holder: string | null
}

/** It counts from the newest entry: one that the seat makes at this moment comes after it. A repeated agreement is as good as the first. */
async function agree(client: PoolClient, { match, seat, holder }: HeldSeat): Promise<void> {
  const agreed = await client.query(
    `update seat set abort_version = (select version from entry where match_id = $1 order by version desc limit 1)
     where match_id = $1 and seat = $2 and player_id = $3 and left_version is null`,
    [match, seat, holder],
  )
  if (agreed.rowCount === 0) throw conflict(refusal('SEAT_HAS_LEFT', 'This seat has left the match.'))
  const status = await statusOf(client, match)
  // An aborted match is what was asked for: a retry finds it so.
  if (status === 'over') throw conflict(MATCH_OVER)
}

/** The status is read after the seat is changed: whoever aborts the match holds the lock of the seat until that can be seen. */
async function withdraw(client: PoolClient, { match, seat, holder }: HeldSeat): Promise<void> {
  await client.query('update seat set abort_version = null where match_id = $1 and seat = $2 and player_id = $3', [
    match,
    seat,
    holder,
  ])
  const status = await statusOf(client, match)
  if (status === 'aborted') throw conflict(MATCH_ABORTED)
  if (status === 'over') throw conflict(MATCH_OVER)
}

async function statusOf(client: PoolClient, match: string): Promise<string | undefined> {
  return (await client.query<{ status: string }>('select status from match where id = $1', [match])).rows[0]?.status
}
