/** Which move a seat tries next: PUCT over the options that are open so far, and more of them the more often is tried. */
import { type Stream, streamDice } from '../../dice/seeded.js'
import type { AnyGame } from '../../games/contract.js'
import { fractionAt, itemAt } from '../../games/lists.js'
import type { Move } from '../bot.js'
import { candidates } from '../candidates.js'
import { after, outlookOf } from '../outlook.js'
import type { Bandit, Option } from './tree.js'

export interface Tuning {
  /** How much is tried that does not look best. */
  readonly exploration: number
  /** So many times the root of the visits are open. */
  readonly widening: number
  /** Differences of shares that make a move e times as promising. */
  readonly sharpness: number
  /** Moves that are looked at for the move itself, and in thinking ahead. */
  readonly mostAtFirst: number
  readonly most: number
  /** What one look ahead told counts as much as so many visits. */
  readonly trust: number
}

/** So many of the moves that the seat may make, as one look ahead judges them: by the mean over these worlds. */
export function banditOf(
  game: AnyGame,
  worlds: readonly unknown[],
  seat: number,
  most: number,
  sharpness: number,
  next: Stream,
): Bandit {
  const dice = streamDice(next)
  const seen = candidates(game.legalMoves(worlds[0], seat), most, next).map((move) => {
    let worth = 0
    for (const world of worlds) {
      const then = after(game, world, seat, move, dice)
      if (then !== undefined) worth += fractionAt(outlookOf(game, then), seat)
    }
    return { move, worth: worth / worlds.length }
  })
  seen.sort((one, other) => other.worth - one.worth)
  return { options: withPriors(seen, sharpness), visits: 0, tried: 0, surprise: 0 }
}

function withPriors(seen: readonly { move: Move; worth: number }[], sharpness: number): Option[] {
  const best = seen[0]?.worth ?? 0
  const weights = seen.map(({ worth }) => Math.exp((worth - best) / sharpness))
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  return seen.map(({ move, worth }, index) => ({
    move,
    key: undefined,
    prior: fractionAt(weights, index) / all,
    first: worth,
    visits: 0,
    gain: 0,
  }))
}

/** As if so many options had been tried that were no surprise. */
const DOUBT = 3

/**
 * What an option is thought to be worth to its seat. One look ahead sees every option from the same distance, but those that were tried are known from further on, where all may look better or worse: so
 * what it told is moved by as much as it was wrong on average.
 */
export const worthOf = ({ visits, gain, first }: Option, surprise: number, trust: number): number =>
  (gain + trust * (first + surprise)) / (visits + trust)

/** As long as few have been tried it says more about those than about all. */
export const surpriseOf = ({ visits, tried, surprise }: Bandit): number =>
  visits === 0 ? 0 : (surprise / visits) * (tried / (tried + DOUBT))

export function learn(bandit: Bandit, option: Option, share: number): void {
  bandit.visits++
  if (option.visits === 0) bandit.tried++
  bandit.surprise += share - option.first
  option.visits++
  option.gain += share
}

/** The option to try now, without those that this world refuses; these are few, and mostly none. */
export function pick(bandit: Bandit, tuning: Tuning, refused: readonly Option[]): Option | undefined {
  const { options, visits } = bandit
  const open = Math.min(options.length, Math.ceil(tuning.widening * Math.sqrt(visits + 1)) + refused.length)
  const urge = tuning.exploration * Math.sqrt(visits + 1)
  const surprise = surpriseOf(bandit)
  let best: Option | undefined
  let most = Number.NEGATIVE_INFINITY
  for (let index = 0; index < open; index++) {
    const option = itemAt(options, index)
    if (refused.includes(option)) continue
    const worth = worthOf(option, surprise, tuning.trust) + (urge * option.prior) / (1 + option.visits)
    if (worth <= most) continue
    most = worth
    best = option
  }
  return best
}
