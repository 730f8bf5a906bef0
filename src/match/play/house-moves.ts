/**
 * What the house decides: in seats that it holds, and for a seat whose time is up. It thinks before the write path is entered, and what it has thought counts only for the
 * decision that it was about: if that is no longer open, nothing is played, and the next one is thought about anew.
 */
import { botOf, isHouse } from '../../accounts/house-ids.js'
import { type BotName, WEIGHT } from '../../bots/names.js'
import type { Time } from '../../clocks/times.js'
import { labelledSeed } from '../../dice/labelled.js'
import type { AnyGame } from '../../games/contract.js'
import type { StoredCommand, StoredMove } from '../../log/entry.js'
import { viewOf } from '../offline/seen.js'
import { illegality, type Position } from '../offline/step.js'
import type { Live, LiveMatches } from '../store/live.js'
import { isDue } from './expiring.js'
import type { Pace } from './pace.js'
import type { Submissions } from './submission.js'

/** What a bot is asked: what its seat may know, and nothing else. */
interface Question {
  /** Id of the game. */
  readonly game: string
  readonly view: object
  readonly seat: number
  readonly seed: number
  readonly bot: BotName
}

/** Undefined if the bot has no answer. */
export type Think = (question: Question) => Promise<StoredMove | undefined>

/** Any legal move in a position, where a bot has no answer that is one; undefined if the seat has none to make. */
export type Substitute = (game: AnyGame, position: Position, seat: number) => StoredMove | undefined

export interface HouseMovesDeps {
  readonly live: LiveMatches
  readonly submissions: Submissions
  readonly time: Pick<Time, 'now' | 'spans'>
  readonly think: Think
  readonly substitute: Substitute
  readonly pace: Pick<Pace, 'untilHouse'>
}

/** Whether anything was done, or in how many milliseconds it will be. */
export type Decide = (match: string, seat: number, now: number) => Promise<boolean | { readonly inMs: number }>

export const houseMoves =
  ({ live, submissions, time, think, substitute, pace }: HouseMovesDeps): Decide =>
  async (match, seat, now) => {
    const found = await live.get(match)
    if (!found) return false
    const newest = await live.freshen(found)
    const since = sinceOf(newest, seat)
    if (since === undefined || !isDue(newest, seat, now, time)) return false
    const inMs = pace.untilHouse(newest.holdings, { match, host: newest.fixed.host }, seat, WEIGHT[playing(newest, seat)])
    if (inMs > 0) return { inMs }
    const move = await think(questionOf(newest, seat, since))
    // What it took to think is nobody's time: not that of whoever comes next.
    const at = Math.max(now, time.now())
    const choose = (current: Live) =>
      sinceOf(current, seat) === since && isDue(current, seat, at, time) ? commandOf(current, seat, move, substitute) : undefined
    const done = await submissions.act(newest, choose, at)
    return done?.ok ?? false
  }

/** The version at which its decision opened; undefined if it has none. */
const sinceOf = ({ awaiting }: Live, seat: number): number | undefined => awaiting.find((one) => one.seat === seat)?.since

/** The bot that plays for the seat. */
function playing({ fixed: { clock }, holdings }: Live, seat: number): BotName {
  const holder = holdings.present[seat]
  return (isHouse(holder) ? botOf(holder) : clock?.bot) ?? 'random'
}

/** The seed follows from the secret: nobody foresees it while the match runs, every server has the same, and after the end it can be worked out again. */
function questionOf(live: Live, seat: number, since: number): Question {
  const { fixed, position } = live
  const { game, secret } = fixed
  return {
    game: game.id,
    view: viewOf(game, position.state, seat),
    seat,
    seed: labelledSeed(secret, `bot ${since} ${seat}`),
    bot: playing(live, seat),
  }
}

function commandOf(
  { fixed: { game }, position }: Live,
  seat: number,
  thought: StoredMove | undefined,
  substitute: Substitute,
): StoredCommand | undefined {
  const isLegal = thought !== undefined && !illegality(game, position, seat, thought)
  const move = isLegal ? thought : substitute(game, position, seat)
  return move && { type: 'move', seat, move, by: 'house' }
}
