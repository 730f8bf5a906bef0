/** Seats that wait for the house at once: at tables one after the other, elsewhere together. */
import { expect, test } from 'vitest'
import { Clock } from '../../src/clocks/clock.js'
import { timingOf } from '../../src/clocks/deadlines.js'
import { timesAfter, timesAtFirst } from '../../src/clocks/times.js'
import { seededStream } from '../../src/dice/seeded.js'

const SEATS = 5
const AT = '2026-01-01T00:00:00.000Z'
const clock = Clock.parse({ kind: 'decision', seconds: 60 })

test('of the seats of the house only the first that is awaited is due; those of players are as they were', () => {
  let ordered = 0
  for (let seed = 0; seed < 500; seed++) {
    const draw = seededStream(seed)
    const some = (): number[] => Array.from({ length: SEATS }, (_, seat) => seat).filter(() => draw() < 0.6)
    const awaiting = some()
      .toSorted(() => draw() - 0.5)
      .map((seat) => ({ seat, decision: 'bid', since: 1 }))
    const house = some()
    const times = timesAfter(
      clock,
      timesAtFirst(clock, SEATS),
      { at: Date.parse(AT), before: [], after: awaiting, decided: null, away: undefined },
      [],
    )
    const due = (isInTurn: boolean): readonly { seat: number }[] =>
      timingOf(
        { clock, times, awaiting, house, isInTurn },
        { at: AT, command: { type: 'leave', seat: 0, reason: 'resigned' } },
        { spans: [], epoch: 0 },
      )?.deadlines ?? []
    const together = due(false)
    const ofHouse = together.filter(({ seat }) => house.includes(seat))
    const ofPlayers = together.filter(({ seat }) => !house.includes(seat))
    expect(ofHouse.map(({ seat }) => seat)).toEqual(awaiting.map(({ seat }) => seat).filter((seat) => house.includes(seat)))
    expect(due(true)).toEqual(together.filter((one) => ofPlayers.includes(one) || one === ofHouse[0]))
    if (ofHouse.length > 1) ordered++
  }
  expect(ordered).toBeGreaterThan(50)
})
