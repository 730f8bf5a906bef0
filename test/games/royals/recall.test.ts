import { expect, test } from 'vitest'
import { seededDice } from '../../../src/dice/seeded.js'
import { royals } from '../../../src/games/royals/index.js'
import type { Event, View } from '../../../src/games/royals/schema.js'
import { playout } from '../../support/playout.js'
import { readAgain } from '../../support/same.js'
import { Listener } from './listener.js'

/** Every so many entries all seats imagine so many worlds. */
const STEP = 9
const WORLDS = 3

test.each([2, 3, 4, 5])('[Y46] no world is imagined that a listener could rule out: %i seats', (seats) => {
  const ruledOut: string[] = []
  for (const seed of [1, 2]) {
    const listeners = Array.from({ length: seats }, (_, seat) => new Listener(seat, seats))
    let version = 0
    for (const { events, after } of playout(royals, { seats, options: {}, seed, leaving: seed === 2 ? 0.002 : 0 })) {
      listeners.forEach((listener, seat) => {
        for (const event of events) {
          const told = royals.notice(event as Event, seat)
          if (told) listener.hear(told)
        }
      })
      if (++version % STEP !== 0 || after.places) continue
      listeners.forEach((listener, seat) => {
        expect(listener.mayBe(after.players), 'the true world').toBe(true)
        for (let world = 0; world < WORLDS; world++) {
          const view = readAgain(royals.view(after, seat)) as View
          const imagined = royals.imagine(view, seat, seededDice(version * WORLDS + world))
          if (!listener.mayBe(imagined.players)) ruledOut.push(`seed ${seed}, version ${version}, seat ${seat}`)
        }
      })
    }
  }
  expect(ruledOut).toEqual([])
})
