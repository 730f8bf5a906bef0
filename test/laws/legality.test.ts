/** Law 2: what is listed is legal, and where the list is complete nothing else is. */
import { describe, expect, test } from 'vitest'
import { seededDice, seededStream } from '../../src/dice/seeded.js'
import { playout } from '../support/playout.js'
import { name, probed } from '../support/probes.js'
import { expectSame } from '../support/same.js'
import { wellFormed } from '../support/wellformed.js'

const MATCHES = 2
/** Legal moves looked at in one position, and random well-formed moves tried there. */
const LISTED = 12
const TRIED = 12

const key = (move: unknown): string => JSON.stringify(Object.entries(move as object).sort())

describe.each(probed)('$game.id', ({ game, probe }) => {
  test.each(probe.cases.map((setting) => ({ setting, title: name(setting) })))('listed is legal: $title', ({ setting }) => {
    const chance = seededStream(7)
    const anyMove = wellFormed(game.schema.move, chance)
    for (let seed = 0; seed < MATCHES; seed++) {
      for (const { after } of playout(game, { ...setting, seed, leaving: 0.005 })) {
        const { awaiting } = game.phase(after)
        const asked = new Set(awaiting.map(({ seat }) => seat))
        for (let seat = 0; seat < setting.seats; seat++) {
          const moves = game.legalMoves(after, seat)
          expect(moves.size > 0, `seat ${seat} has moves exactly if it is awaited`).toBe(asked.has(seat))
          const accepted = (move: unknown) => game.decide(after, { type: 'move', seat, move }, seededDice(seed)).ok
          for (let i = 0; i < Math.min(LISTED, moves.size); i++) {
            const move = moves.at(Math.floor(chance() * moves.size))
            expectSame(game.schema.move.parse(move), move)
            expect(accepted(move), JSON.stringify(move)).toBe(true)
          }
          if (!moves.complete) continue
          const listed = new Set([...moves].map(key))
          expect(listed.size, 'no move is listed twice').toBe(moves.size)
          for (let i = 0; i < TRIED; i++) {
            const move = game.schema.move.safeParse(anyMove())
            if (move.success) expect(accepted(move.data), JSON.stringify(move.data)).toBe(listed.has(key(move.data)))
          }
        }
      }
    }
  })
})
