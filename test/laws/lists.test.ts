/**
 * Lists of whole numbers in states, played or imagined, are such as V8 keeps for small whole numbers. One that has become a list of anything slows down all code that reads it, and
 * nothing else tells: src/games/lists.ts.
 */
import { setFlagsFromString } from 'node:v8'
import { describe, expect, test } from 'vitest'
import { seededDice, seededStream } from '../../src/dice/seeded.js'
import type { AnyGame } from '../../src/games/contract.js'
import { itemAt } from '../../src/games/lists.js'
import { opening, randomMove } from '../support/playout.js'
import { probed } from '../support/probes.js'

setFlagsFromString('--allow-natives-syntax')
const isOfSmallNumbers = new Function('list', 'return %HasSmiElements(list)') as (list: readonly unknown[]) => boolean

const MATCHES = 3
/** Of so many positions, one is imagined. */
const EVERY = 7

/** The paths of lists of whole numbers that V8 keeps otherwise. */
function* otherLists(value: unknown, path: string): Generator<string> {
  if (typeof value !== 'object' || value === null) return
  const isNumbers = Array.isArray(value) && value.length > 0 && value.every((item) => Object.is(item, item | 0))
  if (isNumbers && !isOfSmallNumbers(value)) yield path
  for (const [key, item] of Object.entries(value)) yield* otherLists(item, Array.isArray(value) ? `${path}[]` : `${path}.${key}`)
}

/** States as `decide` hands them over. They are not frozen, which makes any list one of anything. */
function* states(game: AnyGame, seats: number, seed: number): Generator<[path: string, state: unknown]> {
  const dice = seededDice(seed)
  const chance = seededStream(seed)
  let state = opening(game, { seats, options: {} })
  let command: Parameters<AnyGame['decide']>[1] = { type: 'start' }
  for (let entry = 0; ; entry++) {
    const decision = game.decide(state, command, dice)
    if (!decision.ok) throw new Error(JSON.stringify(decision.refusal))
    state = decision.state
    yield ['played', state]
    const { awaiting, over } = game.phase(state)
    if (over) return
    const { seat } = itemAt(awaiting, 0)
    if (entry % EVERY === 0) yield ['imagined', game.imagine(game.view(state, seat), seat, dice)]
    command = randomMove(game, state, chance)
  }
}

describe.each(probed)('$game.id', ({ game }) => {
  test.each(Array.from({ length: game.seats.max - game.seats.min + 1 }, (_, more) => game.seats.min + more))(
    'whole numbers stay whole numbers, %i seats',
    (seats) => {
      const found = new Set<string>()
      for (let seed = 0; seed < MATCHES; seed++)
        for (const [path, state] of states(game, seats, seed)) for (const one of otherLists(state, path)) found.add(one)
      expect([...found]).toEqual([])
    },
  )
})
