/** Law: a bot knows what its seat knows, and nothing else. */
import { describe, expect, test } from 'vitest'
import { type BotName, isBotName, strategyOf } from '../../src/bots/roster.js'
import { seededDice } from '../../src/dice/seeded.js'
import type { AnyGame } from '../../src/games/contract.js'
import { itemAt } from '../../src/games/lists.js'
import { playout } from '../support/playout.js'
import { name, probed } from '../support/probes.js'
import { freeze } from '../support/same.js'

/** One level of the search stands for all: they differ in the number of iterations alone. */
const TRIED = ['random', 'greedy', 'search:1'].filter(isBotName)
const PLACES = 4
const WORLDS = 2

/** Positions of a random match, spread over its length, and somebody who is awaited in each. */
function positions(game: AnyGame, setting: { seats: number; options: object }, seed: number) {
  const played = [...playout(game, { ...setting, seed })].slice(0, -1)
  return Array.from({ length: PLACES }, (_, index) => {
    const { after: state } = itemAt(played, Math.floor(((index + 0.5) * played.length) / PLACES))
    const { awaiting } = game.phase(state)
    return { state, seat: itemAt(awaiting, seed % awaiting.length).seat }
  })
}

/** The same to the seat, and another in what it does not know. */
const otherWorld = (game: AnyGame, state: unknown, seat: number, seed: number): unknown =>
  game.imagine(game.view(state, seat), seat, seededDice(seed))

const choice = (game: AnyGame, state: unknown, seat: number, bot: BotName, seed: number) =>
  strategyOf(bot)({ game, view: freeze(game.view(state, seat)), seat, seed })

describe.each(probed)('$game.id', ({ game, probe }) => {
  test.each(TRIED)('%s chooses the same in every world that looks the same to its seat, and chooses a legal move', (bot) => {
    let different = 0
    for (const [number, setting] of probe.cases.entries()) {
      if (number > 0 && setting.seats === probe.cases[number - 1]?.seats) continue
      for (const { state, seat } of positions(game, setting, 11 + number)) {
        const chosen = choice(game, state, seat, bot, 5)
        expect(game.decide(state, { type: 'move', seat, move: chosen }, seededDice(1)).ok, name(setting)).toBe(true)
        expect(choice(game, state, seat, bot, 5)).toEqual(chosen)
        for (let world = 1; world <= WORLDS; world++) {
          const other = otherWorld(game, state, seat, world)
          if (JSON.stringify(other) !== JSON.stringify(state)) different++
          expect(choice(game, other, seat, bot, 5), name(setting)).toEqual(chosen)
        }
      }
    }
    expect(different).toBeGreaterThan(0)
  })
})
