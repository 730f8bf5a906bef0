/** What chance was asked and what it answered: kept with every entry, shown when the match is over, checked by `verify`. */
import { z } from 'zod'
import type { Dice } from '../games/contract.js'
import { labelledDice } from './labelled.js'

export const Roll = z.union([
  z.strictObject({
    label: z.string().describe('Names the roll; used once in a match.'),
    sides: z.int().min(1).describe('How many outcomes there were.'),
    value: z.int().min(0).describe('The outcome, from 0.'),
  }),
  z.strictObject({
    pile: z.string().describe('Names the pile and its shuffle.'),
    from: z
      .array(z.string())
      .describe('What was left of the pile: with it the draw can be checked without the rules of the game.'),
    took: z.array(z.string()).describe('What was drawn, in order.'),
  }),
])
export type Roll = z.infer<typeof Roll>

/** Dice that keep what they were asked. A class: every move has one. */
export class RecordingDice implements Dice {
  readonly rolls: Roll[] = []
  constructor(private readonly dice: Dice) {}

  roll(label: string, sides: number): number {
    const value = this.dice.roll(label, sides)
    this.rolls.push({ label, sides, value })
    return value
  }

  draw(pile: string, ids: readonly string[], count?: number): string[] {
    const took = this.dice.draw(pile, ids, count)
    this.rolls.push({ pile, from: [...ids], took })
    return took
  }
}

/** The first roll that the secret does not give, as a sentence; undefined if all are right. */
export function firstFalseRoll(secret: Uint8Array, rolls: readonly Roll[]): string | undefined {
  const dice = labelledDice(secret)
  for (const roll of rolls) {
    const expected = 'pile' in roll ? dice.draw(roll.pile, roll.from, roll.took.length).join() : dice.roll(roll.label, roll.sides)
    const found = 'pile' in roll ? roll.took.join() : roll.value
    if (expected !== found)
      return `${'pile' in roll ? roll.pile : roll.label}: the secret gives ${expected}, the entry says ${found}`
  }
  return undefined
}
