/** What happens to a seat whose time is up, and what the house does for a seat that it plays. */
import { HOUSE } from '../../accounts/caller.js'
import { dueOf } from '../../clocks/deadlines.js'
import type { Time } from '../../clocks/times.js'
import type { AnyGame } from '../../games/contract.js'
import type { StoredCommand, StoredMove } from '../../log/entry.js'
import type { Position } from '../offline/step.js'
import { heldSince, houseSeats } from '../store/holdings.js'
import type { Live, LiveMatches } from '../store/live.js'
import { type Absences, absenceIn } from './absences.js'
import type { Pace } from './pace.js'
import type { Submissions } from './submission.js'

/** The move that the house makes in a position; undefined if the seat has none to make. */
export type Substitute = (game: AnyGame, position: Position, seat: number) => StoredMove | undefined

export interface ExpiringDeps {
  readonly live: LiveMatches
  readonly submissions: Submissions
  readonly time: Pick<Time, 'spans'>
  readonly substitute: Substitute
  readonly pace: Pick<Pace, 'untilHouse'>
  /** Sees to it that the player is there who is called the house. */
  readonly makeHouse: () => Promise<void>
  readonly awayOf: Absences['awayOf']
}

/** Whether anything was done, or in how many milliseconds the house will do it. */
export type Expiry = boolean | { readonly inMs: number }

/** `now`: by the clock of the database, when the deadline was found to be due. */
export type Expire = (match: string, seat: number, now: number) => Promise<Expiry>

export const expiring =
  ({ live, submissions, time, substitute, pace, makeHouse, awayOf }: ExpiringDeps): Expire =>
  async (match, seat, now) => {
    const found = await live.get(match)
    if (!found) return false
    const newest = await live.freshen(found)
    const holder = newest.holdings.present[seat]
    const inMs = isLeftToHouse(newest, seat) ? pace.untilHouse(newest.holdings, match, seat) : 0
    if (inMs > 0) return { inMs }
    if (newest.fixed.clock?.onExpiry === 'botFromNowOn' && holder !== HOUSE) await makeHouse()
    // In a match that began, or a seat that was taken over, after the absence was declared, it is not written down yet.
    const away = newest.fixed.clock?.absence && holder ? await awayOf(holder) : undefined
    const choose = (current: Live) =>
      (away && !isTakenOver(current, seat) && absenceIn(current, seat, away, now)) ||
      expiryOf(current, seat, now, time, substitute)
    const done = await submissions.act(newest, choose, now)
    return done?.ok ?? false
  }

/** Whether it is the house that has to move. */
const isLeftToHouse = ({ fixed: { clock }, awaiting, holdings }: Live, seat: number): boolean =>
  awaiting.some((one) => one.seat === seat) && (holdings.present[seat] === HOUSE || clock?.onExpiry === 'botOnce')

/** Whether the seat got its holder while its decision was open: what the one before has used of the time stays used. */
const isTakenOver = ({ awaiting, holdings }: Live, seat: number): boolean =>
  awaiting.some((one) => one.seat === seat && one.since < heldSince(holdings, seat))

/** Undefined if the seat has time still, or nothing to decide. */
function expiryOf(
  { fixed: { clock, game }, times, awaiting, position, holdings }: Live,
  seat: number,
  now: number,
  { spans }: ExpiringDeps['time'],
  substitute: Substitute,
): StoredCommand | undefined {
  const house = houseSeats(holdings)
  const due = dueOf({ clock, times, awaiting, house }, seat, spans)
  if (due === undefined || due > now || position.aborted) return undefined
  const onExpiry = house.includes(seat) ? 'botOnce' : clock?.onExpiry
  if (onExpiry === 'leave') return { type: 'leave', seat, reason: 'timeout' }
  // Its decision, and all that follow, are then due at once.
  if (onExpiry === 'botFromNowOn') return { type: 'handOver', seat, to: 'house', by: 'clock' }
  const move = substitute(game, position, seat)
  return move && { type: 'move', seat, move, by: 'house' }
}
