/**
 * Take-backs by agreement of all who still play. A seat's agreement names the version to go back to and stands at the newest version: any entry after it
 * ends it. Nobody can agree to one in a rated match.
 */
import type { Pool } from 'pg'
import { Problem } from '../../platform/problem.js'
import { conflict } from '../conflict.js'
import type { TakeBack } from '../hand-shapes.js'
import { step } from '../offline/step.js'
import { requireUnrated } from '../rated-match.js'
import type { MatchCard } from '../shapes.js'
import { earliestBack, type Live } from '../store/live.js'
import { loadMatch } from '../store/loading.js'
import type { Secrets } from '../store/secrets.js'
import type { Submissions } from './submission.js'

export interface TakingBack {
  /** The seat agrees to go back, or takes that back. */
  agree(live: Live, seat: number, input: TakeBack): Promise<void>
  /** Goes back if all who still play agree on this version, as the card shows; whether they do is asked again when the entry is written. */
  ifAgreed(live: Live, to: number, card: MatchCard): Promise<void>
}

interface TakingBackDeps {
  readonly pool: Pool
  readonly secrets: Secrets
  readonly submissions: Submissions
}

export const takingBack = ({ pool, secrets, submissions }: TakingBackDeps): TakingBack => ({
  async agree(live, seat, { to, agree }) {
    requireUnrated(live.fixed, 'nothing is taken back in it')
    if (agree) requirePossible(live, to)
    const { rowCount } = await pool.query(
      `update seat set take_back_to = $4, take_back_at = $5 where match_id = $1 and seat = $2 and player_id = $3 and left_version is null
       and $5 = (select version from entry where match_id = $1 order by version desc limit 1)`,
      [live.fixed.id, seat, live.holdings.present[seat], agree ? to : null, live.position.version],
    )
    if (rowCount === 0 && agree) throw new Problem(412, 'STALE_VERSION', 'The match has moved on at this moment: look again.')
  },
  async ifAgreed(live, to, { status, seats, takeBackAgreed }) {
    const deciding = seats.filter(({ left, player }) => !left && player?.kind !== 'house')
    const agree = new Set(takeBackAgreed.filter((one) => one.to === to).map(({ seat }) => seat))
    if (status !== 'running' || !deciding.every(({ seat }) => agree.has(seat))) return
    const past = await loadMatch(pool, secrets, live.fixed.id, to)
    // A refusal says that another server was first, or that somebody has changed their mind: the card will tell.
    if (past?.position.version === to) await submissions.takeBack(live, to, past.position.state)
  },
})

/** The same refusals as when the entry is made. */
function requirePossible(live: Live, to: number): void {
  const { fixed, position } = live
  const back = { earliest: earliestBack(live), state: position.state }
  const tried = step(fixed.game, position, { type: 'takeBack', to }, fixed, null, back)
  if (!tried.ok) throw conflict(tried.refusal)
}
