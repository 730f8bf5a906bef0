/**
 * Information-set Monte Carlo tree search: every iteration imagines a world that the seat cannot tell from the true one, goes down the tree by the moves that look best to
 * whoever makes them, and carries the outlook at its end back up. No rollouts: playing on at random told less than the evaluation, in every game.
 */
import { type Stream, seededStream } from '../../dice/seeded.js'
import type { AnyGame } from '../../games/contract.js'
import { fractionAt } from '../../games/lists.js'
import type { Asked, Move } from '../bot.js'
import { outlookOf } from '../outlook.js'
import { banditOf, learn, pick, surpriseOf, type Tuning, worthOf } from './bandit.js'
import { type CountedDice, countedDice } from './counted-dice.js'
import { type Bandit, childOf, type Node, node, type Option } from './tree.js'

export interface Budget {
  /** Iterations at the most; the same number with the same seed gives the same move. */
  readonly iterations: number
  /** Asked before each iteration: whether there is time for it. */
  readonly goesOn?: () => boolean
}

/** Found by playing against itself and against `greedy`. */
export const TUNING: Tuning = { exploration: 0.25, widening: 2, sharpness: 0.03, mostAtFirst: 150, most: 60, trust: 2 }
/** An imagined world serves for so many iterations: imagining is a good part of the work. */
const ITERATIONS_PER_WORLD = 4
/** So many take turns: whoever comes to a node again comes in another world. */
const WORLDS = 8
/** The moves themselves are looked at in so many worlds: what is right in one of them may be wrong in most. */
const FIRST_WORLDS = 4
/** Moves ahead: a line that goes on for ever is cut. */
const DEEPEST = 40

interface Search {
  readonly game: AnyGame
  readonly tuning: Tuning
  readonly next: Stream
  readonly dice: CountedDice
  readonly seat: number
  readonly root: Node
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
  const doing: Search = { game, tuning, next, dice: countedDice(next), seat, root: node() }
  const imagined = (): unknown => game.imagine(view, seat, doing.dice)
  const worlds = [imagined()]
  const only = onlyMove(game, worlds[0], seat)
  if (only) return only
  while (worlds.length < FIRST_WORLDS) worlds.push(imagined())
  const bandit = banditOf(game, worlds, seat, tuning.mostAtFirst, tuning.sharpness, next)
  doing.root.bandits.set(seat, bandit)
  for (let done = 0; done < iterations && (done === 0 || (goesOn?.() ?? true)); done++) {
    if (done >= FIRST_WORLDS && isForNewWorld(done)) worlds[done % WORLDS] = imagined()
    iterate(doing, worlds[done % WORLDS])
  }
  return bestOf(bandit, tuning.trust)
}

const isForNewWorld = (done: number): boolean => done % (WORLDS * ITERATIONS_PER_WORLD) < WORLDS

function onlyMove(game: AnyGame, state: unknown, seat: number): Move | undefined {
  const moves = game.legalMoves(state, seat)
  return moves.size === 1 ? moves.at(0) : undefined
}

/** The one that was tried most; of equals the one that did better. */
function bestOf(bandit: Bandit, trust: number): Move {
  if (bandit.options.length === 0) throw new Error('the seat has nothing to decide')
  const surprise = surpriseOf(bandit)
  const isBetter = (one: Option, other: Option): boolean =>
    one.visits > other.visits || (one.visits === other.visits && worthOf(one, surprise, trust) > worthOf(other, surprise, trust))
  return bandit.options.reduce((one, other) => (isBetter(other, one) ? other : one)).move
}

/** Down to a node that is reached for the first time; that one is evaluated and not gone into. */
function iterate(doing: Search, world: unknown): void {
  const { game, root } = doing
  const path: Tried[] = []
  const nodes: Node[] = [root]
  let state = world
  let at = root
  for (let depth = 0; depth < DEEPEST && (at === root || at.visits > 0); depth++) {
    const round = playRound(doing, at, state)
    if (round.length === 0) break
    path.push(...round)
    state = round.at(-1)?.state
    at = childOf(at, keyOf(round, doing.seat))
    nodes.push(at)
  }
  at.first ??= state
  const outlook = outlookOf(game, state)
  for (const one of nodes) one.visits++
  for (const { seat, bandit, option } of path) learn(bandit, option, fractionAt(outlook, seat))
}

/** Everybody who is awaited moves, none knowing what the others do. */
function playRound(doing: Search, at: Node, from: unknown): Tried[] {
  const round: Tried[] = []
  let state = from
  for (const { seat } of doing.game.phase(from).awaiting) {
    const tried = tryOne(doing, at, state, seat)
    if (!tried) break
    state = tried.state
    round.push(tried)
  }
  return round
}

/** What others choose at the same time as the seat that thinks is not known to it: one child for all of that. */
function keyOf(round: readonly Tried[], seat: number): string {
  const own = round.find((one) => one.seat === seat)
  return own ? own.key : round.map(({ key }) => key).join()
}

/** Undefined if nothing that was thought of is possible in this world. */
function tryOne(doing: Search, at: Node, state: unknown, seat: number): Tried | undefined {
  const { game, tuning, dice } = doing
  const bandit = banditAt(doing, at, state, seat)
  const refused: Option[] = []
  for (;;) {
    const option = pick(bandit, tuning, refused)
    if (!option) return undefined
    const before = dice.asked
    const decision = game.decide(state, { type: 'move', seat, move: option.move }, dice)
    if (decision.ok) {
      const chance = dice.asked === before ? comesNext(game, decision.state) : seenOf(game, decision, seat)
      option.key ??= `${seat}${JSON.stringify(option.move)}`
      return { seat, bandit, option, state: decision.state, key: option.key + chance }
    }
    refused.push(option)
  }
}

/** What is asked next, and of whom: where the world decided that, as it does about an accusation, another outcome is another node. */
function comesNext(game: AnyGame, state: unknown): string {
  const next = game.phase(state).awaiting[0]
  return next ? `${next.seat}${next.decision}` : ''
}

function banditAt({ game, tuning, next, root }: Search, at: Node, state: unknown, seat: number): Bandit {
  const known = at.bandits.get(seat)
  if (known) return known
  const most = at === root ? tuning.mostAtFirst : tuning.most
  const bandit = banditOf(game, [judgedIn(game, at, seat) ?? state], seat, most, tuning.sharpness, next)
  at.bandits.set(seat, bandit)
  return bandit
}

/** Undefined if the seat is not awaited where the node was reached first. */
const judgedIn = (game: AnyGame, { first }: Node, seat: number): unknown =>
  first !== undefined && game.phase(first).awaiting.some((one) => one.seat === seat) ? first : undefined

interface Outcome {
  readonly events: readonly unknown[]
  readonly state: unknown
}

/** What whoever decides next has seen of it: where chance had a hand in it, another outcome is another node. */
function seenOf(game: AnyGame, { events, state }: Outcome, mover: number): string {
  const viewer = game.phase(state).awaiting[0]?.seat ?? mover
  return JSON.stringify(events.map((event) => game.notice(event, viewer)))
}
