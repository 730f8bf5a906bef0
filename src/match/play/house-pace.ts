/**
 * How quickly the house moves in seats that were left to it. A request of a few points may leave it a whole match to play, so its moves are counted against
 * whoever left it the seat, by each server for itself as points are: up to a minute's worth at once, and from then on one after the other.
 */
import { LRUCache } from 'lru-cache'
import { HOUSE } from '../../accounts/caller.js'
import type { Holdings } from '../store/holdings.js'

/** Milliseconds until the house may make this decision; 0: now. Whoever waits keeps its turn, and comes once more when it has come. */
export type HousePace = (holdings: Holdings, match: string, seat: number) => number

/** For one player where 6000 points are allowed: 1000 moves a minute, a long match at once. */
const POINTS_A_MOVE = 6
const MINUTE = 60_000
/** Players, and decisions that wait, which are remembered; beyond it, those seen longest ago begin anew. */
const REMEMBERED = 100_000

/** `rateLimit`: points a minute and player; 0 for no limit. */
export function housePace(rateLimit: number, now: () => number = () => performance.now()): HousePace {
  if (rateLimit === 0) return () => 0
  const each = (MINUTE * POINTS_A_MOVE) / rateLimit
  /** When all that is counted against a player would be played, one after the other. */
  const played = new LRUCache<string, number>({ max: REMEMBERED })
  const turns = new LRUCache<string, number>({ max: REMEMBERED })
  const next = (player: string): number => {
    const from = Math.max(played.get(player) ?? 0, now())
    played.set(player, from + each)
    return from + each - MINUTE
  }
  return (holdings, match, seat) => {
    const decision = `${match} ${seat}`
    const turn = turns.get(decision) ?? next(leftBy(holdings, seat))
    if (turn <= now()) {
      turns.delete(decision)
      return 0
    }
    turns.set(decision, turn)
    return Math.ceil(turn - now())
  }
}

/** Who holds the seat, or held it before the house. */
const leftBy = ({ present, former }: Holdings, seat: number): string =>
  (present[seat] === HOUSE ? former.findLast((one) => one.seat === seat && one.player !== HOUSE)?.player : present[seat]) ?? HOUSE
