/**
 * How many entries the server writes by itself for one player. A request of a few points may leave the house a whole match to play, or stop the clocks of very
 * many matches; so such entries are counted against whoever caused them, by each server for itself (all its workers together) as points are.
 */
import { LRUCache } from 'lru-cache'
import { isHouse } from '../../accounts/house-ids.js'
import { type Colleagues, NO_COLLEAGUES } from '../../platform/workers/colleagues.js'
import type { Holdings } from '../store/holdings.js'

/** A match, and who made it. */
interface MatchOf {
  readonly match: string
  /** Null if it is that of a table, at which the house plays as fast as it can. */
  readonly host: string | null
}

export interface Pace {
  /**
   * Milliseconds until the house may make the decision of a seat that was left to it; 0: now. Up to a minute's worth is played at once, and from then on one after
   * the other: a decision that waits keeps its turn, and comes once more when it has come. `entries`: as how many it counts; a bot that thinks long keeps those of others waiting.
   */
  untilHouse(holdings: Holdings, of: MatchOf, seat: number, entries?: number): number
  /** Counts entries that follow from a request of the player; milliseconds to wait, if there have been too many before it. */
  count(player: string, entries: number): number
}

/** For one player where 6000 points are allowed: 1000 entries a minute, a long match at once. */
const POINTS_AN_ENTRY = 6
const MINUTE = 60_000
/** Players, and decisions that wait, which are remembered; beyond it, those seen longest ago begin anew. */
const REMEMBERED = 100_000

/** `rateLimit`: points a minute and player; 0 for no limit. */
export function entryPace(
  rateLimit: number,
  now: () => number = () => performance.now(),
  { spending }: Pick<Colleagues, 'spending'> = NO_COLLEAGUES,
): Pace {
  if (rateLimit === 0) return { untilHouse: () => 0, count: () => 0 }
  const each = (MINUTE * POINTS_AN_ENTRY) / rateLimit
  /** When all that is counted against a player would be written, one after the other. */
  const written = new LRUCache<string, number>({ max: REMEMBERED })
  const turns = new LRUCache<string, number>({ max: REMEMBERED })
  const note = (player: string, entries: number): number => {
    const at = Math.max(written.get(player) ?? 0, now()) + entries * each
    written.set(player, at)
    return at
  }
  const tell = spending('entries', note)
  const writtenAfter = (player: string, entries: number): number => {
    tell(player, entries)
    return note(player, entries)
  }
  return {
    untilHouse(holdings, { match, host }, seat, entries = 1) {
      const whose = leftBy(holdings, seat) ?? host
      if (whose === null) return 0
      const decision = `${match} ${seat}`
      const turn = turns.get(decision) ?? writtenAfter(whose, entries) - MINUTE
      if (turn > now()) turns.set(decision, turn)
      else turns.delete(decision)
      return Math.max(0, Math.ceil(turn - now()))
    },
    count(player, entries) {
      const wait = Math.ceil((written.get(player) ?? 0) - MINUTE - now())
      if (wait <= 0) writtenAfter(player, entries)
      return Math.max(0, wait)
    },
  }
}

/** Who holds the seat, or held it before the house; nobody did, if it was given to the house by the host. */
const leftBy = ({ present, former }: Holdings, seat: number): string | null | undefined =>
  isHouse(present[seat]) ? former.findLast((one) => one.seat === seat && !isHouse(one.player))?.player : present[seat]
