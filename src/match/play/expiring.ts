/** What happens to a seat whose time is up. What the house is to decide for it is left to the house (house-moves.ts), which may think. */
import { isHouse } from '../../accounts/house-ids.js'
import type { BotName } from '../../bots/names.js'
import { dueOf } from '../../clocks/deadlines.js'
import type { Time } from '../../clocks/times.js'
import type { StoredCommand } from '../../log/entry.js'
import { heldSince, houseSeats } from '../store/holdings.js'
import type { Live, LiveMatches } from '../store/live.js'
import { type Absences, absenceIn } from './absences.js'
import type { Submissions } from './submission.js'

export interface ExpiringDeps {
  readonly live: LiveMatches
  readonly submissions: Submissions
  readonly time: Pick<Time, 'spans'>
  /** Sees to it that the player is there whom the bot is; null: the house of clocks from before there was a choice. */
  readonly makeHouse: (bot: BotName | null) => Promise<void>
  readonly awayOf: Absences['awayOf']
}

/** Whether anything was done, or that it is for the house to decide. */
export type Expiry = boolean | 'leftToHouse'

/** `now`: by the clock of the database, when the deadline was found to be due. */
export type Expire = (match: string, seat: number, now: number) => Promise<Expiry>

export const expiring =
  ({ live, submissions, time, makeHouse, awayOf }: ExpiringDeps): Expire =>
  async (match, seat, now) => {
    const found = await live.get(match)
    if (!found) return false
    const newest = await live.freshen(found)
    const { clock } = newest.fixed
    const holder = newest.holdings.present[seat]
    if (clock?.onExpiry === 'botFromNowOn' && !isHouse(holder)) await makeHouse(clock.bot ?? null)
    // In a match that began, or a seat that was taken over, after the absence was declared, it is not written down yet.
    const away = clock?.absence && holder ? await awayOf(holder) : undefined
    const choose = (current: Live) =>
      (away && !isTakenOver(current, seat) && absenceIn(current, seat, away, now)) || expiryOf(current, seat, now, time)
    const done = await submissions.act(newest, choose, now)
    return done?.ok ?? (isDue(newest, seat, now, time) && 'leftToHouse')
  }

/** Whether the seat got its holder while its decision was open: what the one before has used of the time stays used. */
const isTakenOver = ({ awaiting, holdings }: Live, seat: number): boolean =>
  awaiting.some((one) => one.seat === seat && one.since < heldSince(holdings, seat))

/** Whether the seat has something to decide, and no time for it. */
export function isDue(
  { fixed: { clock }, times, awaiting, position, holdings }: Live,
  seat: number,
  now: number,
  { spans }: ExpiringDeps['time'],
): boolean {
  const due = dueOf({ clock, times, awaiting, house: houseSeats(holdings) }, seat, spans)
  return due !== undefined && due <= now && !position.aborted
}

/** Undefined if the seat has time still, or nothing to decide, or if the house decides. */
function expiryOf(live: Live, seat: number, now: number, time: ExpiringDeps['time']): StoredCommand | undefined {
  const { fixed, holdings } = live
  if (!isDue(live, seat, now, time) || isHouse(holdings.present[seat])) return undefined
  switch (fixed.clock?.onExpiry) {
    case 'leave':
      return { type: 'leave', seat, reason: 'timeout' }
    case 'botFromNowOn':
      // Its decision, and all that follow, are then due at once.
      return { type: 'handOver', seat, to: 'house', by: 'clock' }
    case 'botOnce':
    case undefined:
      return undefined
  }
}
