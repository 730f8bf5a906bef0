/** Other matches that a viewer may take for the true one: what it takes to make them, and to tell what has been heard of them. */
import type { Roll } from '../../src/dice/rolls.js'
import type { AnyGame, Dice, Viewer } from '../../src/games/contract.js'
import { itemAt } from '../../src/games/lists.js'
import type { Played } from './playout.js'

export const secretOf = (seed: number): Uint8Array => Buffer.alloc(32, `secret ${seed} `)
export const seatsAndSpectator = (seats: number): Viewer[] => [...Array.from({ length: seats }, (_, seat) => seat), 'spectator']

export const heard = (game: AnyGame, events: Played['events'], viewer: Viewer): string =>
  JSON.stringify(events.map((event) => game.notice(event, viewer) ?? null))

/** The same shuffles with two cards of a pile changing places. */
export function swapped(dice: Dice, one: string, other: string): Dice {
  const swap = (card: string): string => (card === one ? other : card === other ? one : card)
  const trades = (cards: readonly string[]): boolean => cards.includes(one) || cards.includes(other)
  return {
    roll: dice.roll,
    draw: (pile, cards, count) =>
      trades(cards) ? dice.draw(pile, cards.map(swap), count).map(swap) : dice.draw(pile, cards, count),
  }
}

export const drawnCards = (rolls: readonly Roll[]): [string, string][] =>
  rolls.flatMap((roll): [string, string][] => {
    if (!('pile' in roll) || roll.from.length < 2) return []
    const one = itemAt(roll.took, 0)
    const other = roll.from.find((card) => card !== one)
    return other === undefined ? [] : [[one, other]]
  })

/** The same dice with one roll falling otherwise. */
export const rerolled = (dice: Dice, changed: string): Dice => ({
  draw: dice.draw,
  roll: (label, sides) => (dice.roll(label, sides) + (label === changed ? 1 : 0)) % sides,
})
