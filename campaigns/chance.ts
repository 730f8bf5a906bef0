/** Repeatable choices of a campaign: moments, moves and options. They are not the dice of any match. */
import type { LegalMove } from '../src/client/index.js'
import { seededDice } from '../src/dice/seeded.js'
import type { AnyGame } from '../src/games/contract.js'
import { anyAt } from '../src/games/lists.js'

export interface Chance {
  /** A whole number from `from` up to and including `to`. */
  between(from: number, to: number): number
  /** True once in so many times. */
  once(inHowMany: number): boolean
  /** Throws if there is nothing to pick from. */
  pick<T>(from: readonly T[]): T
}

export function chance(seed: number): Chance {
  const dice = seededDice(seed)
  const below = (size: number): number => dice.roll('choice', size)
  return {
    between: (from, to) => from + below(to - from + 1),
    once: (inHowMany) => below(inHowMany) === 0,
    pick: (from) => anyAt(from, below(from.length)),
  }
}

/** Each yes-or-no option of the game, on once in six times; the defaults if the game refuses the combination. */
export function randomOptions(game: AnyGame, random: Chance): object {
  const defaults: object = game.schema.options.parse({})
  const switches = Object.entries(defaults).filter(([, value]) => typeof value === 'boolean')
  const options = Object.fromEntries(switches.map(([name]) => [name, random.once(6)]))
  return game.schema.options.safeParse(options).success ? options : {}
}

/** Any legal move, each kind as often as any other: of a hundred places for a castle only one draws a card. */
export function anyMove(moves: readonly LegalMove[], random: Chance): LegalMove['move'] {
  const kind = random.pick([...new Set(moves.map(({ move }) => move.type))])
  return random.pick(moves.filter(({ move }) => move.type === kind)).move
}
