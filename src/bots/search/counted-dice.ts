/** Dice that know how often they were asked: whether chance had a hand in a move. */
import { type Stream, streamDice } from '../../dice/seeded.js'
import type { Dice } from '../../games/contract.js'

export interface CountedDice extends Dice {
  asked: number
}

export function countedDice(next: Stream): CountedDice {
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
