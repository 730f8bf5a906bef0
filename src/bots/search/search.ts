/**
 * Information-set Monte Carlo tree search: every iteration imagines a world that the seat cannot tell from the true one, goes down the tree by the moves that look best to
 * whoever makes them, and carries the outlook at its end back up. No rollouts: playing on at random told less than the evaluation, in every game.
 */
import { type Stream, seededStream, streamDice } from '../../dice/seeded.js'
import type { AnyGame, Dice } from '../../games/contract.js'
import { itemAt } from '../../games/lists.js'
import type { Asked, Move } from '../bot.js'
import { type Outlook, outlookOf } from '../outlook.js'
import { banditOf, pick, type Tuning } from './bandit.js'
import { type Bandit, childOf, type Node, node, type Option } from './tree.js'

export interface Budget {
  /** Iterations at the most; the same number with the same seed gives the same move. */
  readonly iterations: number
  /** Asked before each iteration: whether there is time for it. */
  readonly goesOn?: () => boolean
}

export const TUNING: Tuning = { exploration: 0.05, widening: 2, sharpness: 0.03, most: 60 }
/** An imagined world serves for so many iterations: imagining is a good part of the work. */
const ITERATIONS_PER_WORLD = 4
/** Moves ahead: a tree that goes on for ever in one line is cut. */
const DEEPEST = 40

interface Search {
  readonly game: AnyGame
  readonly tuning: Tuning
  readonly next: Stream
  readonly dice: CountedDice
  readonly seat: number
}

/** Dice that know how often they were asked. */
interface CountedDice extends Dice {
  asked: number
}

function counted(next: Stream): CountedDice {
  const { roll, draw } = streamDice(next)
  const dice: CountedDice = {
    asked: 0,
    roll(label, sides) {
      dice.asked++
      return roll(label, sides)
    },
    draw(pile, cards, count) {
      dice.asked++
      return draw(pile, cards, count)
    },
  }
  return dice
}

interface Tried {
  readonly seat: number
  readonly bandit: Bandit
  readonly option: Option
  readonly state: unknown
  /** Names the move, and what came of it by chance. */
  readonly key: string
}

export function search({ game, view, seat, seed }: Asked, { iterations, goesOn }: Budget, tuning = TUNING): Move {
  const next = seededStream(seed)
  const dice = counted(next)
  const doing: Search = { game, tuning, next, dice, seat }
  const root = node()
  let world: unknown
  for (let done = 0; done < iterations && (done === 0 || (goesOn?.() ?? true)); done++) {
    if (done % ITERATIONS_PER_WORLD === 0) world = game.imagine(view, seat, dice)
    if (done === 0 && game.legalMoves(world, seat).size === 1) return game.legalMoves(world, seat).at(0)
    iterate(doing, root, world)
  }
  return bestOf(root.bandits.get(seat))
}

/** The one that was tried most; of equals the one that did better. */
function bestOf(bandit: Bandit | undefined): Move {
  const best = bandit?.options.reduce((one, other) => (isBetter(other, one) ? other : one))
  if (!best) throw new Error('the seat has nothing to decide')
  return best.move
}

const isBetter = (one: Option, other: Option): boolean =>
  one.visits > other.visits || (one.visits === other.visits && meanOf(one) > meanOf(other))
const meanOf = ({ visits, gain, first }: Option): number => (visits === 0 ? first : gain / visits)

function iterate(doing: Search, root: Node, world: unknown): void {
  const { game } = doing
  const path: Tried[] = []
  const nodes: Node[] = [root]
  let state = world
  let at = root
  // A node is only evaluated when it is reached for the first time; the root is known to be worth looking into.
  for (let depth = 0; depth < DEEPEST && (at === root || at.visits > 0); depth++) {
    const { awaiting } = game.phase(state)
    if (awaiting.length === 0) break
    const keys: string[] = []
    for (const { seat } of awaiting) {
      const tried = tryOne(doing, at, state, seat)
      if (!tried) break
      state = tried.state
      path.push(tried)
      // What others choose at the same time as the seat is not known to it: one child for all of that.
      if (awaiting.length === 1 || seat === doing.seat || !awaiting.some((one) => one.seat === doing.seat)) keys.push(tried.key)
    }
    at = childOf(at, keys.join())
    nodes.push(at)
  }
  learn(outlookOf(game, state), path, nodes)
}

function learn(outlook: Outlook, path: readonly Tried[], nodes: readonly Node[]): void {
  for (const one of nodes) one.visits++
  for (const { seat, bandit, option } of path) {
    bandit.visits++
    option.visits++
    option.gain += itemAt(outlook, seat)
  }
}

/** Undefined if nothing that was thought of is possible in this world. */
function tryOne(doing: Search, at: Node, state: unknown, seat: number): Tried | undefined {
  const { game, tuning, next, dice } = doing
  let bandit = at.bandits.get(seat)
  if (!bandit) {
    bandit = banditOf(game, state, seat, tuning, next)
    at.bandits.set(seat, bandit)
  }
  const refused = new Set<Option>()
  for (;;) {
    const option = pick(bandit, tuning, refused)
    if (!option) return undefined
    const before = dice.asked
    const decision = game.decide(state, { type: 'move', seat, move: option.move }, dice)
    if (decision.ok) {
      const chance = dice.asked === before ? '' : seenOf(game, decision, seat)
      return { seat, bandit, option, state: decision.state, key: `${seat}${option.key}${chance}` }
    }
    refused.add(option)
  }
}

/** What whoever decides next has seen of it: where chance had a hand in it, another outcome is another node. */
function seenOf(
  game: AnyGame,
  { events, state }: { readonly events: readonly unknown[]; readonly state: unknown },
  mover: number,
): string {
  const viewer = game.phase(state).awaiting[0]?.seat ?? mover
  return JSON.stringify(events.map((event) => game.notice(event, viewer)))
}
