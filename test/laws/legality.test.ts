/** Law 2: what is listed is legal, and where the list is complete nothing else is. */
import { describe, test } from 'vitest'
import { seededDice, seededStream } from '../../src/dice/seeded.js'
import { playout } from '../support/playout.js'
import { name, probed } from '../support/probes.js'
import { demand, expectSame } from '../support/same.js'
import { wellFormed } from '../support/wellformed.js'

const MATCHES = 2
/** Legal moves looked at in one position, and random well-formed moves tried there. */
const LISTED = 12
const TRIED = 12

/** The same text for the same move, whatever the order of its fields. */
const key = (move: object): string => JSON.stringify(Object.entries(move).sort(([one], [other]) => (one < other ? -1 : 1)))

describe.each(probed)('$game.id', ({ game, probe }) => {
  test.each(probe.cases.map((setting) => ({ setting, title: name(setting) })))('listed is legal: $title', ({ setting }) => {
    const chance = seededStream(7)
    const anyMove = wellFormed(game.schema.move, chance)
    for (let seed = 0; seed < MATCHES; seed++) {
      for (const { after } of playout(game, { ...setting, seed, leaving: 0.005 })) {
        const { awaiting } = game.phase(after)
        const asked = new Set(awaiting.map(({ seat }) => seat))
        for (const { decision } of awaiting)
          demand(decision in game.decisions, () => `${decision} is among the decisions of the game`)
        for (let seat = 0; seat < setting.seats; seat++) {
          const moves = game.legalMoves(after, seat)
          demand(moves.size > 0 === asked.has(seat), () => `seat ${seat} has moves exactly if it is awaited`)
          const accepted = (move: unknown) => game.decide(after, { type: 'move', seat, move }, seededDice(seed)).ok
          for (let i = 0; i < Math.min(LISTED, moves.size); i++) {
            const move = moves.at(Math.floor(chance() * moves.size))
            expectSame(game.schema.move.parse(move), move)
            demand(accepted(move), () => `${JSON.stringify(move)} is listed for seat ${seat} and legal`)
          }
          if (!moves.complete) continue
          const listed = new Set(Array.from(moves, key))
          demand(listed.size === moves.size, () => `no move of seat ${seat} is listed twice`)
          for (let i = 0; i < TRIED; i++) {
            const move = game.schema.move.safeParse(anyMove())
            if (!move.success) continue
            const isListed = listed.has(key(move.data))
            demand(accepted(move.data) === isListed, () => `${JSON.stringify(move.data)} of seat ${seat} is legal: ${isListed}`)
          }
        }
      }
    }
  })
})
