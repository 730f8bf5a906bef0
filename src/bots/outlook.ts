/** What a bot makes of an imagined world: each seat's share of the win. */
import type { AnyGame, Dice, Phase } from '../games/contract.js'
import type { Move } from './bot.js'

/** By seat; all together make 1. */
export type Outlook = readonly number[]

/** How much of a result is told by the winner alone; the rest by how many seats one has left behind, so that a lost match is still played well. */
const BY_WINNING = 0.9

export function outlookOf(game: AnyGame, state: unknown): Outlook {
  const { over } = game.phase(state)
  // In an imagined world there is nothing to hide from whoever imagines it.
  return over ? resultOf(over) : game.evaluateState(state)
}

function resultOf(over: NonNullable<Phase['over']>): Outlook {
  const winners = over.filter(({ place }) => place === 1).length
  const behind = over.map(({ place }) => over.filter((other) => other.place > place).length)
  const all = behind.reduce((sum, count) => sum + count, 0) || 1
  const outlook = new Array<number>(over.length).fill(0)
  over.forEach(({ seat, place }, index) => {
    const won = place === 1 ? 1 / winners : 0
    outlook[seat] = BY_WINNING * won + (1 - BY_WINNING) * ((behind[index] ?? 0) / all)
  })
  return outlook
}

/** The world after a move; undefined if it is not legal there. */
export function after(game: AnyGame, state: unknown, seat: number, move: Move, dice: Dice): unknown {
  const decision = game.decide(state, { type: 'move', seat, move }, dice)
  return decision.ok ? decision.state : undefined
}
